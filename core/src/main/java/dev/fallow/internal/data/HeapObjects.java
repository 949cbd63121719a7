package dev.fallow.internal.data;

import dev.fallow.format.heap.GlobalHeapId;
import java.io.IOException;

/** The storage of the variable-length parts of elements: the global heap, or a substitute. */
public interface HeapObjects {
    /** For elements without such parts. */
    HeapObjects NONE = new HeapObjects() {
        @Override
        public byte[] get(GlobalHeapId id) {
            throw new IllegalStateException("an object of the global heap");
        }

        @Override
        public GlobalHeapId put(byte[] data) {
            throw new IllegalStateException("an object of the global heap");
        }
    };

    /**
     * The bytes of an object.
     *
     * @throws dev.fallow.format.FormatException if there is no such object
     */
    byte[] get(GlobalHeapId id) throws IOException;

    /** Stores bytes as a new object; the array must not be modified afterwards. */
    GlobalHeapId put(byte[] data) throws IOException;
}
