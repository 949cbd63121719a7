package dev.fallow.research.blockstore;

/**
 * The structures that a block store keeps on the medium in addition to the blocks: the paper's memory management
 * methods (sections 2.1 to 2.3).
 */
public enum MemoryMethod {
    /**
     * Method I: only a header next to each block. Free lists are kept in memory; they are written on close, and rebuilt
     * from the headers after a failure.
     */
    HEADERS,
    /**
     * Method I with the headers in contiguous areas separate from the blocks, so that a few accesses read all of them.
     */
    HEADERS_APART,
    /**
     * Method II: lists of all blocks, free and allocated, one list for each size class at the time a block was created.
     * Coalescing rebuilds the lists, and therefore also writes headers of allocated blocks.
     */
    BLOCK_LISTS,
    /** Method III: lists of free blocks. */
    FREE_LISTS
}
