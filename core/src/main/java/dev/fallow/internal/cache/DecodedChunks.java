package dev.fallow.internal.cache;

import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The decoded chunks of datasets that were used last, up to a number of bytes. By default that number grows with the slices
 * that are read, so that a dataset can be read row by row without decoding its chunks for each row. Threads that decode
 * chunks of one dataset add them at the same time.
 */
public final class DecodedChunks {
    /** Stands for a size that adapts itself. */
    public static final long ADAPTIVE = -1;

    private static final long LEAST_ADAPTIVE = 32L << 20;
    /** The part of the virtual machine's memory that an adaptive cache may take. */
    private static final int LARGEST_PART = 8;

    private final boolean adaptive;
    private volatile long mostBytes;
    private final Map<Key, byte[]> chunks = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    /**
     * A chunk of a dataset.
     *
     * @param dataset the address of its object header
     * @param coordinates in chunks; not copied
     */
    private record Key(long dataset, long[] coordinates) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && dataset == key.dataset && Arrays.equals(coordinates, key.coordinates);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(coordinates) * 31 + Long.hashCode(dataset);
        }
    }

    /** @param mostBytes the size at which the chunks used longest ago are dropped; 0 keeps none; or {@link #ADAPTIVE} */
    public DecodedChunks(long mostBytes) {
        adaptive = mostBytes == ADAPTIVE;
        this.mostBytes = adaptive ? Math.min(LEAST_ADAPTIVE, largest()) : mostBytes;
    }

    private static long largest() {
        return Runtime.getRuntime().maxMemory() / LARGEST_PART;
    }

    /** Announces a slice; an adaptive cache becomes large enough for its chunks, if it may. */
    public void expect(long chunks, long chunkBytes) {
        if (adaptive && chunks > 0 && chunkBytes <= largest() / chunks) {
            mostBytes = Math.max(mostBytes, chunks * chunkBytes);
        }
    }

    /** The bytes of a chunk, which must not be changed; null if it is not here. */
    public synchronized byte[] find(long dataset, long[] coordinates) {
        return chunks.isEmpty() ? null : chunks.get(new Key(dataset, coordinates));
    }

    /** Whether a chunk of this size is worth keeping. */
    public boolean accepts(long chunkBytes) {
        return chunkBytes <= mostBytes;
    }

    /** Adds a chunk. */
    public synchronized void add(long dataset, long[] coordinates, byte[] chunk) {
        byte[] old = chunks.put(new Key(dataset, coordinates.clone()), chunk);
        bytes += chunk.length - (old == null ? 0 : old.length);
        Iterator<byte[]> oldest = chunks.values().iterator();
        while (bytes > mostBytes) {
            bytes -= oldest.next().length;
            oldest.remove();
        }
    }

    /** Drops a chunk, which is about to change. */
    public synchronized void remove(long dataset, long[] coordinates) {
        byte[] old = chunks.isEmpty() ? null : chunks.remove(new Key(dataset, coordinates));
        bytes -= old == null ? 0 : old.length;
    }

    /** Drops all chunks of a dataset, which is deleted or changes its extent. */
    public synchronized void removeAll(long dataset) {
        if (chunks.isEmpty()) {
            return;
        }
        chunks.entrySet().removeIf(entry -> {
            boolean drop = entry.getKey().dataset == dataset;
            bytes -= drop ? entry.getValue().length : 0;
            return drop;
        });
    }
}
