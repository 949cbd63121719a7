package dev.fallow.research.workload;

import dev.fallow.freespace.FreeSpace;

/** Executes the operations of a chunk on a manager. */
public interface Replay {
    /** @throws IllegalStateException if an answer differs from that of the chunk */
    void replay(FreeSpace space, Chunk chunk);
}
