package dev.fallow.internal.check;

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

    /** The address of the entry. */
    long address() {
        return Math.min(addressAt, sizeAt);
    }

    /** The largest size that the entry can express. */
    public long largestSize() {
        return sizeWidth >= Integer.BYTES ? Integer.MAX_VALUE : (1L << Byte.SIZE * sizeWidth) - 1;
    }
}
