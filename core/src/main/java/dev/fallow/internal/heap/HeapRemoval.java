package dev.fallow.internal.heap;

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
 * Objects that one change takes out of the global heap. All are gathered when the change is checked. An object that others
 * hold, or may hold ({@link SharedHeapObjects}), is left where it is, and so is one that is met twice; one that is not there
 * is passed over.
 */
public final class HeapRemoval {
    private final GlobalHeap heap;
    private final MetObjects objects;
    private final Set<GlobalHeapId> kept = new HashSet<>();

    HeapRemoval(GlobalHeap heap) {
        this.heap = heap;
        objects = new MetObjects(heap);
    }

    /**
     * Adds an object. What was loaded before may have left the cache afterwards.
     *
     * @return whether it goes and was not met before: what it refers to goes with it
     * @throws dev.fallow.format.FormatException if it is the element's own, and there is no such collection
     */
    public boolean add(GlobalHeapId id, Holding holding) throws IOException {
        return !kept.contains(id) && heap.sharedObjects().mayFree(id, holding) && objects.add(id, holding);
    }

    /** Says that an object stays, whoever holds it besides; before any is added. Returns whether it exists and is new. */
    public boolean keep(GlobalHeapId id, Holding holding) throws IOException {
        return kept.add(id) && heap.contains(id);
    }

    /** Tells the collections that will be given back. */
    public void forEachReleased(ExtentVisitor visitor) {
        objects.collections().forEach((address, collection) -> {
            if (collection.all()) {
                visitor.visit(address, collection.size(), GlobalHeapCollection.STRUCTURE);
            }
        });
    }

    /**
     * Says that all have been added: checks that they can be taken out, and loads the collections that stay.
     *
     * @throws CorruptFileException if two collections overlap, or one lies in free space
     */
    public void prepare() throws IOException {
        long end = 0;
        for (Map.Entry<Long, MetObjects.Collection> each : objects.collections().entrySet()) {
            long address = each.getKey();
            MetObjects.Collection collection = each.getValue();
            if (address < end) {
                throw corrupt(address, "expected it behind another one that ends at " + end);
            }
            end = address + collection.size();
            if (!heap.store().space().inUse(address, collection.size())) {
                throw corrupt(address, collection.size() + " bytes lie in free space");
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

    /** Takes them out; a collection that holds nothing then is given back. */
    public void apply() {
        objects.collections().forEach((address, collection) -> {
            BitSet going = collection.once();
            LiveCollection live = heap.held(address);
            if (going.isEmpty()) {
                return;
            }
            if (live == null) { // all of them go, and nothing has been put in since
                heap.release(address, collection.size());
            } else if (live.collection().count() == going.cardinality()) {
                heap.release(address, live.size());
            } else {
                live.remove(going);
            }
        });
    }
}
