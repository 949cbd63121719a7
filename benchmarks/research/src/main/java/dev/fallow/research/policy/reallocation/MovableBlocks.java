package dev.fallow.research.policy.reallocation;

/**
 * Blocks that may be moved at each request. The caller numbers them; a number is not used again. An implementation
 * reports each move to the {@link MoveVisitor} that it was created with. Not thread-safe.
 */
public interface MovableBlocks {
    /**
     * Allocates a block.
     *
     * @param block its number, at least 0, not used before
     * @param size in bytes, at least 1
     */
    void allocate(int block, long size);

    /**
     * Releases a block.
     *
     * @param block the number of an allocated block
     */
    void release(int block);

    /** The present address of an allocated block, in bytes. */
    long address(int block);

    /** The size of an allocated block in bytes. */
    long size(int block);

    /** The footprint: the address after the last byte of a block; 0 if there is none. */
    long end();

    /** The bytes of all allocated blocks. */
    long bytesInUse();

    /** The number of free runs, or of other pieces, that the policy keeps account of. */
    long freePieces();

    /** What is proven for every sequence of requests. */
    ProvenBounds bounds();
}
