package dev.fallow.freespace.trace;

/**
 * Is shown what a trace asks for, on numbered blocks in place of addresses: for a replay on something that is no file space.
 * Blocks are numbered from 0 as they appear. When the end of allocation moves, and what becomes of aggregators, is not shown.
 */
public interface BlockVisitor {
    /** A new block, of so many bytes. */
    void allocate(int block, long size);

    /**
     * A block keeps its first {@code kept} bytes, and the others become the new block {@code rest}: a part is about to be
     * released or extended.
     */
    void divide(int block, int rest, long kept);

    /** A block is given back. */
    void release(int block);

    /** A block got longer where it lay, and has {@code size} bytes from now on. */
    void extend(int block, long size);
}
