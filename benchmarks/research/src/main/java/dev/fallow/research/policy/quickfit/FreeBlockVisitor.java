package dev.fallow.research.policy.quickfit;

/** Receives free blocks. */
@FunctionalInterface
public interface FreeBlockVisitor {
    /**
     * Receives a free block.
     *
     * @param address of the block
     * @param size of the block in bytes
     * @param tag assigned by {@link BlockHeaders}
     * @param list the number of its list
     */
    void visit(long address, long size, long tag, int list);
}
