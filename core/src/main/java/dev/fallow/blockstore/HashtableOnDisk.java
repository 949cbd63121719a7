package dev.fallow.blockstore;

import dev.fallow.internal.hashtable.LiveTable;
import java.nio.file.Path;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.function.Function;

/**
 * A persistent map of byte arrays on a {@link BlockStore}, section 3 of the paper: a hash table whose index doubles when
 * there are more keys than buckets. Reading a value takes an access for the index and one for each entry of the bucket up to
 * the key's (one more where key and value have more than 4,000 bytes); putting takes the same, and one write for the entry,
 * one for the pointer to it, and one to give back the old.
 *
 * <p>Every operation is whole: after a failure at any write the map is as before it or as after it, under what the block
 * store {@linkplain BlockStore assumes}. Doubling goes on where it was cut off. What a failure left unreachable is found, and
 * keys are counted, when the table is opened after it, which reads the first bytes of every entry.
 *
 * <p>The table owns its store: nothing else may have blocks in it. Null is no key and no value. Arrays are not kept. Throws
 * what the store throws, and {@link dev.fallow.CorruptFileException} where an entry's checksum is wrong or a chain of
 * entries is broken. Not thread-safe.
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
     * An entry.
     *
     * @param key its key
     * @param value its value
     */
    public record Entry(byte[] key, byte[] value) {}

    /**
     * Creates an empty table in a file that must not exist.
     *
     * @throws dev.fallow.StorageException if it does, or cannot be created
     */
    public static HashtableOnDisk create(Path file, BlockStoreOptions options) {
        return create(BlockStore.create(file, options));
    }

    /**
     * Creates an empty table in an empty store, and owns that from then on.
     *
     * @throws IllegalStateException if the store has a root
     */
    public static HashtableOnDisk create(BlockStore store) {
        return new HashtableOnDisk(LiveTable.create(store, LG_BUCKETS_AT_FIRST), store);
    }

    /**
     * Opens the table in a file.
     *
     * @throws dev.fallow.CorruptFileException if there is none
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
     * Opens the table in a store, and owns that from then on.
     *
     * @throws dev.fallow.CorruptFileException if there is none
     */
    public static HashtableOnDisk open(BlockStore store) {
        return new HashtableOnDisk(LiveTable.open(store), store);
    }

    /** The value of a key; null if the key is not there. */
    public byte[] get(byte[] key) {
        return table.get(Objects.requireNonNull(key, "key"));
    }

    /** Whether a key is there. */
    public boolean containsKey(byte[] key) {
        return table.contains(Objects.requireNonNull(key, "key"));
    }

    /**
     * Puts a value, in the place of the key's former one if it has one.
     *
     * @return whether the key is new
     * @throws IllegalArgumentException if key and value together are too large for one entry, of some 2^31 bytes
     */
    public boolean put(byte[] key, byte[] value) {
        Objects.requireNonNull(key, "key");
        return table.put(key, Objects.requireNonNull(value, "value"));
    }

    /**
     * Removes a key and its value.
     *
     * @return whether the key was there
     */
    public boolean remove(byte[] key) {
        return table.remove(Objects.requireNonNull(key, "key"));
    }

    /** How many keys there are. */
    public long size() {
        return table.size();
    }

    /** Whether there are none. */
    public boolean isEmpty() {
        return size() == 0;
    }

    /** All keys, in no order that means anything. The iterator does not go on after a change of the table. */
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
     * Buckets in which a damaged entry was found when the table was opened after a failure: what lies behind it in the same
     * bucket cannot be reached. 0 if all is well, or the table had been closed.
     */
    public int damagedBuckets() {
        return table.damagedBuckets();
    }

    /** The store's state: space and disk accesses. */
    public StoreReport report() {
        return store.report();
    }

    /** Makes all that was done durable, unless forcing is off. */
    public void flush() {
        store.checkpoint();
    }

    /** Closes the table and its store. */
    @Override
    public void close() {
        table.close();
    }

    /** Goes through the buckets, and through the entries of each. */
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
                throw new ConcurrentModificationException("the table was changed since the iteration began");
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
                throw new NoSuchElementException("no more than " + steps + " entries");
            }
            if (++steps > table.size()) {
                throw new dev.fallow.CorruptFileException(
                        "hash table: more entries are met than the " + table.size() + " that there are");
            }
            LiveTable.Met met = table.read(next, wholeEntries);
            next = met.next();
            return wanted.apply(met);
        }
    }
}
