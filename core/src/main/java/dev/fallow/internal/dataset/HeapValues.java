package dev.fallow.internal.dataset;

import dev.fallow.format.heap.GlobalHeapId;
import dev.fallow.internal.cache.Budget;
import dev.fallow.internal.data.HeapObjects;
import dev.fallow.internal.header.ObjectStore;
import java.io.IOException;

/** Access to the global heap for the elements of one value. */
public final class HeapValues {
    /** Elements may share an object, but many references to one large object could otherwise exhaust memory. */
    private static final int MOST_SHARING = 16;

    private HeapValues() {}

    /** For reading: the total size of a value's parts is limited by the size of the file. */
    public static HeapObjects reading(ObjectStore store) {
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
}
