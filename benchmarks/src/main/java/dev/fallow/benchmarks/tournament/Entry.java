package dev.fallow.benchmarks.tournament;

import dev.fallow.freespace.SectionVisitor;

/**
 * A policy at work on one trace. A block is known by its number in {@link Requests}; where its pieces lie is the policy's
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

    /** Shows where a block that is there lies, in the order of its bytes: all that was handed out for it. */
    void forEachPiece(int block, SectionVisitor visitor);

    /** How far the policy's own account goes, in bytes: what it handed out and {@link #freeBytes} are all of this. */
    long reach();

    /** Free bytes, as the policy counts them. */
    long freeBytes();

    /** How many pieces of free space the policy knows: what its memory is divided by. In constant time, or nearly. */
    long freePieces();

    /** The policy, with all it keeps in memory of its free space: not the table of blocks, nor what a file consists of. */
    Object policy();
}
