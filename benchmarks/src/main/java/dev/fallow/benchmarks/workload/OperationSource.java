package dev.fallow.benchmarks.workload;

/** Gives the operations of a workload, chunk after chunk, and knows their answers. */
public interface OperationSource {
    /** Puts the next {@code operations} into the chunk, in place of what is there. */
    void next(Chunk chunk, int operations);
}
