package dev.fallow.research.tournament;

import dev.fallow.freespace.SectionVisitor;
import dev.fallow.research.policy.reallocation.MovableBlocks;
import dev.fallow.research.policy.reallocation.MoveLog;
import dev.fallow.research.policy.reallocation.MoveVisitor;

/** A policy that moves blocks: a block of the trace is where the policy says at present. */
final class MovingEntry implements TournamentEntry {
    private final MoveLog moves = new MoveLog();
    private final MovableBlocks space;

    MovingEntry(MovingPolicy policy, int blocks) {
        space = policy.create(blocks, moves);
    }

    @Override
    public boolean allocate(int block, long size) {
        moves.clear();
        space.allocate(block, size);
        return true;
    }

    @Override
    public void release(int block) {
        moves.clear();
        space.release(block);
    }

    @Override
    public void forEachPiece(int block, SectionVisitor visitor) {
        visitor.visit(space.address(block), space.size(block));
    }

    @Override
    public void forEachMove(MoveVisitor visitor) {
        moves.forEach(visitor);
    }

    @Override
    public long reach() {
        return space.end();
    }

    @Override
    public long freeBytes() {
        return space.end() - space.bytesInUse();
    }

    @Override
    public long freePieces() {
        return space.freePieces();
    }

    /** {@inheritDoc} With the table of blocks, without which it could not move any. */
    @Override
    public Object policy() {
        return space;
    }
}
