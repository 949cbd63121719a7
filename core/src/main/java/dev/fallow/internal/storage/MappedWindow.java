package dev.fallow.internal.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import net.openhft.chronicle.bytes.PointerBytesStore;
import net.openhft.chronicle.core.OS;

/**
 * A part of a file that is mapped for reading. The only class that uses Chronicle Bytes: see {@link MappedPrerequisites}.
 * Chronicle maps the channel that it is given, so the file is the one that was checked when it was opened; and it unmaps
 * when it is told to, where the JDK's own mappings wait for the garbage collector.
 */
final class MappedWindow {
    /** Bytes that are copied at a time into a buffer without an array. */
    private static final int PIECE_BYTES = 8 << 10;

    private final long start;
    private final long length;
    private final long address;
    private final PointerBytesStore bytes = new PointerBytesStore();
    private volatile boolean used = true;

    private MappedWindow(long start, long length, long address) {
        this.start = start;
        this.length = length;
        this.address = address;
        bytes.set(address, length);
    }

    /** Has the library initialise its classes, which flags can prevent. Returns the cause if it fails. */
    static Throwable initialize() {
        try {
            return new PointerBytesStore().capacity() < 0 || OS.pageSize() <= 0
                    ? new IllegalStateException("no page size")
                    : null;
        } catch (ExceptionInInitializerError e) {
            return e.getCause();
        } catch (LinkageError e) {
            return e;
        }
    }

    /** Maps a part of a file that is as long as this at least. The start is a multiple of the system's granularity. */
    static MappedWindow map(FileChannel file, long start, long length) throws IOException {
        return new MappedWindow(start, length, OS.map(file, FileChannel.MapMode.READ_ONLY, start, length));
    }

    long start() {
        return start;
    }

    long end() {
        return start + length;
    }

    boolean wasUsed() {
        boolean result = used;
        used = false;
        return result;
    }

    /** Copies {@code count} bytes at a position of the file, all of them in this window and in the file. */
    void read(long position, ByteBuffer target, int count) throws IOException {
        if (!used) {
            used = true;
        }
        long from = position - start;
        if (from < 0 || count > length - from) { // Chronicle does not check
            throw new IndexOutOfBoundsException(
                    count + " bytes at " + position + ", mapped are " + start + " to " + end());
        }
        try {
            if (target.hasArray()) {
                bytes.read(from, target.array(), target.arrayOffset() + target.position(), count);
                target.position(target.position() + count);
            } else {
                readInPieces(from, target, count);
            }
        } catch (InternalError e) { // the JVM's form of a fault in mapped memory
            throw new IOException(
                    "a mapped page at " + position + " cannot be read: another program has shortened the file,"
                            + " or the medium failed",
                    e);
        }
    }

    private void readInPieces(long from, ByteBuffer target, int count) {
        byte[] piece = new byte[Math.min(count, PIECE_BYTES)];
        for (int done = 0; done < count; done += piece.length) {
            int part = Math.min(piece.length, count - done);
            bytes.read(from + done, piece, 0, part);
            target.put(piece, 0, part);
        }
    }

    /** Releases the mapping; nothing may be read afterwards. */
    void unmap() throws IOException {
        OS.unmap(address, length);
    }
}
