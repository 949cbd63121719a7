package dev.fallow.internal.data;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Converts the elements of one datatype to Java arrays and back. Rows are one-dimensional arrays. The codec determines
 * the byte order of the buffers; gaps and padding are written too. Threads may read, or write, at the same time through one codec,
 * if its elements have no parts in the global heap. A codec for a Java type that the caller names only reads.
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
    default boolean accepts(Class<?> componentType) {
        throw new UnsupportedOperationException();
    }

    /** The index of the first element of a row that does not fit, or -1. */
    default int firstMisfit(Object row) {
        throw new UnsupportedOperationException();
    }

    /** Whether every element of arrays of this component type fits, so that {@link #firstMisfit} need not be asked. */
    default boolean takesAll(Class<?> componentType) {
        return false;
    }

    /** Reads {@code count} elements into {@code row[from...]}. */
    void read(ByteBuffer in, Object row, int from, int count) throws IOException;

    /** Writes {@code count} elements of {@code row[from...]}, all of which fit. */
    default void write(ByteBuffer out, Object row, int from, int count) throws IOException {
        throw new UnsupportedOperationException();
    }
}
