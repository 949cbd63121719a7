package dev.fallow.freespace.policy.buddy;

import dev.fallow.freespace.policy.AllocatedFile;

/**
 * The restricted buddy system (section 4.2): few block sizes; a file begins with the smallest and goes on to the next when
 * it has {@code growFactor} times as many bytes of one size as a block of the next; blocks of a file are contiguous where
 * that can be; and, if clustered, the disk is divided into regions that blocks of a file keep together in. Where a block is
 * taken is told in {@link RegionSelection}.
 *
 * <p>File descriptors decide where a file begins: that of a new file belongs to the region after the one that the last
 * descriptor was put in, or the next that has space. They take no space here, the paper gives them no size.
 */
public final class RestrictedBuddy extends BuddyPolicy {
    /** The paper's bookkeeping regions, in bytes. */
    public static final long REGION_SIZE_OF_PAPER = 32L << 20;

    /** In place of a region size: the disk is not divided. */
    public static final long UNCLUSTERED = 0;

    private final int growFactor;
    private final RegionSelection regions;
    private int lastDescriptorRegion = -1;

    /**
     * A disk of which everything is free.
     *
     * @param capacity bytes
     * @param growFactor at least 1
     * @param regionSize bytes, a multiple of the largest block; or {@link #UNCLUSTERED}
     * @throws IllegalArgumentException if a number is outside its range, or the disk has less than one unit or more than 2^31-1
     */
    public RestrictedBuddy(long capacity, BlockSizes sizes, int growFactor, long regionSize) {
        super(capacity, sizes);
        if (growFactor < 1) {
            throw new IllegalArgumentException("grow factor " + growFactor + ": must be at least 1");
        }
        if (regionSize < 0 || regionSize % sizes.largest() != 0) {
            throw new IllegalArgumentException("region size " + regionSize
                    + ": must be a multiple of the largest block, " + sizes.largest() + ", or 0");
        }
        this.growFactor = growFactor;
        regions = new RegionSelection(sizes, blocks, regionSize == UNCLUSTERED ? capacity : regionSize);
    }

    /** Puts the file's descriptor into a region; the extent size is not used. */
    @Override
    public AllocatedFile create(long extentSize) {
        requireExtentSize(extentSize);
        lastDescriptorRegion = regions.withSpace((lastDescriptorRegion + 1) % regions.regions());
        return new GrowingFile(lastDescriptorRegion);
    }

    private final class GrowingFile extends AllocatedFile {
        private final int descriptorRegion;
        private final int[] blocksOfLevel = new int[sizes.count()];

        GrowingFile(int descriptorRegion) {
            super(RestrictedBuddy.this);
            this.descriptorRegion = descriptorRegion;
        }

        @Override
        protected boolean allocateNext(long wanted) {
            int level = nextLevel();
            int last = extentCount() - 1;
            int region = last < 0 ? descriptorRegion : regions.regionOf(extentAddress(last));
            long place = last < 0 ? -1 : extentAddress(last) + extentSize(last);
            long address = regions.take(level, region, place);
            if (address == BuddyBlocks.NONE) {
                return false;
            }
            append(address, sizes.size(level));
            blocksOfLevel[level]++;
            return true;
        }

        /** The grow policy: on to the next size when there are growFactor times its bytes of one size. */
        private int nextLevel() {
            int level = 0;
            while (level < sizes.top()
                    && blocksOfLevel[level] >= growFactor * (sizes.size(level + 1) / sizes.size(level))) {
                level++;
            }
            return level;
        }

        @Override
        protected void release(long address, long size) {
            int level = sizes.levelOf(size);
            blocks.release(level, address);
            blocksOfLevel[level]--;
        }
    }
}
