package dev.fallow.freespace.trace;

/**
 * Receives the requests of a trace, on numbered blocks instead of addresses, for a replay on something other than a
 * file space. Blocks are numbered from 0 in order of appearance. Moves of the end of allocation and operations on
 * aggregators are not reported.
 */
public interface BlockVisitor {
    /** A new block of this size in bytes. */
    void allocate(int block, long size);

    /**
     * A block keeps its first {@code kept} bytes, and the others become the new block {@code rest}: a part is about to be
     * released or extended.
     */
    void divide(int block, int rest, long kept);

    /** A block is freed. */
    void release(int block);

    /** A block got longer where it lay, and has {@code size} bytes from now on. */
    void extend(int block, long size);
}
