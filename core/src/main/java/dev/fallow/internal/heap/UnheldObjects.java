package dev.fallow.internal.heap;

import dev.fallow.format.heap.GlobalHeapCollection;
import dev.fallow.format.heap.GlobalHeapObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Objects of the global heap that no element holds, in collections with others that are held: what deleting leaves where
 * it was not known whether somebody else holds an object, and what the reference library leaves when it deletes
 * variable-length data. They are taken out a few collections at a time, since what was changed stays in memory until it is
 * committed.
 */
public final class UnheldObjects {
    /** Bytes of the collections of one batch. */
    private static final long BATCH_BYTES = 8L << 20;
    /** After so many collections, those that were looked at may leave the cache. */
    private static final int COLLECTIONS_BETWEEN_TRIMS = 256;

    private final GlobalHeap heap;
    /** For each collection the indexes of the others. */
    private final TreeMap<Long, BitSet> held;

    UnheldObjects(GlobalHeap heap, Map<Long, BitSet> held) {
        this.heap = heap;
        this.held = new TreeMap<>(held);
    }

    /** None at all. */
    public static UnheldObjects none(GlobalHeap heap) {
        return new UnheldObjects(heap, Map.of());
    }

    /** Whether there are none. */
    public boolean isEmpty() {
        return held.isEmpty();
    }

    /** Is told runs of bytes. */
    @FunctionalInterface
    public interface RunVisitor {
        /** Objects that lie one behind the other, with their headers. */
        void visit(long address, long size);
    }

    /** Tells where they lie, in the order of addresses. What was loaded before may have left the cache afterwards. */
    public void forEachRun(RunVisitor visitor) throws IOException {
        int looked = 0;
        for (Map.Entry<Long, BitSet> each : held.entrySet()) {
            long from = 0;
            long to = 0;
            for (GlobalHeapObject object :
                    heap.collection(each.getKey()).collection().objects()) {
                long at = object.headerOffset();
                if (each.getValue().get(object.index())) {
                    continue;
                }
                if (at != to) {
                    tell(visitor, each.getKey(), from, to);
                    from = at;
                }
                to = at + GlobalHeapCollection.footprint(object.size());
            }
            tell(visitor, each.getKey(), from, to);
            if (++looked % COLLECTIONS_BETWEEN_TRIMS == 0) {
                heap.store().cache().trim();
            }
        }
    }

    private static void tell(RunVisitor visitor, long collection, long from, long to) {
        if (to > from) {
            visitor.visit(collection + from, to - from);
        }
    }

    /**
     * Checks that those of the next collections can be taken out, and loads these. There must be some.
     *
     * @return takes them out; they are none of these any more
     */
    public Runnable next() throws IOException {
        List<Long> batch = new ArrayList<>();
        long bytes = 0;
        for (long address : held.keySet()) {
            if (bytes >= BATCH_BYTES) {
                break;
            }
            bytes += heap.collection(address).size();
            batch.add(address);
        }
        return () -> batch.forEach(address -> {
            LiveCollection live = heap.held(address);
            BitSet unheld = new BitSet();
            live.collection().objects().forEach(object -> unheld.set(object.index()));
            unheld.andNot(held.remove(address));
            live.remove(unheld);
        });
    }
}
