package dev.fallow.blockstore;

/** What a block store keeps on the medium beside the blocks: the paper's memory management methods (sections 2.1 to 2.3). */
public enum MemoryMethod {
    /**
     * Method I: a header beside each block and nothing else. Free lists live in memory; they are written when the store is
     * closed, and made again from the headers after a failure.
     */
    HEADERS,
    /** Method I with the headers in contiguous areas apart from the blocks, so that a few accesses read them all. */
    HEADERS_APART,
    /**
     * Method II: lists of all blocks, free and allocated, a list for each class of sizes at the time a block was made.
     * Coalescing makes the lists new, and so writes headers of allocated blocks, too.
     */
    BLOCK_LISTS,
    /** Method III: lists of free blocks. */
    FREE_LISTS
}
