package dev.fallow.research.blockstore;

import dev.fallow.research.hashtable.LiveTable;
import java.nio.file.Path;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.function.Function;

/**
 * A persistent map of byte arrays on a {@link BlockStore}, section 3 of the paper: a hash table whose index doubles
 * when there are more keys than buckets. A lookup takes one access for the index and one for each entry of the bucket
 * up to the key (one more if key and value exceed 4,000 bytes). An insertion takes the same, and one write each for the
 * entry, the pointer to it, and the deallocation of the old entry.
 *
 * <p>Every operation is atomic: after a failure at any write the map is as before or as after the operation, under the
 * assumptions of the {@linkplain BlockStore block store}. An interrupted doubling is resumed. Opening a table after a
 * failure reads the first bytes of every entry, to count the keys and to free unreachable blocks.
 *
 * <p>The table owns its store, which must not contain any other blocks. Null keys and values are not allowed. Arrays
 * are copied. Methods throw what the store throws, and {@link dev.fallow.CorruptFileException} if an entry's checksum
 * is wrong or a chain of entries is broken. Not thread-safe.
 */
public final class HashtableOnDisk implements AutoCloseable {
    private static final int LG_BUCKETS_AT_FIRST = 6;
    private static final int BUCKETS_AT_ONCE = 512;

    private final LiveTable table;
    private final BlockStore store;

    private HashtableOnDisk(LiveTable table, BlockStore store) {
        this.table = table;
        this.store = store;
    }

    /**
     * A key and its value.
     *
     * @param key the key
     * @param value the value
     */
    public record Entry(byte[] key, byte[] value) {}

    /**
     * Creates an empty table in a file, which must not exist yet.
     *
     * @throws dev.fallow.StorageException if the file exists, or cannot be created
     */
    public static HashtableOnDisk create(Path file, BlockStoreOptions options) {
        return create(BlockStore.create(file, options));
    }

    /**
     * Creates an empty table in an empty store and takes ownership of the store.
     *
     * @throws IllegalStateException if the store has a root
     */
    public static HashtableOnDisk create(BlockStore store) {
        return new HashtableOnDisk(LiveTable.create(store, LG_BUCKETS_AT_FIRST), store);
    }

    /**
     * Opens the table in a file.
     *
     * @throws dev.fallow.CorruptFileException if there is no table in the file
     */
    public static HashtableOnDisk open(Path file, BlockStoreOptions options) {
        BlockStore store = BlockStore.open(file, options);
        HashtableOnDisk opened = null;
        try {
            opened = open(store);
            return opened;
        } finally {
            if (opened == null) {
                store.close();
            }
        }
    }

    /**
     * Opens the table in a store and takes ownership of the store.
     *
     * @throws dev.fallow.CorruptFileException if there is no table in the store
     */
    public static HashtableOnDisk open(BlockStore store) {
        return new HashtableOnDisk(LiveTable.open(store), store);
    }

    /** The value of a key, or null if the key is absent. */
    public byte[] get(byte[] key) {
        return table.get(Objects.requireNonNull(key, "key"));
    }

    /** Whether a key is present. */
    public boolean containsKey(byte[] key) {
        return table.contains(Objects.requireNonNull(key, "key"));
    }

    /**
     * Sets the value of a key, replacing the previous value.
     *
     * @return whether the key is new
     * @throws IllegalArgumentException if key and value together exceed the largest entry, about 2^31 bytes
     */
    public boolean put(byte[] key, byte[] value) {
        Objects.requireNonNull(key, "key");
        return table.put(key, Objects.requireNonNull(value, "value"));
    }

    /**
     * Removes a key and its value.
     *
     * @return whether the key was present
     */
    public boolean remove(byte[] key) {
        return table.remove(Objects.requireNonNull(key, "key"));
    }

    /** The number of keys. */
    public long size() {
        return table.size();
    }

    /** Whether the table has no keys. */
    public boolean isEmpty() {
        return size() == 0;
    }

    /** All keys, in unspecified order. The iterator fails after the table is changed. */
    public Iterable<byte[]> keys() {
        return () -> new Walk<>(false, LiveTable.Met::key);
    }

    /** All values, in the order of {@link #keys}. */
    public Iterable<byte[]> values() {
        return () -> new Walk<>(true, LiveTable.Met::value);
    }

    /** All entries, in the order of {@link #keys}. */
    public Iterable<Entry> entries() {
        return () -> new Walk<>(true, met -> new Entry(met.key(), met.value()));
    }

    /**
     * The number of buckets in which a damaged entry was found when the table was opened after a failure. Entries that
     * follow it in the same bucket are unreachable. 0 if there was no damage, or if the table had been closed.
     */
    public int damagedBuckets() {
        return table.damagedBuckets();
    }

    /** The store's state: space and file accesses. */
    public StoreReport report() {
        return store.report();
    }

    /** Makes all completed operations durable, unless forcing is off. */
    public void flush() {
        store.checkpoint();
    }

    /** Closes the table and its store. */
    @Override
    public void close() {
        table.close();
    }

    /** Iterates over the buckets, and over the entries of each bucket. */
    private final class Walk<T> implements Iterator<T> {
        private final boolean wholeEntries;
        private final Function<LiveTable.Met, T> wanted;
        private final long changes = table.changes();
        private long[] heads = new long[0];
        private int nextHead;
        private long nextBuckets;
        private long next = BlockStore.NONE;
        private long steps;

        Walk(boolean wholeEntries, Function<LiveTable.Met, T> wanted) {
            this.wholeEntries = wholeEntries;
            this.wanted = wanted;
        }

        @Override
        public boolean hasNext() {
            if (changes != table.changes()) {
                throw new ConcurrentModificationException("the table was modified during the iteration");
            }
            while (next == BlockStore.NONE) {
                if (nextHead == heads.length) {
                    long left = table.buckets() - nextBuckets;
                    if (left == 0) {
                        return false;
                    }
                    heads = table.heads(nextBuckets, (int) Math.min(left, BUCKETS_AT_ONCE));
                    nextBuckets += heads.length;
                    nextHead = 0;
                }
                next = heads[nextHead++];
            }
            return true;
        }

        @Override
        public T next() {
            if (!hasNext()) {
                throw new NoSuchElementException("only " + steps + " entries");
            }
            if (++steps > table.size()) {
                throw new dev.fallow.CorruptFileException(
                        "hash table: expected " + table.size() + " entries, found more");
            }
            LiveTable.Met met = table.read(next, wholeEntries);
            next = met.next();
            return wanted.apply(met);
        }
    }
}
