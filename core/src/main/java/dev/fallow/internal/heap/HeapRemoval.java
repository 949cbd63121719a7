package dev.fallow.internal.heap;

import dev.fallow.CorruptFileException;
import dev.fallow.format.heap.GlobalHeapCollection;
import dev.fallow.format.heap.GlobalHeapId;
import dev.fallow.internal.extent.ExtentVisitor;
import java.io.IOException;
import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;

/**
 * Objects that one change takes out of the global heap. All are gathered when the change is checked: the indexes of each
 * collection are a set of bits, so that this takes less than 3 % of the size of the collections. An object that is met
 * twice belongs to two, of which one may stay: it is left where it is, as in quarantine, and so is one that is not there.
 */
public final class HeapRemoval {
    /** After so many collections, those that were looked at may leave the cache. */
    private static final int COLLECTIONS_BETWEEN_TRIMS = 256;

    private final GlobalHeap heap;
    private final Map<Long, Gathered> gathered = new TreeMap<>();
    private int looked;

    /** What is taken out of one collection. */
    private static final class Gathered {
        private final long size;
        private final int count;
        private final BitSet met = new BitSet();
        private final BitSet shared = new BitSet();

        private Gathered(LiveCollection collection) {
            size = collection.size();
            count = collection.collection().count();
        }

        private boolean takesAll() {
            return count > 0 && shared.isEmpty() && met.cardinality() == count;
        }
    }

    HeapRemoval(GlobalHeap heap) {
        this.heap = heap;
    }

    /**
     * Adds an object. What was loaded before may have left the cache afterwards.
     *
     * @return whether it is there and was not met before: what it refers to goes with it
     * @throws dev.fallow.format.FormatException if there is no such collection
     */
    public boolean add(GlobalHeapId id) throws IOException {
        if (id.isNone()) {
            return false;
        }
        Gathered collection = gathered.get(id.collectionAddress());
        if (collection == null) {
            if (++looked % COLLECTIONS_BETWEEN_TRIMS == 0) {
                heap.store().cache().trim();
            }
            collection = new Gathered(heap.collection(id.collectionAddress()));
            gathered.put(id.collectionAddress(), collection);
        }
        if (id.index() > GlobalHeapCollection.MAX_INDEX
                || !heap.collection(id.collectionAddress()).collection().contains(id.index())) {
            return false;
        }
        int index = (int) id.index();
        if (collection.met.get(index)) {
            collection.shared.set(index);
            return false;
        }
        collection.met.set(index);
        return true;
    }

    /** How many objects were met more than once. */
    public long sharedCount() {
        return gathered.values().stream().mapToLong(each -> each.shared.cardinality()).sum();
    }

    /** Tells the collections that will be given back. */
    public void forEachReleased(ExtentVisitor visitor) {
        gathered.forEach((address, each) -> {
            if (each.takesAll()) {
                visitor.visit(address, each.size, GlobalHeapCollection.STRUCTURE);
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
        for (Map.Entry<Long, Gathered> each : gathered.entrySet()) {
            long address = each.getKey();
            Gathered collection = each.getValue();
            if (address < end) {
                throw corrupt(address, "expected it behind another one that ends at " + end);
            }
            end = address + collection.size;
            if (!heap.store().space().inUse(address, collection.size)) {
                throw corrupt(address, collection.size + " bytes lie in free space");
            }
            collection.met.andNot(collection.shared);
            if (!collection.met.isEmpty() && !collection.takesAll()) {
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
        gathered.forEach((address, each) -> {
            LiveCollection live = heap.held(address);
            if (each.met.isEmpty()) {
                return;
            }
            if (live == null) { // nothing has been put in since
                heap.release(address, each.size);
            } else if (live.collection().count() == each.met.cardinality()) {
                heap.release(address, live.size());
            } else {
                live.remove(each.met);
            }
        });
    }
}
