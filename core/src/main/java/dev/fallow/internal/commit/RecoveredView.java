package dev.fallow.internal.commit;

import dev.fallow.internal.storage.MemoryStorage;
import dev.fallow.internal.storage.Storage;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A read-only view of a container with some bytes replaced, such as with its journal applied; the file is not written. Takes the bytes
 * of the commit plus 16 per block in memory.
 */
final class RecoveredView implements Storage {
    private final Storage container;
    private final long size;
    /** The bytes of all runs, concatenated. */
    private final MemoryStorage content = new MemoryStorage();
    /** The container position of each run, ascending; no two runs overlap or touch. */
    private long[] starts = new long[16];
    /** The position of each run in {@link #content}. */
    private long[] contentStarts = new long[16];

    private int runs;
    private long lastEnd = -1;

    /** @param size length of the commit's file, at most the container's */
    RecoveredView(Storage container, long size) {
        this.container = container;
        this.size = size;
    }

    /** Overlays bytes on the file. Positions must be ascending over all calls. */
    void put(long position, ByteBuffer bytes) throws IOException {
        if (position < lastEnd) {
            throw new IllegalArgumentException(position + " after " + lastEnd);
        }
        if (position != lastEnd) {
            if (runs == starts.length) {
                starts = Arrays.copyOf(starts, 2 * runs);
                contentStarts = Arrays.copyOf(contentStarts, 2 * runs);
            }
            starts[runs] = position;
            contentStarts[runs++] = content.size();
        }
        lastEnd = position + bytes.remaining();
        content.write(content.size(), bytes);
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public void read(long position, ByteBuffer target) throws IOException {
        int count = target.remaining();
        if (position < 0 || position > size - count) {
            throw new EOFException("read of " + count + " bytes at " + position + ", the file ends at " + size);
        }
        int from = target.position();
        container.read(position, target.slice(from, count));
        long end = position + count;
        int found = Arrays.binarySearch(starts, 0, runs, position);
        for (int run = Math.max(0, found >= 0 ? found : -found - 2); run < runs && starts[run] < end; run++) {
            long contentEnd = run + 1 < runs ? contentStarts[run + 1] : content.size();
            long start = Math.max(position, starts[run]);
            long stop = Math.min(end, starts[run] + contentEnd - contentStarts[run]);
            if (start < stop) {
                content.read(
                        contentStarts[run] + start - starts[run],
                        target.slice(from + (int) (start - position), (int) (stop - start)));
            }
        }
        target.position(from + count);
    }

    @Override
    public void write(long position, ByteBuffer source) {
        throw new UnsupportedOperationException("a view is read-only");
    }

    @Override
    public void resize(long newSize) {
        throw new UnsupportedOperationException("a view is read-only");
    }

    @Override
    public void force() {
        throw new UnsupportedOperationException("a view is read-only");
    }

    @Override
    public void close() throws IOException {
        container.close();
    }
}
