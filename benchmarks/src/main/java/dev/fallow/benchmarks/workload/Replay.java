package dev.fallow.benchmarks.workload;

import dev.fallow.freespace.FreeSpace;

/** Does the operations of a chunk on a manager. */
public interface Replay {
    /** @throws IllegalStateException if an answer is another than the chunk says */
    void replay(FreeSpace space, Chunk chunk);
}
