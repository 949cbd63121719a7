package dev.fallow.internal.heap;

import dev.fallow.format.heap.GlobalHeapCollection;
import dev.fallow.format.heap.GlobalHeapId;
import java.io.IOException;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Objects of the global heap that a walk has met: for each collection three sets of bits, which together are less than a
 * tenth of its size. Those that are met again have several holders.
 */
public final class MetObjects {
    /** After so many collections, those that were looked at may leave the cache. */
    private static final int COLLECTIONS_BETWEEN_TRIMS = 256;

    private final GlobalHeap heap;
    private final Map<Long, Collection> collections = new TreeMap<>();
    private final Set<GlobalHeapId> dangling = new HashSet<>();
    private long missing;

    /** What is known of one collection. */
    static final class Collection {
        private final long size;
        private final int count;
        private final BitSet met = new BitSet();
        private final BitSet owned = new BitSet();
        private final BitSet shared = new BitSet();
        private int ownedAgain;

        private Collection(LiveCollection live) {
            size = live.size();
            count = live.collection().count();
        }

        /** Bytes. */
        long size() {
            return size;
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

        private boolean add(int index, Holding holding) {
            boolean again = met.get(index);
            boolean ownedBefore = owned.get(index);
            met.set(index);
            if (again) {
                shared.set(index);
            }
            if (holding == Holding.COPIED) {
                return !again;
            }
            owned.set(index);
            if (ownedBefore) {
                ownedAgain++;
            }
            return !ownedBefore;
        }
    }

    MetObjects(GlobalHeap heap) {
        this.heap = heap;
    }

    /**
     * Says that an object was met. What was loaded before may have left the cache afterwards.
     *
     * <p>An ID that may have been copied can lead nowhere in a file that is in order: the reference library copies the IDs
     * in compounds from one file to another as they are.
     *
     * @return whether there is such an object, and it was not met in this way before
     * @throws dev.fallow.format.FormatException if there is no such collection, and the ID was not copied
     */
    public boolean add(GlobalHeapId id, Holding holding) throws IOException {
        if (id.isNone()) {
            return false;
        }
        if (holding == Holding.COPIED && !heap.contains(id)) {
            leadsNowhere(id);
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
            leadsNowhere(id);
            return false;
        }
        return collection.add((int) id.index(), holding);
    }

    private void leadsNowhere(GlobalHeapId id) {
        if (dangling.size() < SharedHeapObjects.MOST_DANGLING) {
            dangling.add(id);
        }
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
         * @param ownedAgain how many elements hold an object as their own that is another element's own too
         */
        void visit(long address, long size, int ownedAgain);
    }

    /** Tells the collections with objects that were met, in the order of addresses. */
    public void forEachCollection(CollectionVisitor visitor) {
        collections.forEach((address, each) -> visitor.visit(address, each.size, each.ownedAgain));
    }

    /** How many elements hold objects as their own that are not there, in collections that are. */
    public long missing() {
        return missing;
    }

    /**
     * Has the session know which objects several elements hold.
     *
     * @param all whether every element that holds an object was met
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

    /** The objects that were not met, of collections of which some were. */
    public UnheldObjects unheld() {
        Map<Long, BitSet> held = new TreeMap<>();
        collections.forEach((address, each) -> {
            if (each.met.cardinality() < each.count) {
                held.put(address, (BitSet) each.met.clone());
            }
        });
        return new UnheldObjects(heap, held);
    }
}
