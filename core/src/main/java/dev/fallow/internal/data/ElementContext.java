package dev.fallow.internal.data;

import dev.fallow.format.FieldSizes;

/**
 * What the elements of a value depend on besides their type.
 *
 * @param where file and object, for messages
 * @param sizes widths of addresses in the file
 * @param heap where parts without a fixed length are
 */
public record ElementContext(String where, FieldSizes sizes, HeapObjects heap) {
    /** For checking a value, and for values that have all of their data in themselves. */
    public static ElementContext of(String where, FieldSizes sizes) {
        return new ElementContext(where, sizes, HeapObjects.NONE);
    }
}
