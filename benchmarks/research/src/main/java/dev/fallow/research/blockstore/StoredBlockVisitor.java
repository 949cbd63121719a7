package dev.fallow.research.blockstore;

/** Receives the blocks of a store. */
@FunctionalInterface
public interface StoredBlockVisitor {
    /**
     * Receives an allocated block.
     *
     * @param address the block's address, as returned by its allocation
     * @param capacity of the content in bytes
     */
    void visit(long address, long capacity);
}
