package dev.fallow.internal.cache;

import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongPredicate;

/**
 * The decoded chunks of datasets that were used last, up to a number of bytes. By default that number grows with the slices
 * that are read, so that a dataset can be read row by row without decoding its chunks for each row. Threads that decode
 * chunks of one dataset add them at the same time, and all readers of a container share them.
 *
 * <p>Finding a chunk takes no lock. The clock algorithm decides which ones are dropped.
 */
public final class DecodedChunks {
    /** Stands for a size that adapts itself. */
    public static final long ADAPTIVE = -1;

    private static final long LEAST_ADAPTIVE = 32L << 20;
    /** The part of the virtual machine's memory that an adaptive cache may take. */
    private static final int LARGEST_PART = 8;
    /** So many chunks that were removed may stay in the queue. */
    private static final int LEAST_STALE = 64;

    private final boolean adaptive;
    private final AtomicLong mostBytes;
    private final ConcurrentMap<Key, Chunk> chunks = new ConcurrentHashMap<>();
    /** The order in which chunks are considered to be dropped; has some that were removed. */
    private final Queue<Chunk> queue = new ConcurrentLinkedQueue<>();

    private final AtomicInteger stale = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();

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

    private static final class Chunk {
        private final Key key;
        private final int length;
        /** Null after it was removed. */
        private volatile byte[] content;
        /** Whether it was found since it was last considered. */
        private volatile boolean used;

        private Chunk(Key key, byte[] content) {
            this.key = key;
            this.content = content;
            length = content.length;
        }
    }

    /** @param mostBytes the size at which chunks are dropped; 0 keeps none; or {@link #ADAPTIVE} */
    public DecodedChunks(long mostBytes) {
        adaptive = mostBytes == ADAPTIVE;
        this.mostBytes = new AtomicLong(adaptive ? Math.min(LEAST_ADAPTIVE, largest()) : mostBytes);
    }

    private static long largest() {
        return Runtime.getRuntime().maxMemory() / LARGEST_PART;
    }

    /** Announces a slice; an adaptive cache becomes large enough for its chunks, if it may. */
    public void expect(long chunkCount, long chunkBytes) {
        if (adaptive && chunkCount > 0 && chunkBytes <= largest() / chunkCount) {
            mostBytes.accumulateAndGet(chunkCount * chunkBytes, Math::max);
        }
    }

    /** The bytes of a chunk, which must not be changed; null if it is not here. */
    public byte[] find(long dataset, long[] coordinates) {
        Chunk found = chunks.isEmpty() ? null : chunks.get(new Key(dataset, coordinates));
        if (found == null) {
            return null;
        }
        if (!found.used) {
            found.used = true;
        }
        return found.content;
    }

    /** Whether a chunk of this size is worth keeping. */
    public boolean accepts(long chunkBytes) {
        return chunkBytes <= mostBytes.get();
    }

    public void add(long dataset, long[] coordinates, byte[] content) {
        Chunk chunk = new Chunk(new Key(dataset, coordinates.clone()), content);
        bytes.addAndGet(chunk.length);
        Chunk old = chunks.put(chunk.key, chunk);
        if (old != null) {
            removed(old);
        }
        queue.add(chunk);
        drop();
    }

    /** Drops chunks until there are not too many bytes. */
    private void drop() {
        while (bytes.get() > mostBytes.get()) {
            Chunk oldest = queue.poll();
            if (oldest == null) {
                return;
            } else if (oldest.content == null) {
                stale.decrementAndGet();
            } else if (oldest.used) {
                oldest.used = false;
                queue.add(oldest);
            } else if (chunks.remove(oldest.key, oldest)) {
                bytes.addAndGet(-oldest.length);
            }
        }
    }

    /** A chunk that is no longer found. It is still in the queue. */
    private void removed(Chunk chunk) {
        chunk.content = null;
        bytes.addAndGet(-chunk.length);
        int count = stale.incrementAndGet();
        if (count > LEAST_STALE && count > chunks.size() && queue.removeIf(each -> each.content == null)) {
            stale.set(0);
        }
    }

    /** Drops a chunk, which is about to change. */
    public void remove(long dataset, long[] coordinates) {
        Chunk old = chunks.isEmpty() ? null : chunks.remove(new Key(dataset, coordinates));
        if (old != null) {
            removed(old);
        }
    }

    /** Drops all chunks of a dataset, which is deleted or changes its extent. */
    public void removeAll(long dataset) {
        removeIf(each -> each == dataset);
    }

    /** Drops all chunks of some datasets, which are deleted or move. */
    public void removeIf(LongPredicate datasets) {
        for (Chunk each : chunks.values()) {
            if (datasets.test(each.key.dataset) && chunks.remove(each.key, each)) {
                removed(each);
            }
        }
    }
}
