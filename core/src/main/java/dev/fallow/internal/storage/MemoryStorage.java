package dev.fallow.internal.storage;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** A whole container in memory, up to 2 GiB, for containers passed as bytes and for tests. */
public final class MemoryStorage implements Storage {
    private static final int LARGEST = Integer.MAX_VALUE - 8;

    private byte[] bytes;
    private int size;

    /** Starts empty. */
    public MemoryStorage() {
        this(new byte[0]);
    }

    /** Starts with a copy of these bytes. */
    public MemoryStorage(byte[] content) {
        bytes = content.clone();
        size = content.length;
    }

    public byte[] toByteArray() {
        return Arrays.copyOf(bytes, size);
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public void read(long position, ByteBuffer target) throws IOException {
        if (position < 0 || position > size - target.remaining()) {
            throw new EOFException(
                    "read of " + target.remaining() + " bytes at " + position + ", the content ends at " + size);
        }
        target.put(bytes, (int) position, target.remaining());
    }

    @Override
    public void write(long position, ByteBuffer source) throws IOException {
        int count = source.remaining();
        grow(position + count);
        source.get(bytes, (int) position, count);
        size = Math.max(size, (int) position + count);
    }

    @Override
    public void resize(long newSize) throws IOException {
        grow(newSize);
        if (newSize < size) {
            Arrays.fill(bytes, (int) newSize, size, (byte) 0);
        }
        size = (int) newSize;
    }

    private void grow(long needed) throws IOException {
        if (needed < 0 || needed > LARGEST) {
            throw new IOException("a container in memory holds at most " + LARGEST + " bytes, found " + needed);
        }
        if (needed > bytes.length) {
            bytes = longer((int) needed);
        }
    }

    /** Twice as long if there is memory for it, else as long as needed. */
    private byte[] longer(int needed) throws IOException {
        try {
            return Arrays.copyOf(bytes, (int) Math.min(LARGEST, Math.max(needed, 2L * bytes.length)));
        } catch (OutOfMemoryError tooLong) {
            try {
                return Arrays.copyOf(bytes, needed);
            } catch (OutOfMemoryError e) {
                throw new IOException(
                        "a container in memory needs %d bytes, and the heap has at most %d in all"
                                .formatted(needed, Runtime.getRuntime().maxMemory()),
                        e);
            }
        }
    }

    @Override
    public void force() {
        // memory needs no force
    }

    @Override
    public void close() {
        // the content is kept, because toByteArray() may be called after closing
    }
}
