package dev.fallow.freespace.trace;

/**
 * Receives the requests of a trace, on numbered blocks instead of addresses, for a replay on something other than a
 * file space. Blocks are numbered from 0 in order of appearance. Moves of the end of allocation and operations on
 * aggregators are not reported.
 */
public interface BlockVisitor {
    /** Allocates a new block of {@code size} bytes. */
    void allocate(int block, long size);

    /**
     * Divides a block before a part of it is released or extended. The block keeps its first {@code kept} bytes; the
     * others become the new block {@code rest}.
     */
    void divide(int block, int rest, long kept);

    /** Frees a block. */
    void release(int block);

    /** Extends a block in place to {@code size} bytes. */
    void extend(int block, long size);
}
