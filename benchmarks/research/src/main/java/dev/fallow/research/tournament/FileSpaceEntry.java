package dev.fallow.research.tournament;

import dev.fallow.freespace.SectionVisitor;
import dev.fallow.research.policy.AllocatedFile;
import dev.fallow.research.policy.AllocationPolicy;
import java.util.function.LongUnaryOperator;

/**
 * The policy of a file system on a volume of fixed size. Each block of the trace is a file that gets all its bytes at
 * once.
 */
final class FileSpaceEntry implements TournamentEntry {
    private final AllocationPolicy policy;
    private final LongUnaryOperator extentSizes;
    private final AllocatedFile[] files;

    /** @param extentSizes the extent size of a file, by its length */
    FileSpaceEntry(AllocationPolicy policy, LongUnaryOperator extentSizes, int blocks) {
        this.policy = policy;
        this.extentSizes = extentSizes;
        files = new AllocatedFile[blocks];
    }

    @Override
    public boolean allocate(int block, long size) {
        long extentSize = extentSizes.applyAsLong(size);
        if (extentSize > policy.capacity()) {
            return false;
        }
        AllocatedFile file = policy.create(extentSize);
        if (!file.grow(size)) {
            return false;
        }
        files[block] = file;
        return true;
    }

    @Override
    public void release(int block) {
        files[block].delete();
        files[block] = null;
    }

    @Override
    public void forEachPiece(int block, SectionVisitor visitor) {
        AllocatedFile file = files[block];
        for (int extent = 0; extent < file.extentCount(); extent++) {
            visitor.visit(file.extentAddress(extent), file.extentSize(extent));
        }
    }

    /** {@inheritDoc} The whole units of the volume. */
    @Override
    public long reach() {
        return policy.capacity() - policy.capacity() % policy.unit();
    }

    @Override
    public long freeBytes() {
        return policy.freeBytes();
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
