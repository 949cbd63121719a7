package dev.fallow.benchmarks.tournament;

import dev.fallow.freespace.SectionVisitor;

/**
 * A policy at work on one trace. A block is known by its number in {@link Requests}; the addresses of its pieces are the policy's
 * choice, and the entry's to remember. What is timed are {@link #allocate} and {@link #release}; all else is asked before
 * or after.
 */
public interface Entry {
    /**
     * Space for a new block.
     *
     * @param size bytes asked for, at least 1
     * @return whether there was any; if not, the volume is too small
     */
    boolean allocate(int block, long size);

    /** Gives all of a block back. */
    void release(int block);

    /** Visits the pieces of a block, in the order of its bytes: everything that was handed out for it. */
    void forEachPiece(int block, SectionVisitor visitor);

    /** The bytes of the policy's own account: the space that it handed out and {@link #freeBytes} add up to this. */
    long reach();

    /** Free bytes, as the policy counts them. */
    long freeBytes();

    /** The number of pieces of free space that the policy knows; its memory is divided by it. In nearly constant time. */
    long freePieces();

    /** The policy, with all it keeps in memory of its free space: not the table of blocks, nor what a file consists of. */
    Object policy();
}
