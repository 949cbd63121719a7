package dev.fallow.research.tournament;

import dev.fallow.freespace.SectionVisitor;
import dev.fallow.research.policy.matball.MatBallSpace;
import dev.fallow.research.policy.matball.Piece;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** MatBall: each block of the trace is a file. */
final class MatBallEntry implements TournamentEntry {
    private final MatBallSpace policy;
    private final List<List<Piece>> files;

    MatBallEntry(MatBallSpace policy, int blocks) {
        this.policy = policy;
        files = new ArrayList<>(Collections.nCopies(blocks, null));
    }

    @Override
    public boolean allocate(int block, long size) {
        List<Piece> pieces = policy.allocate(size);
        files.set(block, pieces);
        return !pieces.isEmpty();
    }

    @Override
    public void release(int block) {
        for (Piece piece : files.set(block, null)) {
            policy.release(piece);
        }
    }

    @Override
    public void forEachPiece(int block, SectionVisitor visitor) {
        files.get(block).forEach(piece -> visitor.visit(piece.address(), piece.size()));
    }

    @Override
    public long reach() {
        return policy.capacity();
    }

    /**
     * {@inheritDoc} All bytes that belong to no file, including those that cannot be allocated before their extent is
     * clean.
     */
    @Override
    public long freeBytes() {
        return policy.capacity() - policy.usage().live();
    }

    @Override
    public long freePieces() {
        return policy.freePieces();
    }

    @Override
    public Object policy() {
        return policy;
    }
}
