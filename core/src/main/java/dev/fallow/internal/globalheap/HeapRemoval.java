package dev.fallow.internal.globalheap;

import dev.fallow.CorruptFileException;
import dev.fallow.format.heap.GlobalHeapCollection;
import dev.fallow.format.heap.GlobalHeapId;
import dev.fallow.internal.extent.ExtentVisitor;
import java.io.IOException;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The global heap removals of one change. All are collected when the change is checked. An object that is or may be
 * referenced elsewhere ({@link SharedHeapObjects}), or is added twice, is not removed; a missing object is skipped.
 */
public final class HeapRemoval {
    private final GlobalHeap heap;
    private final VisitedHeapObjects objects;
    private final Set<GlobalHeapId> kept = new HashSet<>();

    HeapRemoval(GlobalHeap heap) {
        this.heap = heap;
        objects = new VisitedHeapObjects(heap);
    }

    /**
     * Adds an object. Blocks loaded earlier may be evicted from the cache.
     *
     * @return whether it will be removed and was not added before; the objects that it refers to are then removed too
     * @throws dev.fallow.format.FormatException if the element owns the object, and its collection does not exist
     */
    public boolean add(GlobalHeapId id, Ownership ownership) throws IOException {
        return !kept.contains(id) && heap.sharedObjects().mayFree(id, ownership) && objects.add(id, ownership);
    }

    /**
     * Excludes an object from removal, regardless of its other references. To be called before any are added. Returns
     * whether it exists and was not excluded before.
     */
    public boolean keep(GlobalHeapId id, Ownership ownership) throws IOException {
        return kept.add(id) && heap.contains(id);
    }

    /** Visits the collections that will be freed. */
    public void forEachReleased(ExtentVisitor visitor) {
        objects.collections().forEach((address, collection) -> {
            if (collection.all()) {
                visitor.visit(address, collection.size(), GlobalHeapCollection.STRUCTURE);
            }
        });
    }

    /**
     * Ends the collection of removals: checks that they are possible, and loads the collections that remain.
     *
     * @throws CorruptFileException if collections overlap each other or free space
     */
    public void prepare() throws IOException {
        long end = 0;
        for (Map.Entry<Long, VisitedHeapObjects.Collection> each :
                objects.collections().entrySet()) {
            long address = each.getKey();
            VisitedHeapObjects.Collection collection = each.getValue();
            if (address < end) {
                throw corrupt(address, "expected it after another one that ends at " + end);
            }
            end = address + collection.size();
            if (!heap.store().space().inUse(address, collection.size())) {
                throw corrupt(address, collection.size() + " bytes are in free space");
            }
            if (!collection.all() && !collection.once().isEmpty()) {
                heap.collection(address);
            }
        }
    }

    private CorruptFileException corrupt(long address, String problem) {
        return new CorruptFileException("%s: %s at address %d: %s"
                .formatted(heap.store().cache().fileName(), GlobalHeapCollection.STRUCTURE, address, problem));
    }

    /** Removes the objects, and frees collections that become empty. */
    public void apply() {
        objects.collections().forEach((address, collection) -> {
            BitSet going = collection.once();
            LiveCollection live = heap.held(address);
            if (going.isEmpty()) {
                return;
            }
            if (live == null) { // all of them are removed, and nothing was inserted since
                heap.release(address, collection.size());
            } else if (live.collection().count() == going.cardinality()) {
                heap.release(address, live.size());
            } else {
                live.remove(going);
            }
        });
    }
}
