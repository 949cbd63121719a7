package dev.fallow.internal.data;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Receives elements as stored, addressed by their row-major number in the result. */
public interface ElementTarget {
    /**
     * Takes elements.
     *
     * @param in positioned at the first one; its position afterwards is not defined
     * @param index the number of the first one
     * @param count the number of elements, at least 1
     */
    void put(ByteBuffer in, long index, int count) throws IOException;

    /**
     * Takes elements that are all equal.
     *
     * @param index the number of the first one
     * @param count the number of elements, at least 1
     */
    void repeat(byte[] element, long index, long count) throws IOException;
}
