package dev.fallow.freespace.policy.quickfit;

/** Receives free blocks. */
@FunctionalInterface
public interface FreeBlockVisitor {
    /**
     * A free block.
     *
     * @param address its first byte
     * @param size its bytes
     * @param tag what the owner gave it
     * @param list the list that it is on
     */
    void visit(long address, long size, long tag, int list);
}
