package dev.fallow.internal.data;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import java.nio.ByteBuffer;
import java.util.function.LongPredicate;

/**
 * The context of a value's elements in addition to their datatype.
 *
 * @param heap the storage of variable-length parts
 * @param objects whether an object is at an address, so that a reference to it may be stored
 */
public record ElementContext(String where, FieldSizes sizes, HeapObjects heap, LongPredicate objects) {
    /** For values that are not checked. */
    public ElementContext(String where, FieldSizes sizes, HeapObjects heap) {
        this(where, sizes, heap, address -> true);
    }

    /** For checking a value, and for values without parts in the global heap. */
    public static ElementContext of(String where, FieldSizes sizes) {
        return new ElementContext(where, sizes, HeapObjects.NONE);
    }

    /** This context for checking a value that may have references. */
    public ElementContext withObjects(LongPredicate newObjects) {
        return new ElementContext(where, sizes, heap, newObjects);
    }

    /** A reader of an element that is encoded like metadata fields. Advances the buffer past it. */
    FieldReader fields(ByteBuffer in, int size, String structure) {
        byte[] bytes = new byte[size];
        in.get(bytes);
        return FieldReader.of(bytes, sizes, structure, -1);
    }
}
