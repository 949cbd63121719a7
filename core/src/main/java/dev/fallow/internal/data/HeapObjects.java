package dev.fallow.internal.data;

import dev.fallow.format.heap.GlobalHeapId;
import java.io.IOException;

/** Where the parts of elements are that have no fixed length: the global heap, or what stands for it. */
public interface HeapObjects {
    /** For elements that have no such parts. */
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
     * @throws dev.fallow.format.FormatException if there is none
     */
    byte[] get(GlobalHeapId id) throws IOException;

    /** Keeps bytes as a new object; they are not changed afterwards. */
    GlobalHeapId put(byte[] data) throws IOException;
}
