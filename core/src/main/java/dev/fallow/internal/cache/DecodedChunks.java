package dev.fallow.internal.cache;

import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The decoded chunks of datasets that were used last, up to a number of bytes. Threads that decode chunks of one dataset
 * add them at the same time.
 */
public final class DecodedChunks {
    /** The default size in bytes. */
    public static final long DEFAULT_BYTES = 32L << 20;

    private final long mostBytes;
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

    /** @param mostBytes the size at which the chunks used longest ago are dropped; 0 keeps none */
    public DecodedChunks(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    /** The bytes of a chunk, which must not be changed; null if it is not here. */
    public synchronized byte[] find(long dataset, long[] coordinates) {
        return chunks.isEmpty() ? null : chunks.get(new Key(dataset, coordinates));
    }

    /** Whether a chunk of this size is worth keeping. */
    public boolean accepts(long chunkBytes) {
        return chunkBytes <= mostBytes / 2;
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
        chunks.entrySet().removeIf(entry -> {
            boolean drop = entry.getKey().dataset == dataset;
            bytes -= drop ? entry.getValue().length : 0;
            return drop;
        });
    }
}
