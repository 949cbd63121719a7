package dev.fallow.internal.heap;

import dev.fallow.format.Widths;
import dev.fallow.format.heap.GlobalHeapCollection;
import dev.fallow.format.heap.GlobalHeapId;
import java.io.IOException;
import java.util.BitSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Objects that one change puts into the global heap. Each is announced when the change is checked, so that the collections
 * that have room for them are in the cache; then they are put in without reading anything. What does not fit goes to the
 * end of the collection that was used last, if that can be extended in place, as libhdf5 does; else to a new one. O(log n)
 * an object.
 */
public final class HeapInsertion {
    /** A collection is extended to at most this many bytes; libhdf5's bound. */
    private static final int LARGEST_EXTENDED = 65_536;
    /** Most collections that are looked for room. */
    private static final int MOST_ANNOUNCED = 64;

    private final GlobalHeap heap;
    private final Set<Long> announced = new TreeSet<>();
    /** Room in the collections that will be used, as the announced objects leave it. */
    private final Rooms planned = new Rooms();
    /** Room in those and in new ones, as the objects that are put in leave it. */
    private final Rooms rooms = new Rooms();

    private final Map<Long, BitSet> inserted = new TreeMap<>();
    private LiveCollection last;

    HeapInsertion(GlobalHeap heap) {
        this.heap = heap;
    }

    /** Says that an object of so many bytes will be put in; loads the collection that has room for it, if one is known. */
    public void announce(int size) throws IOException {
        long need = GlobalHeapCollection.footprint(size);
        long address = planned.find(need);
        if (address < 0 && announced.size() < MOST_ANNOUNCED) {
            address = heap.rooms().find(need, known -> !announced.contains(known));
            if (address < 0 && heap.recent() >= 0 && !announced.contains(heap.recent())) {
                load(heap.recent()); // it may be possible to extend it
                return;
            }
            if (address >= 0) {
                load(address);
            }
        }
        if (address >= 0) {
            planned.set(address, (int) (planned.free(address) - need));
        }
    }

    private void load(long address) throws IOException {
        LiveCollection live = heap.collection(address);
        announced.add(address);
        planned.set(address, live.freeBytes());
        rooms.set(address, live.freeBytes());
        if (last == null) {
            last = live;
        }
    }

    /** Puts an object in. */
    public GlobalHeapId put(byte[] data) {
        LiveCollection collection = collection(data.length);
        GlobalHeapId id = collection.insert(data);
        rooms.set(collection.address(), collection.freeBytes());
        inserted.computeIfAbsent(collection.address(), address -> new BitSet()).set((int) id.index());
        last = collection;
        heap.setRecent(collection.address());
        return id;
    }

    private LiveCollection collection(int size) {
        if (isLive(last) && last.collection().fits(size)) {
            return last;
        }
        long need = GlobalHeapCollection.footprint(size);
        long found = rooms.find(need, address -> {
            LiveCollection live = heap.held(address);
            return live != null && live.collection().fits(size);
        });
        if (found >= 0) {
            return heap.held(found);
        }
        if (isLive(last) && extend(last, need)) {
            return last;
        }
        long length = Math.max(GlobalHeapCollection.MIN_SIZE, Widths.align8(GlobalHeapCollection.HEADER_LENGTH + need));
        return LiveCollection.create(heap, Math.toIntExact(length));
    }

    /** Whether a collection is still the one at its address: an earlier change of the same operation may have freed it. */
    private boolean isLive(LiveCollection collection) {
        return collection != null && heap.held(collection.address()) == collection;
    }

    /** Makes a collection twice as long, or as much longer as an object needs. */
    private boolean extend(LiveCollection collection, long need) {
        long extra = Math.max(collection.size(), Widths.align8(need - collection.freeBytes()));
        if (collection.size() + extra > LARGEST_EXTENDED
                || collection.collection().count() == GlobalHeapCollection.MAX_INDEX
                || !heap.store().space().tryExtend(GlobalHeap.SPACE, collection.address(), collection.size(), extra)) {
            return false;
        }
        collection.extend((int) (collection.size() + extra));
        return true;
    }

    /** Takes everything out again that was put in. */
    public void undo() {
        inserted.forEach((address, indexes) -> {
            LiveCollection live = heap.held(address); // it is dirty, so that it stayed
            live.remove(indexes);
            if (live.collection().count() == 0) {
                heap.release(address, live.size());
            }
        });
        inserted.clear();
        last = null;
    }
}
