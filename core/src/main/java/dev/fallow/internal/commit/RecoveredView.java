package dev.fallow.internal.commit;

import dev.fallow.internal.storage.ReadOnlyStorage;
import dev.fallow.internal.storage.Storage;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * A read-only view of a container with some bytes replaced, such as with its journal applied; the file is not written. Has the bytes
 * of the commit in memory.
 */
final class RecoveredView implements ReadOnlyStorage {
    private final Storage container;
    private final long size;
    /** The replaced runs, by position; no two overlap. */
    private final NavigableMap<Long, byte[]> runs = new TreeMap<>();

    /** @param size length of the commit's file, at most the container's */
    RecoveredView(Storage container, long size) {
        this.container = container;
        this.size = size;
    }

    /** Overlays bytes on the file. They must not overlap others. */
    void put(long position, ByteBuffer bytes) {
        byte[] run = new byte[bytes.remaining()];
        bytes.get(run);
        runs.put(position, run);
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
        container.read(position, target);
        replace(runs, position, target, from);
    }

    /**
     * Replaces bytes that were read.
     *
     * @param runs by position; no two overlap
     * @param position of the first byte read
     * @param target contains the bytes, from {@code from} up to its position
     */
    static void replace(NavigableMap<Long, byte[]> runs, long position, ByteBuffer target, int from) {
        long end = position + target.position() - from;
        Long before = runs.floorKey(position);
        for (Map.Entry<Long, byte[]> run :
                runs.tailMap(before == null ? position : before).entrySet()) {
            long start = Math.max(position, run.getKey());
            long stop = Math.min(end, run.getKey() + run.getValue().length);
            if (run.getKey() >= end) {
                return;
            } else if (start < stop) {
                target.put(from + (int) (start - position), run.getValue(), (int) (start - run.getKey()), (int)
                        (stop - start));
            }
        }
    }

    @Override
    public String readOnly() {
        return "a view is read-only";
    }

    @Override
    public void close() throws IOException {
        container.close();
    }
}
