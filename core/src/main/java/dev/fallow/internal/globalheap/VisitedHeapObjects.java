package dev.fallow.internal.globalheap;

import dev.fallow.format.heap.GlobalHeapCollection;
import dev.fallow.format.heap.GlobalHeapId;
import java.io.IOException;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The global heap objects visited by a walk: three bit sets per collection, together less than a tenth of its size. An
 * object visited more than once has several holders.
 */
public final class VisitedHeapObjects {
    /** After this many collections, those processed may be evicted from the cache. */
    private static final int COLLECTIONS_BETWEEN_TRIMS = 256;

    private final GlobalHeap heap;
    private final Map<Long, Collection> collections = new TreeMap<>();
    private final Set<GlobalHeapId> dangling = new HashSet<>();
    private long missing;

    /** The state of one collection. */
    static final class Collection {
        private final long size;
        private final int count;
        private final int freeBytes;
        private final BitSet visited = new BitSet();
        private final BitSet owned = new BitSet();
        private final BitSet shared = new BitSet();
        private int ownedAgain;

        private Collection(LiveCollection live) {
            size = live.size();
            count = live.collection().count();
            freeBytes = live.collection().freeBytes();
        }

        /** The size in bytes. */
        long size() {
            return size;
        }

        /** The indexes of objects visited once. */
        BitSet once() {
            BitSet once = (BitSet) visited.clone();
            once.andNot(shared);
            return once;
        }

        /** Whether each of its objects was visited exactly once. */
        boolean all() {
            return count > 0 && shared.isEmpty() && visited.cardinality() == count;
        }

        private boolean add(int index, Ownership ownership) {
            boolean again = visited.get(index);
            boolean ownedBefore = owned.get(index);
            visited.set(index);
            if (again) {
                shared.set(index);
            }
            if (ownership == Ownership.POSSIBLY_SHARED) {
                return !again;
            }
            owned.set(index);
            if (ownedBefore) {
                ownedAgain++;
            }
            return !ownedBefore;
        }
    }

    VisitedHeapObjects(GlobalHeap heap) {
        this.heap = heap;
    }

    /**
     * Records the visit of an object. Blocks loaded earlier may be evicted from the cache.
     *
     * <p>A copied ID may be dangling in a valid file, because the reference library copies the IDs in compounds
     * unchanged from one file to another.
     *
     * @return whether the object exists, and was not visited in this way before
     * @throws dev.fallow.format.FormatException if the collection does not exist, and the ID was not copied
     */
    public boolean add(GlobalHeapId id, Ownership ownership) throws IOException {
        if (id.isNone()) {
            return false;
        }
        if (ownership == Ownership.POSSIBLY_SHARED && !heap.contains(id)) {
            addDangling(id);
            return false;
        }
        LiveCollection live = heap.collection(id.collectionAddress());
        Collection collection = collections.get(id.collectionAddress());
        if (collection == null) {
            collection = new Collection(live);
            collections.put(id.collectionAddress(), collection);
            if (collections.size() % COLLECTIONS_BETWEEN_TRIMS == 0) {
                heap.store().cache().trim();
            }
        }
        if (id.index() > GlobalHeapCollection.MAX_INDEX || !live.collection().contains(id.index())) {
            missing++;
            addDangling(id);
            return false;
        }
        return collection.add((int) id.index(), ownership);
    }

    private void addDangling(GlobalHeapId id) {
        if (dangling.size() < SharedHeapObjects.MOST_DANGLING) {
            dangling.add(id);
        }
    }

    Map<Long, Collection> collections() {
        return collections;
    }

    /** Receives collections. */
    @FunctionalInterface
    public interface CollectionVisitor {
        /**
         * One collection.
         *
         * @param freeBytes the bytes at its end that no object uses
         * @param ownedAgain the number of elements that own an object which another element owns too
         */
        void visit(long address, long size, int freeBytes, int ownedAgain);
    }

    /** Visits the collections with visited objects, in address order. */
    public void forEachCollection(CollectionVisitor visitor) {
        collections.forEach((address, each) -> visitor.visit(address, each.size, each.freeBytes, each.ownedAgain));
    }

    /** The number of elements that own missing objects in existing collections. */
    public long missing() {
        return missing;
    }

    /**
     * Publishes the objects with several holders to the session.
     *
     * @param all whether every element that refers to an object was visited
     */
    public void publish(boolean all) {
        Map<Long, BitSet> shared = new TreeMap<>();
        collections.forEach((address, each) -> {
            if (!each.shared.isEmpty()) {
                shared.put(address, (BitSet) each.shared.clone());
            }
        });
        heap.sharedObjects().found(all, shared, dangling);
    }

    /** The unvisited objects, in collections with visited ones. */
    public UnheldObjects unheld() {
        Map<Long, BitSet> held = new TreeMap<>();
        collections.forEach((address, each) -> {
            if (each.visited.cardinality() < each.count) {
                held.put(address, (BitSet) each.visited.clone());
            }
        });
        return new UnheldObjects(heap, held);
    }
}
