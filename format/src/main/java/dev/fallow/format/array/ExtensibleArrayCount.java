package dev.fallow.format.array;

import dev.fallow.format.FieldSizes;

/** The counts in the header of an {@link ExtensibleArray}, in their order. They never decrease. */
public enum ExtensibleArrayCount {
    /** Super blocks that exist. */
    SUPER_BLOCKS,
    /** Their length in bytes. */
    SUPER_BLOCK_BYTES,
    /** Data blocks that exist. */
    DATA_BLOCKS,
    /** Their length in bytes, including pages. */
    DATA_BLOCK_BYTES,
    /** The highest number of an element ever set, plus one. */
    LIMIT,
    /** Elements in the index block and in the data blocks that exist. */
    ELEMENTS;

    /** The position in the header in bytes. */
    public int at(FieldSizes sizes) {
        return 12 + ordinal() * sizes.lengths();
    }
}
