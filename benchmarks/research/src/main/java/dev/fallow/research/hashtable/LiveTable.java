package dev.fallow.research.hashtable;

import dev.fallow.CorruptFileException;
import dev.fallow.research.blockstore.BlockStore;
import dev.fallow.research.blockstore.StartMode;
import dev.fallow.research.policy.quickfit.AddressIndex;
import java.util.ArrayList;
import java.util.List;

/** An open table: lookup, insertion and removal of entries, and doubling. Keys and values are not copied. */
public final class LiveTable {
    private static final int DESCRIPTIONS_A_DOUBLING = 16;

    private final BlockStore store;
    private final TableIndex pointers;
    private TableDescription table;
    private long keys;
    private long changes;
    private int damagedBuckets;

    private LiveTable(BlockStore store, TableDescription table) {
        this.store = store;
        this.table = table;
        pointers = new TableIndex(store);
    }

    /**
     * Creates a table in a store without one.
     *
     * @throws IllegalStateException if the store has a root
     */
    public static LiveTable create(BlockStore store, int lgBuckets) {
        if (store.root() != BlockStore.NONE) {
            throw new IllegalStateException("the store already has a root: " + store.root());
        }
        long index = new TableIndex(store).create(1L << lgBuckets);
        TableDescription table = new TableDescription(lgBuckets, index, -1, -1);
        store.setRoot(store.store(table.encode()));
        return new LiveTable(store, table);
    }

    /**
     * Opens the table at the root of a store. If it was not closed, an interrupted doubling is resumed, keys are
     * counted, and unreachable blocks are freed.
     *
     * @throws CorruptFileException if there is no table
     */
    public static LiveTable open(BlockStore store) {
        LiveTable table = new LiveTable(store, TableDescription.read(store, store.root()));
        table.keys = table.table.keys();
        if (table.table.divided() >= 0) {
            table.divideAll();
        }
        if (table.keys < 0 || store.report().startMode() == StartMode.RECOVERED) {
            table.countAndReclaim();
        }
        return table;
    }

    private long bucketOf(long hash) {
        return hash & table.buckets() - 1;
    }

    /**
     * FNV-1a, 64 bits, followed by mixing, because the lowest bits are the bucket's number.
     *
     * @see <a href="http://www.isthe.com/chongo/tech/comp/fnv/">FNV</a>
     */
    static long hash(byte[] key) {
        long hash = 0xCBF29CE484222325L;
        for (byte one : key) {
            hash = (hash ^ one & 0xFF) * 0x100000001B3L;
        }
        hash = (hash ^ hash >>> 32) * 0x9E3779B97F4A7C15L;
        return hash ^ hash >>> 29;
    }

    /** An entry, or null if there is none, and the location of the pointer to it. */
    private record Found(long block, long offset, long head, TableEntry entry) {}

    private Found find(long hash, byte[] key, int readAtOnce) {
        long block = table.index();
        long offset = 8 * bucketOf(hash);
        long address = pointers.pointer(block, offset);
        long head = address;
        for (long steps = 0; address != BlockStore.NONE; steps++) {
            TableEntry entry = TableEntry.read(store, address, readAtOnce);
            if (entry.hasKey(store, hash, key)) {
                return new Found(block, offset, head, entry);
            }
            requireOfBucket(entry, bucketOf(hash), steps);
            block = address;
            offset = 0;
            address = entry.next();
        }
        return new Found(block, offset, head, null);
    }

    /**
     * Checks that an entry belongs to its bucket, and that its chain is not cyclic; lookups would otherwise be wrong.
     */
    private void requireOfBucket(TableEntry entry, long bucket, long steps) {
        if (bucketOf(entry.hash()) != bucket || steps > 2 * Math.max(1000, keys)) {
            throw new CorruptFileException("hash table: the chain of bucket " + bucket + " contains the entry at "
                    + entry.address() + " of bucket " + bucketOf(entry.hash()) + ", after " + steps + " others");
        }
    }

    /** The value of a key, or null if the key is absent. */
    public byte[] get(byte[] key) {
        TableEntry entry = find(hash(key), key, TableEntry.WHOLE).entry;
        return entry == null ? null : entry.value(store);
    }

    /** Whether a key is present. */
    public boolean contains(byte[] key) {
        return find(hash(key), key, TableEntry.KEY).entry != null;
    }

    /**
     * Sets the value of a key. The order of writes makes this atomic: first the new entry, which points to the rest of
     * the chain, then the pointer to it; then the old entry is freed.
     *
     * @return whether the key is new
     */
    public boolean put(byte[] key, byte[] value) {
        beforeChange();
        long hash = hash(key);
        Found found = find(hash, key, TableEntry.KEY);
        boolean isNew = found.entry == null;
        long next = isNew ? found.head : found.entry.next();
        long address = store.store(TableEntry.encode(next, hash, key, value));
        if (isNew) {
            pointers.setPointer(table.index(), 8 * bucketOf(hash), address);
            keys++;
            if (keys > table.buckets() && table.lgBuckets() < TableDescription.MOST_LG_BUCKETS) {
                grow();
            }
        } else {
            pointers.setPointer(found.block, found.offset, address);
            store.deallocate(found.entry.address());
        }
        return isNew;
    }

