package dev.fallow.research.tournament;

import dev.fallow.freespace.SectionVisitor;
import dev.fallow.research.policy.quickfit.BlockHeaders;
import dev.fallow.research.policy.quickfit.QuickFit;
import dev.fallow.research.policy.quickfit.QuickFitCounts;
import dev.fallow.research.policy.quickfit.QuickFitOptions;

/**
 * Persistent multiple free list fit, with the header of each block inside the block (method I). If a request cannot be
 * served even after coalescing, the storage space is extended by an eighth, like that of a block store.
 */
final class QuickFitEntry implements TournamentEntry {
    /** The length of a header on disk: code bytes, checksum, and size with allocation status. */
    static final int HEADER_BYTES = 16;

    private static final long LEAST_GROWTH = 64 << 10; // in bytes; the block store's 1 MiB would exceed a small trace

    private final QuickFit policy;
    private final long[] addresses;
    private final long[] lengths;

    QuickFitEntry(QuickFitOptions options, int blocks) {
        policy = new QuickFit(options, 0, 0, BlockHeaders.NOWHERE);
        addresses = new long[blocks];
        lengths = new long[blocks];
    }

    @Override
    public boolean allocate(int block, long size) {
        long stored = size + HEADER_BYTES;
        long address = policy.allocate(stored);
        if (address == QuickFit.NO_SPACE) {
            grow(policy.blockSize(stored));
            address = policy.allocate(stored);
        }
        addresses[block] = address;
        lengths[block] = policy.allocatedSize();
        return true;
    }

    private void grow(long lacking) {
        long grain = policy.options().grain();
        long step = Math.max(LEAST_GROWTH, policy.limit() / 8);
        long wanted = Math.max(policy.tail() + lacking, policy.limit() + step);
        policy.extend((wanted + grain - 1) / grain * grain);
    }

    @Override
    public void release(int block) {
        policy.deallocate(addresses[block], lengths[block]);
    }

    /** The counters of the policy. */
    QuickFitCounts counts() {
        return policy.counts();
    }

    @Override
    public void forEachPiece(int block, SectionVisitor visitor) {
        visitor.visit(addresses[block], lengths[block]);
    }

    /** {@inheritDoc} Does not include the tail, which was never allocated. */
    @Override
    public long reach() {
        return policy.tail();
    }

    @Override
    public long freeBytes() {
        return policy.freeBytes();
    }

    @Override
    public long freePieces() {
        return policy.freeBlocks();
    }

    @Override
    public Object policy() {
        return policy;
    }
}
