package dev.fallow.internal.globalheap;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.LongPredicate;

/**
 * The free space in known global heap collections. Finds the collection with the least sufficient space, and among
 * equals the one at the lowest address. O(log n). The number of collections is limited; those with the least space are
 * dropped first.
 */
final class CollectionFreeSpace {
    private static final int MOST = 4_096;

    private record Entry(int free, long address) implements Comparable<Entry> {
        @Override
        public int compareTo(Entry other) {
            return free != other.free ? Integer.compare(free, other.free) : Long.compare(address, other.address);
        }
    }

    private final TreeSet<Entry> bySize = new TreeSet<>();
    private final Map<Long, Entry> byAddress = new HashMap<>();

    /** Sets the number of free bytes in a collection. */
    void set(long address, int free) {
        Entry before = byAddress.get(address);
        if (before != null && before.free == free) {
            return;
        }
        forget(address);
        if (free > 0) {
            Entry entry = new Entry(free, address);
            bySize.add(entry);
            byAddress.put(address, entry);
            if (bySize.size() > MOST) {
                byAddress.remove(bySize.pollFirst().address);
            }
        }
    }

    void forget(long address) {
        Entry entry = byAddress.remove(address);
        if (entry != null) {
            bySize.remove(entry);
        }
    }

    /** Forgets the collections whose addresses a predicate takes. */
    void forgetIf(LongPredicate wanted) {
        bySize.removeIf(entry -> wanted.test(entry.address));
        byAddress.keySet().removeIf(wanted::test);
    }

    /** The number of free bytes in a collection; 0 if unknown. */
    int free(long address) {
        Entry entry = byAddress.get(address);
        return entry == null ? 0 : entry.free;
    }

    /**
     * The address of a collection with at least this many bytes free that matches a predicate, which is evaluated in search
     * order; -1 if there is none.
     */
    long find(long bytes, LongPredicate wanted) {
        if (bytes <= Integer.MAX_VALUE) {
            for (Entry entry : bySize.tailSet(new Entry((int) bytes, -1))) {
                if (wanted.test(entry.address)) {
                    return entry.address;
                }
            }
        }
        return -1;
    }
}