    /** Removes a key: first the pointer to its entry is set to the next entry, then the entry is freed. */
    public boolean remove(byte[] key) {
        Found found = find(hash(key), key, TableEntry.KEY);
        if (found.entry == null) {
            return false;
        }
        beforeChange();
        pointers.setPointer(found.block, found.offset, found.entry.next());
        store.deallocate(found.entry.address());
        keys--;
        return true;
    }

    /** Records on the medium that the number of keys there is no longer valid. */
    private void beforeChange() {
        changes++;
        if (table.keys() >= 0) {
            describe(new TableDescription(table.lgBuckets(), table.index(), -1, table.divided()));
        }
    }

    /** Replaces the description. */
    private void describe(TableDescription next) {
        long former = store.root();
        store.setRoot(store.store(next.encode()));
        table = next;
        store.deallocate(former);
    }

    // ---- doubling ---------------------------------------------------------------------------------------------

    /**
     * Doubles the index (section 3). Both halves of the new index lead to all entries of the old one. The new index is
     * valid as soon as the root refers to it; the division of its buckets can be done at any later time.
     */
    private void grow() {
        long former = table.index();
        long index = pointers.createDoubled(former, table.buckets());
        describe(new TableDescription(table.lgBuckets() + 1, index, -1, 0));
        store.deallocate(former);
        divideAll();
    }

    private void divideAll() {
        long half = table.buckets() / 2;
        Division division = new Division(store, table.index(), half);
        long step = Math.max(256, half / DESCRIPTIONS_A_DOUBLING);
        for (long bucket = table.divided(); bucket < half; bucket++) {
            if (bucket > table.divided() && bucket % step == 0) {
                describe(new TableDescription(table.lgBuckets(), table.index(), table.keys(), bucket));
            }
            division.divide(bucket);
        }
        describe(new TableDescription(table.lgBuckets(), table.index(), table.keys(), -1));
    }

    // ---- all entries ------------------------------------------------------------------------------------------

    /** The number of keys. */
    public long size() {
        return keys;
    }

    /** The number of changes, by which iterators detect a modification. */
    public long changes() {
        return changes;
    }

    /** The number of buckets whose chains were found damaged when keys were counted. */
    public int damagedBuckets() {
        return damagedBuckets;
    }

    /** The number of buckets. */
    public long buckets() {
        return table.buckets();
    }

    /** The addresses of the first entries of some buckets. */
    public long[] heads(long from, int count) {
        return pointers.pointers(table.index(), from, count);
    }

    /** Reads an entry with its key and, if {@code wanted}, its value. */
    public Met read(long address, boolean wanted) {
        TableEntry entry = TableEntry.read(store, address, wanted ? TableEntry.WHOLE : TableEntry.KEY);
        return new Met(entry);
    }

    /** An entry visited by an iterator. */
    public final class Met {
        private final TableEntry entry;

        private Met(TableEntry entry) {
            this.entry = entry;
        }

        /** The address of the next entry of the bucket; {@link BlockStore#NONE} if there is none. */
        public long next() {
            return entry.next();
        }

        /** The key. */
        public byte[] key() {
            return entry.key(store);
        }

        /** The value. */
        public byte[] value() {
            return entry.value(store);
        }
    }

    /** Counts the keys, and frees the blocks that an interrupted operation had allocated or not yet freed. */
    private void countAndReclaim() {
        AddressIndex reached = new AddressIndex();
        reached.put(store.root(), 0);
        reached.put(table.index(), 0);
        keys = 0;
        for (long bucket = 0; bucket < table.buckets(); bucket++) {
            try {
                for (long at = pointers.pointer(table.index(), 8 * bucket); at != BlockStore.NONE; ) {
                    TableEntry entry = TableEntry.read(store, at, TableEntry.HEADER);
                    if (reached.get(at) >= 0) {
                        throw new CorruptFileException("hash table: the chain of bucket " + bucket
                                + " contains the entry at " + at + ", to which another pointer has led before");
                    }
                    requireOfBucket(entry, bucket, 0);
                    reached.put(at, 0);
                    keys++;
                    at = entry.next();
                }
            } catch (CorruptFileException e) {
                damagedBuckets++; // access to its keys reports the damage; entries after the damage are kept
            }
        }
        if (damagedBuckets == 0) {
            List<Long> lost = new ArrayList<>();
            store.forEachBlock((address, capacity) -> {
                if (reached.get(address) < 0) {
                    lost.add(address);
                }
            });
            lost.forEach(store::deallocate);
        }
    }

    /** Records the number of keys, and closes the store. */
    public void close() {
        try (store) {
            if (table.keys() < 0 && damagedBuckets == 0) {
                describe(new TableDescription(table.lgBuckets(), table.index(), keys, table.divided()));
            }
        }
    }
}
