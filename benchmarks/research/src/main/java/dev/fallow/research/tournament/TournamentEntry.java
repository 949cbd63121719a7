package dev.fallow.research.tournament;

import dev.fallow.freespace.SectionVisitor;
import dev.fallow.research.policy.reallocation.MoveVisitor;

/**
 * A policy applied to one trace. Blocks are identified by their number in {@link Requests}; the policy chooses the
 * addresses of their pieces, and the entry stores them; it may change those of any block at each request. Only {@link #allocate} and {@link #release} are timed.
 */
public interface TournamentEntry {
    /**
     * Allocates a new block.
     *
     * @param size requested size in bytes, at least 1
     * @return whether there was enough space; if not, the volume is too small
     */
    boolean allocate(int block, long size);

    /** Releases a block. */
    void release(int block);

    /** Visits all pieces allocated for a block, in order. */
    void forEachPiece(int block, SectionVisitor visitor);

    /**
     * Visits the moves that the last request has caused, in order; none unless the policy moves blocks. The block that was
     * requested may be among them.
     */
    default void forEachMove(MoveVisitor visitor) {}

    /** The total space according to the policy: the sum of the allocated space and {@link #freeBytes}, in bytes. */
    long reach();

    /** The number of free bytes according to the policy. */
    long freeBytes();

    /**
     * The number of pieces of free space that the policy knows, by which its memory is divided. Takes nearly constant
     * time.
     */
    long freePieces();

    /** The policy, with its structures for free space, but without the table of blocks and the extents of files. */
    Object policy();
}
