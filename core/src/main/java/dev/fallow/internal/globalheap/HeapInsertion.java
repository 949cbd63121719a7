package dev.fallow.internal.globalheap;

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
 * The global heap insertions of one change. Each object is announced when the change is checked, so that the
 * collections with free space for it are cached; the insertions then read nothing. An object that does not fit is
 * placed at the end of the most recently used collection, if that can be extended in place, as in libhdf5; otherwise in
 * a new one. O(log n) per object.
 */
public final class HeapInsertion {
    /** The maximum size of an extended collection in bytes, as in libhdf5. */
    private static final int LARGEST_EXTENDED = 65_536;
    /** The maximum number of collections searched for free space. */
    private static final int MOST_ANNOUNCED = 64;

    private final GlobalHeap heap;
    private final Set<Long> announced = new TreeSet<>();
    /** The free space in the collections to be used, less the announced objects. */
    private final CollectionFreeSpace planned = new CollectionFreeSpace();
    /** The free space in those and in new collections, less the inserted objects. */
    private final CollectionFreeSpace freeSpace = new CollectionFreeSpace();

    private final Map<Long, BitSet> inserted = new TreeMap<>();
    private LiveCollection last;

    HeapInsertion(GlobalHeap heap) {
        this.heap = heap;
    }

    /**
     * Announces an insertion of {@code size} bytes, and loads a known collection with enough free space, if there is
     * one.
     */
    public void announce(int size) throws IOException {
        long need = GlobalHeapCollection.footprint(size);
        long address = planned.find(need, known -> true);
        if (address < 0 && announced.size() < MOST_ANNOUNCED) {
            address = heap.freeSpace().find(need, known -> !announced.contains(known));
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
        freeSpace.set(address, live.freeBytes());
        if (last == null) {
            last = live;
        }
    }

    /** Inserts an object. */
    public GlobalHeapId put(byte[] data) {
        LiveCollection collection = collection(data.length);
        GlobalHeapId id = collection.insert(data);
        freeSpace.set(collection.address(), collection.freeBytes());
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
        long found = freeSpace.find(need, address -> {
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

    /** Whether a collection is still at its address; an earlier change of the same operation may have freed it. */
    private boolean isLive(LiveCollection collection) {
        return collection != null && heap.held(collection.address()) == collection;
    }

    /** Doubles the size of a collection, or extends it by what an object needs. */
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

    /** Removes all inserted objects. */
    public void undo() {
        inserted.forEach((address, indexes) -> {
            LiveCollection live = heap.held(address); // dirty, therefore not evicted
            live.remove(indexes);
            if (live.collection().count() == 0) {
                heap.release(address, live.size());
            }
        });
        inserted.clear();
        last = null;
    }
}
