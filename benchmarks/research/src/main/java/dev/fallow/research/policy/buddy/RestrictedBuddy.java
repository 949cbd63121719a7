package dev.fallow.research.policy.buddy;

import dev.fallow.research.policy.AllocatedFile;

/**
 * The restricted buddy system (section 4.2), with few block sizes. A file starts with blocks of the smallest size, and
 * changes to the next size when its blocks of one size have {@code growFactor} times as many bytes as a block of the
 * next. Blocks of a file are contiguous where possible. If clustered, the disk is divided into regions, and the blocks
 * of a file stay in one region where possible. {@link RegionSelection} selects the blocks.
 *
 * <p>A file starts in the region of its descriptor. Descriptors are assigned to regions in turn, skipping regions
 * without free space. They take no space here, because the paper specifies no size.
 */
public final class RestrictedBuddy extends BuddyPolicy {
    /** The paper's bookkeeping regions, in bytes. */
    public static final long REGION_SIZE_OF_PAPER = 32L << 20;

    /** The region size of a disk that is not divided into regions. */
    public static final long UNCLUSTERED = 0;

    private final int growFactor;
    private final RegionSelection regions;
    private int lastDescriptorRegion = -1;

    /**
     * Creates a disk that is entirely free.
     *
     * @param capacity in bytes
     * @param growFactor the threshold for the next block size, at least 1
     * @param regionSize in bytes, a multiple of the largest block, or {@link #UNCLUSTERED}
     * @throws IllegalArgumentException if an argument is out of range, or the disk has less than one unit or more than
     *     2^31-1 units
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

    /** {@inheritDoc} Assigns the file's descriptor to a region. The extent size is not used. */
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

        /**
         * The grow policy: changes to the next size when the blocks of one size have growFactor times the bytes of a
         * block of the next.
         */
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
