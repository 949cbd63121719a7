package dev.fallow.research.policy.buddy;

import dev.fallow.freespace.SectionVisitor;
import dev.fallow.research.policy.AllocationPolicy;

/** The common part of both buddy systems: a disk with blocks of several sizes. */
abstract class BuddyPolicy implements AllocationPolicy {
    final BlockSizes sizes;
    final BuddyBlocks blocks;
    private final long capacity;

    /** @throws IllegalArgumentException if the disk has less than one unit, or more than 2^31-1 units */
    BuddyPolicy(long capacity, BlockSizes sizes) {
        this.capacity = capacity;
        this.sizes = sizes;
        blocks = new BuddyBlocks(sizes, capacity);
    }

    @Override
    public final long capacity() {
        return capacity;
    }

    @Override
    public final long unit() {
        return sizes.smallest();
    }

    @Override
    public final long freeBytes() {
        return blocks.freeBytes();
    }

    @Override
    public final void forEachFree(SectionVisitor visitor) {
        blocks.forEach(visitor);
    }

    @Override
    public final long freePieces() {
        return blocks.freeBlocks();
    }
}
