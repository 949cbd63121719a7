package dev.fallow.internal.pointer;

import dev.fallow.format.FieldReader;

/**
 * The places in a chunk index of the address, the stored size and the filter mask of a chunk with filters.
 *
 * @param part of the index
 * @param addressAt where the address is
 * @param sizeAt where the size is; the mask, of four bytes, is after it
 * @param sizeWidth in bytes
 * @param key where an index above has the same size and mask; null if none has
 */
public record ChunkEntry(Part part, long addressAt, long sizeAt, int sizeWidth, Key key) {
    /**
     * A key of an internal node of a version 1 B-tree, which repeats the first key of the node below.
     *
     * @param above the one that repeats this one; null if none does
     */
    public record Key(Part part, long sizeAt, Key above) {}

    /** Receives the entries of an index. */
    @FunctionalInterface
    interface Visitor {
        /** An entry, and the address that it has. */
        void entry(ChunkEntry entry, long chunk);
    }

    /** The largest size that the entry can express. */
    public long largestSize() {
        return sizeWidth >= Integer.BYTES ? Integer.MAX_VALUE : (1L << Byte.SIZE * sizeWidth) - 1;
    }

    /** An entry of an array or of a version 2 B-tree: the address, the size, and the mask. */
    static ChunkEntry of(Part part, FieldReader address, int offsetWidth, int sizeWidth) {
        return new ChunkEntry(part, address.address(), address.address() + offsetWidth, sizeWidth, null);
    }
}
