package dev.fallow.blockstore;

/** Is shown the blocks of a store. */
@FunctionalInterface
public interface BlockVisitor {
    /**
     * An allocated block.
     *
     * @param address what it was allocated as
     * @param capacity the bytes that it has for content
     */
    void visit(long address, long capacity);
}
