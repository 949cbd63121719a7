package dev.fallow.internal.storage;

import dev.fallow.ContainerException;
import dev.fallow.source.ByteSource;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A source of an application, read-only. Every number that it returns is checked. */
public final class SourceStorage implements ReadOnlyStorage {
    /** What a source may read ahead for each thread that reads elements. */
    private static final long ANNOUNCED_BYTES = 16 << 20;

    private final ByteSource source;
    private final long size;

    private SourceStorage(ByteSource source, long size) {
        this.source = source;
        this.size = size;
    }

    /** Starts to read a source, which is closed if that fails. */
    public static SourceStorage of(ByteSource source) throws IOException {
        try {
            long size = source.size();
            if (size < 0) {
                throw new IOException("the source says that it has " + size + " bytes");
            }
            return new SourceStorage(source, size);
        } catch (IOException | RuntimeException e) {
            try {
                source.close();
            } catch (IOException | RuntimeException left) {
                e.addSuppressed(left);
            }
            throw failure(e);
        }
    }

    /** What a source has thrown, as an exception of the medium. */
    private static IOException failure(Exception thrown) {
        if (thrown instanceof ContainerException known) {
            throw known;
        }
        return thrown instanceof IOException known ? known : new IOException("the source failed: " + thrown, thrown);
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public void read(long position, ByteBuffer target) throws IOException {
        if (position < 0 || position > size - target.remaining()) {
            throw new EOFException(
                    target.remaining() + " bytes at " + position + " are wanted, the file ends at " + size);
        }
        int limit = target.limit();
        long at = position;
        while (target.hasRemaining()) {
            int before = target.position();
            int count = readSome(at, target);
            if (count < 0) {
                throw new EOFException(target.remaining() + " bytes are missing at " + at + ", the file had " + size
                        + " when it was opened");
            } else if (count == 0 || target.position() - before != count || target.limit() != limit) {
                throw new IOException("the source says that it read %d bytes at %d, and moved the buffer by %d"
                        .formatted(count, at, target.position() - before));
            }
            at += count;
        }
    }

    private int readSome(long position, ByteBuffer target) throws IOException {
        try {
            return source.read(position, target);
        } catch (IOException | RuntimeException e) {
            throw failure(e);
        }
    }

    @Override
    public long announcedBytes() {
        return ANNOUNCED_BYTES;
    }

    @Override
    public void willRead(long[] positions, long[] lengths) {
        List<ByteSource.Range> ranges = new ArrayList<>();
        for (int i = 0; i < positions.length; i++) {
            long start = Math.max(0, positions[i]);
            long length = Math.min(lengths[i], size - start);
            if (length > 0) {
                ranges.add(new ByteSource.Range(start, length));
            }
        }
        if (ranges.isEmpty()) {
            return;
        }
        try {
            source.willRead(ranges);
        } catch (RuntimeException e) {
            // the reads that follow find out
        }
    }

    @Override
    public String readOnly() {
        return "a source is read-only";
    }

    @Override
    public void close() throws IOException {
        try {
            source.close();
        } catch (IOException | RuntimeException e) {
            throw failure(e);
        }
    }
}
