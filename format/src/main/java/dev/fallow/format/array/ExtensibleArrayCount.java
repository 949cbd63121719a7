package dev.fallow.format.array;

import dev.fallow.format.FieldSizes;
import dev.fallow.format.Layout;

/** The counts in the header of an {@link ExtensibleArray}, in their order. They never decrease. */
public enum ExtensibleArrayCount {
    /** Super blocks that exist. */
    SUPER_BLOCKS("superBlocks"),
    /** Their length in bytes. */
    SUPER_BLOCK_BYTES("superBlockBytes"),
    /** Data blocks that exist. */
    DATA_BLOCKS("dataBlocks"),
    /** Their length in bytes, including pages. */
    DATA_BLOCK_BYTES("dataBlockBytes"),
    /** The highest number of an element ever set, plus one. */
    LIMIT("limit"),
    /** Elements in the index block and in the data blocks that exist. */
    ELEMENTS("elements");

    private final Layout.Field field;

    ExtensibleArrayCount(String field) {
        this.field = ExtensibleArray.LAYOUT.field(field);
    }

    /** The position in the header in bytes. */
    public int at(FieldSizes sizes) {
        return field.at(sizes);
    }
}
