package dev.fallow.internal.heap;

import dev.fallow.format.heap.GlobalHeapCollection;
import dev.fallow.format.heap.GlobalHeapId;
import java.io.IOException;
import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;

/**
 * Objects of the global heap that a walk has met: for each collection a set of bits, which is less than 3 % of its size.
 * Those that are met again belong to two elements.
 */
public final class MetObjects {
    /** After so many collections, those that were looked at may leave the cache. */
    private static final int COLLECTIONS_BETWEEN_TRIMS = 256;

    private final GlobalHeap heap;
    private final Map<Long, Collection> collections = new TreeMap<>();
    private long missing;

    /** What is known of one collection. */
    static final class Collection {
        private final long size;
        private final int count;
        private final BitSet met = new BitSet();
        private final BitSet shared = new BitSet();

        private Collection(LiveCollection live) {
            size = live.size();
            count = live.collection().count();
        }

        /** Bytes. */
        long size() {
            return size;
        }

        /** Objects in it. */
        int count() {
            return count;
        }

        /** Indexes of those that were met once. */
        BitSet once() {
            BitSet once = (BitSet) met.clone();
            once.andNot(shared);
            return once;
        }

        /** Whether all of its objects were met, each once. */
        boolean all() {
            return count > 0 && shared.isEmpty() && met.cardinality() == count;
        }
    }

    MetObjects(GlobalHeap heap) {
        this.heap = heap;
    }

    /**
     * Says that an object was met. What was loaded before may have left the cache afterwards.
     *
     * @return whether there is such an object, and it was not met before
     * @throws dev.fallow.format.FormatException if there is no such collection
     */
    public boolean add(GlobalHeapId id) throws IOException {
        return add(id, false);
    }

    /** As {@link #add}, for an object that belongs to something else besides whatever will be met. */
    public boolean addShared(GlobalHeapId id) throws IOException {
        return add(id, true);
    }

    private boolean add(GlobalHeapId id, boolean shared) throws IOException {
        if (id.isNone()) {
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
            return false;
        }
        int index = (int) id.index();
        boolean again = collection.met.get(index);
        collection.met.set(index);
        if (again || shared) {
            collection.shared.set(index);
        }
        return !again;
    }

    Map<Long, Collection> collections() {
        return collections;
    }

    /** Is told collections. */
    @FunctionalInterface
    public interface CollectionVisitor {
        /**
         * One collection.
         *
         * @param shared how many of its objects were met more than once
         */
        void visit(long address, long size, int shared);
    }

    /** Tells the collections with objects that were met, in the order of addresses. */
    public void forEachCollection(CollectionVisitor visitor) {
        collections.forEach((address, each) -> visitor.visit(address, each.size, each.shared.cardinality()));
    }

    /** References to objects that are not there, in collections that are. */
    public long missing() {
        return missing;
    }
}
