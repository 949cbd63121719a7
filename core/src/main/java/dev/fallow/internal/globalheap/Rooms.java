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
final class Rooms {
    private static final int MOST = 4_096;

    private record Room(int free, long address) implements Comparable<Room> {
        @Override
        public int compareTo(Room other) {
            return free != other.free ? Integer.compare(free, other.free) : Long.compare(address, other.address);
        }
    }

    private final TreeSet<Room> byRoom = new TreeSet<>();
    private final Map<Long, Room> byAddress = new HashMap<>();

    /** Sets the number of free bytes in a collection. */
    void set(long address, int free) {
        Room before = byAddress.get(address);
        if (before != null && before.free == free) {
            return;
        }
        forget(address);
        if (free > 0) {
            Room room = new Room(free, address);
            byRoom.add(room);
            byAddress.put(address, room);
            if (byRoom.size() > MOST) {
                byAddress.remove(byRoom.pollFirst().address);
            }
        }
    }

    void forget(long address) {
        Room room = byAddress.remove(address);
        if (room != null) {
            byRoom.remove(room);
        }
    }

    /** Forgets the collections whose addresses a predicate takes. */
    void forgetIf(LongPredicate wanted) {
        byRoom.removeIf(room -> wanted.test(room.address));
        byAddress.keySet().removeIf(wanted::test);
    }

    /** The number of free bytes in a collection; 0 if unknown. */
    int free(long address) {
        Room room = byAddress.get(address);
        return room == null ? 0 : room.free;
    }

    /** The address of a collection with at least this many bytes free, or -1. */
    long find(long bytes) {
        return find(bytes, address -> true);
    }

    /** As above, among the collections that match a predicate, which is evaluated in search order. */
    long find(long bytes, LongPredicate wanted) {
        if (bytes <= Integer.MAX_VALUE) {
            for (Room room : byRoom.tailSet(new Room((int) bytes, -1))) {
                if (wanted.test(room.address)) {
                    return room.address;
                }
            }
        }
        return -1;
    }
}
