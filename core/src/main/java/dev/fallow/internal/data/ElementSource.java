package dev.fallow.internal.data;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Supplies elements as they are to be stored, addressed by their row-major number in the value; to several threads at the same time, if
 * the elements have no parts in the global heap.
 */
@FunctionalInterface
public interface ElementSource {
    /**
     * Writes elements.
     *
     * @param out positioned where the first one goes; its position afterwards is not defined
     * @param index the number of the first one
     * @param count the number of elements, at least 1
     */
    void get(ByteBuffer out, long index, int count) throws IOException;
}
