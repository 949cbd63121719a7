package dev.fallow.internal.attribute;

import dev.fallow.format.heap.GlobalHeapId;
import dev.fallow.internal.data.HeapObjects;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * The global heap objects of one attribute. They are read while the attribute is, because they may not exist later.
 */
final class KeptHeapObjects implements HeapObjects {
    private final Map<GlobalHeapId, byte[]> objects = new HashMap<>();
    /** The heap; null when the attribute has been read. */
    private HeapObjects heap;

    KeptHeapObjects(HeapObjects heap) {
        this.heap = heap;
    }

    @Override
    public byte[] get(GlobalHeapId id) throws IOException {
        if (heap != null) {
            byte[] object = heap.get(id); // each time, because the heap limits the size of all elements
            objects.put(id, object);
            return object;
        }
        byte[] object = objects.get(id);
        if (object == null) {
            throw new IllegalStateException("an object of the global heap that was not read with the attribute");
        }
        return object;
    }

    @Override
    public GlobalHeapId put(byte[] data) {
        throw new IllegalStateException("nothing is written");
    }

    /** Ends the reading of the attribute: what was read remains. */
    void close() {
        heap = null;
    }
}
