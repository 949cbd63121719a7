package dev.fallow.internal.heap;

import dev.fallow.format.FieldReader;
import java.io.IOException;

/** The objects of a fractal heap. */
@FunctionalInterface
public interface HeapObjects {
    /**
     * The object with an ID. The reader reads from the heap itself and must not be used after a change.
     *
     * @param source contains the ID, for instance in a record of a B-tree
     * @param at the ID's position in it; all bytes of the ID must be inside
     * @param structure the specification's name of the object, for messages
     * @throws dev.fallow.format.FormatException if there is no object with this ID
     */
    FieldReader object(byte[] source, int at, String structure) throws IOException;
}
