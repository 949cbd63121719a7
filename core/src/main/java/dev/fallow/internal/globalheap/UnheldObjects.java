package dev.fallow.internal.globalheap;

import dev.fallow.format.heap.GlobalHeapCollection;
import dev.fallow.format.heap.GlobalHeapObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Global heap objects without a holder, in collections with objects that have one: left behind by deletions that could
 * not exclude another holder, and by the reference library on deleting variable-length data. They are removed a few
 * collections at a time, because changes stay in memory until they are committed.
 */
public final class UnheldObjects {
    /** The total size of the collections in one batch. */
    private static final long BATCH_BYTES = 8L << 20;
    /** After this many collections, those processed may be evicted from the cache. */
    private static final int COLLECTIONS_BETWEEN_TRIMS = 256;

    private final GlobalHeap heap;
    /** For each collection, the indexes of the objects with a holder. */
    private final TreeMap<Long, BitSet> held;

    UnheldObjects(GlobalHeap heap, Map<Long, BitSet> held) {
        this.heap = heap;
        this.held = new TreeMap<>(held);
    }

    /** An empty set. */
    public static UnheldObjects none(GlobalHeap heap) {
        return new UnheldObjects(heap, Map.of());
    }

    /** Whether there are no such objects. */
    public boolean isEmpty() {
        return held.isEmpty();
    }

    /** Receives runs of bytes. */
    @FunctionalInterface
    public interface RunVisitor {
        /** Consecutive objects, including their headers. */
        void visit(long address, long size);
    }

    /** Visits the objects' extents in address order. Blocks loaded earlier may be evicted from the cache. */
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
                    visitRun(visitor, each.getKey(), from, to);
                    from = at;
                }
                to = at + GlobalHeapCollection.footprint(object.size());
            }
            visitRun(visitor, each.getKey(), from, to);
            if (++looked % COLLECTIONS_BETWEEN_TRIMS == 0) {
                heap.store().cache().trim();
            }
        }
    }

    private static void visitRun(RunVisitor visitor, long collection, long from, long to) {
        if (to > from) {
            visitor.visit(collection + from, to - from);
        }
    }

    /**
     * Checks that the objects of the next batch can be removed, and loads their collections. There must be a next
     * batch.
     *
     * @return removes the batch
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
