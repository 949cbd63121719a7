package dev.fallow.internal.data;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Turns the elements of one datatype into those of Java arrays, and back. Rows are one-dimensional arrays. The byte order
 * of the buffers is the codec's business; gaps and padding are written too.
 */
interface ElementCodec {
    /** The component type of the arrays that are read. */
    Class<?> javaType();

    /** Bytes of an element. */
    int size();

    /** Bytes of memory that an element takes at least, besides its place in the array. */
    default long heapBytes() {
        return 0;
    }

    /** Whether arrays of this component type can be written, as far as the values allow. */
    boolean accepts(Class<?> componentType);

    /**
     * Whether each element of a row fits.
     *
     * @return the index of the first that does not, or -1
     */
    int firstMisfit(Object row);

    /** Reads {@code count} elements into {@code row[from...]}. */
    void read(ByteBuffer in, Object row, int from, int count) throws IOException;

    /** Writes {@code count} elements of {@code row[from...]}, all of which fit. */
    void write(ByteBuffer out, Object row, int from, int count) throws IOException;
}
