package dev.fallow.research.workload;

/** Generates the operations of a workload with their answers, chunk by chunk. */
public interface OperationSource {
    /** Replaces the content of a chunk by the next {@code operations} operations. */
    void next(Chunk chunk, int operations);
}
