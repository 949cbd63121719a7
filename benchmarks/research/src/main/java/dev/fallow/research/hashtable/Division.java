package dev.fallow.research.hashtable;

import dev.fallow.CorruptFileException;
import dev.fallow.research.blockstore.BlockStore;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Divides the entries of a bucket between the two buckets that replace it when a table is doubled. Initially both lead
 * to the same chain of all entries. Then pointers are changed one by one, so that each chain skips the entries of the
 * other. At any time each chain contains all of its own entries, and possibly others, so lookups are always correct,
 * and an interrupted division can be repeated from the start.
 *
 * <p>A pointer is changed only if the other chain does not contain it. Each chain has a first pointer from one of its
 * own entries to an entry of the other bucket; of these two pointers, the one that comes first in the common chain is
 * changed.
 */
final class Division {
    private final BlockStore store;
    private final TableIndex pointers;
    private final long index;
    private final long buckets;

    /** @param buckets half the number of buckets in the index */
    Division(BlockStore store, long index, long buckets) {
        this.store = store;
        this.pointers = new TableIndex(store);
        this.index = index;
        this.buckets = buckets;
    }

    /** Divides the entries of a bucket. Writes nothing if they are already divided. */
    void divide(long bucket) {
        Chain low = new Chain(bucket);
        Chain high = new Chain(bucket + buckets);
        low.setHead();
        high.setHead();
        while (true) {
            int inLow = low.firstBoundary();
            int inHigh = high.firstBoundary();
            if (inLow < 0 && inHigh < 0) {
                return;
            }
            if (inLow >= 0 && (inHigh < 0 || !high.contains(low.addresses.get(inLow)))) {
                low.passOver(inLow);
            } else {
                high.passOver(inHigh);
            }
        }
    }

    /** The chain of a bucket: its own entries and possibly others. */
    private final class Chain {
        private final long bucket;
        private final List<Long> addresses = new ArrayList<>();
        private final List<Boolean> own = new ArrayList<>();

        Chain(long bucket) {
            this.bucket = bucket;
            Set<Long> met = new HashSet<>();
            long address = pointers.pointer(index, 8 * bucket);
            while (address != BlockStore.NONE) {
                if (!met.add(address)) {
                    throw new CorruptFileException("hash table: the chain of bucket " + bucket
                            + " contains the entry at " + address + " twice");
                }
                TableEntry entry = TableEntry.read(store, address, TableEntry.HEADER);
                addresses.add(address);
                own.add((entry.hash() & 2 * buckets - 1) == bucket);
                address = entry.next();
            }
        }

        boolean contains(long address) {
            return addresses.contains(address);
        }

        private int nextOwn(int from) {
            int i = from;
            while (i < own.size() && !own.get(i)) {
                i++;
            }
            return i;
        }

        /** Sets the bucket's pointer to its first own entry. */
        void setHead() {
            int first = nextOwn(0);
            if (first > 0) {
                pointers.setPointer(index, 8 * bucket, first < own.size() ? addresses.get(first) : BlockStore.NONE);
                remove(0, first);
            }
        }

        /**
         * The position of the first own entry that is followed by an entry of the other bucket; -1 if there is none.
         */
        int firstBoundary() {
            for (int i = 0; i + 1 < own.size(); i++) {
                if (own.get(i) && !own.get(i + 1)) {
                    return i;
                }
            }
            return -1;
        }

        void passOver(int boundary) {
            int next = nextOwn(boundary + 1);
            pointers.setPointer(addresses.get(boundary), 0, next < own.size() ? addresses.get(next) : BlockStore.NONE);
            remove(boundary + 1, next);
        }

        private void remove(int from, int to) {
            addresses.subList(from, to).clear();
            own.subList(from, to).clear();
        }
    }
}
