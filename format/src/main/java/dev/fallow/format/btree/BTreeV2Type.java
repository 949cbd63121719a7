package dev.fallow.format.btree;

import dev.fallow.format.FieldReader;

/** The record types of version 2 B-trees. */
public enum BTreeV2Type {
    /** Huge objects of a fractal heap by ID: {@link HugeObjectRecord}. */
    HUGE_INDIRECT(1),
    /** Huge objects of a fractal heap with filters by ID: {@link HugeObjectRecord}. */
    HUGE_INDIRECT_FILTERED(2),
    /** Huge objects of a fractal heap by address: {@link HugeObjectRecord}. */
    HUGE_DIRECT(3),
    /** Huge objects of a fractal heap with filters by address: {@link HugeObjectRecord}. */
    HUGE_DIRECT_FILTERED(4),
    /** Links by name: {@link DenseRecord}. */
    LINK_NAME(5),
    /** Links by creation order: {@link DenseRecord}. */
    LINK_ORDER(6),
    /** Shared messages: {@link SharedMessageRecord}. */
    SHARED_MESSAGE(7),
    /** Attributes by name: {@link DenseRecord}. */
    ATTRIBUTE_NAME(8),
    /** Attributes by creation order: {@link DenseRecord}. */
    ATTRIBUTE_ORDER(9),
    /** Chunks: {@link ChunkRecord}. */
    CHUNK(10),
    /** Chunks with filters: {@link ChunkRecord}. */
    CHUNK_FILTERED(11);

    private static final BTreeV2Type[] VALUES = values();

    private final int number;

    BTreeV2Type(int number) {
        this.number = number;
    }

    /** The number in files: 1 to 11. */
    public int number() {
        return number;
    }

    static BTreeV2Type decode(FieldReader in) {
        int found = in.u8();
        if (found < 1 || found > VALUES.length) {
            throw in.fail("expected B-tree type 1 to " + VALUES.length + ", found " + found, 1);
        }
        return VALUES[found - 1];
    }
}
