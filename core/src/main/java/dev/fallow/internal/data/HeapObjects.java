package dev.fallow.internal.data;

import dev.fallow.format.heap.GlobalHeapId;
import java.io.IOException;

/** The storage of the variable-length parts of elements: the global heap, or a substitute. */
@FunctionalInterface
public interface HeapObjects {
    /** For elements without such parts. */
    HeapObjects NONE = data -> {
        throw new IllegalStateException("an object of the global heap");
    };

    /**
     * The bytes of an object. A storage that is only written has none.
     *
     * @throws dev.fallow.format.FormatException if there is no such object
     */
    default byte[] get(GlobalHeapId id) throws IOException {
        throw new IllegalStateException("an object of the global heap");
    }

    /** Stores bytes as a new object; the array must not be modified afterwards. */
    GlobalHeapId put(byte[] data) throws IOException;
}
