package dev.fallow.internal.data.element;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Converts the elements of one datatype to Java arrays and back. Rows are one-dimensional arrays. The codec determines
 * the byte order of the buffers; gaps and padding are written too. Threads may read at the same time through one codec, if
 * its elements have no parts in the global heap.
 */
public interface ElementCodec {
    /** The component type of the arrays read. */
    Class<?> javaType();

    /** The size of an element in bytes. */
    int size();

    /** The minimum memory of an element in bytes, in addition to its place in the array. */
    default long heapBytes() {
        return 0;
    }

    /** Whether arrays of this component type can be written, provided that the values fit. */
    boolean accepts(Class<?> componentType);

    /**
     * Whether each element of a row fits.
     *
     * @return the index of the first element that does not, or -1
     */
    int firstMisfit(Object row);

    /** Whether every element of arrays of this component type fits, so that {@link #firstMisfit} need not be asked. */
    default boolean takesAll(Class<?> componentType) {
        return false;
    }

    /** Reads {@code count} elements into {@code row[from...]}. */
    void read(ByteBuffer in, Object row, int from, int count) throws IOException;

    /** Writes {@code count} elements of {@code row[from...]}, all of which fit. */
    void write(ByteBuffer out, Object row, int from, int count) throws IOException;
}
