package dev.fallow.internal.object;

import dev.fallow.format.heap.GlobalHeapId;
import dev.fallow.internal.cache.Budget;
import dev.fallow.internal.data.HeapObjects;
import dev.fallow.internal.heap.HeapInsertion;
import java.io.IOException;

/** The global heap as the elements of one value see it. */
final class HeapValues {
    /** Elements may share an object; but many that lead to one large object would otherwise fill any memory. */
    private static final int MOST_SHARING = 16;

    private HeapValues() {}

    /** For reading: all parts of a value together are bounded by the size of the file. */
    static HeapObjects reading(ObjectStore store) {
        Budget bytes = new Budget(
                "global heap collection", -1, MOST_SHARING * store.structures().allocatedBytes());
        return new HeapObjects() {
            @Override
            public byte[] get(GlobalHeapId id) throws IOException {
                byte[] data = store.globalHeap().get(id);
                bytes.take(data.length);
                return data;
            }

            @Override
            public GlobalHeapId put(byte[] data) {
                throw new IllegalStateException("nothing is written");
            }
        };
    }

    /** For writing, in a change that was checked. */
    static HeapObjects writing(HeapInsertion insertion) {
        return new HeapObjects() {
            @Override
            public byte[] get(GlobalHeapId id) {
                throw new IllegalStateException("nothing is read");
            }

            @Override
            public GlobalHeapId put(byte[] data) {
                return insertion.put(data);
            }
        };
    }
}
