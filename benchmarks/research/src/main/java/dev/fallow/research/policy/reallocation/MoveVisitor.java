package dev.fallow.research.policy.reallocation;

/** Receives each move of a block. */
@FunctionalInterface
public interface MoveVisitor {
    /**
     * A block has been copied.
     *
     * @param block its number
     * @param from its address before, in bytes
     * @param to its new address; differs from the one before
     * @param size in bytes
     */
    void moved(int block, long from, long to, long size);
}
