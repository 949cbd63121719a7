package dev.fallow.research.policy.buddy;

import dev.fallow.research.policy.AllocatedFile;

/**
 * Binary buddy allocation (section 4.1): the size of each extent is a power of two in units, and each new extent
 * doubles the file; the first is one unit. So a file has few extents, and up to half of its space may be unused. Koch's
 * nightly reallocation is not part of this policy.
 *
 * <p>A request takes the smallest free block that is large enough, the lowest one among equals, and halves it until it
 * has the right size. This examines a few words for each power of two.
 */
public final class BinaryBuddy extends BuddyPolicy {
    /**
     * Creates a disk that is entirely free.
     *
     * @param capacity in bytes
     * @param unit the size of the smallest block, in bytes
     * @throws IllegalArgumentException if the unit is not positive or larger than the disk, or there are more than
     *     2^31-1 units
     */
    public BinaryBuddy(long capacity, long unit) {
        super(capacity, BlockSizes.doublings(unit, capacity));
    }

    /** {@inheritDoc} The extent size is not used, because files grow by doubling. */
    @Override
    public AllocatedFile create(long extentSize) {
        requireExtentSize(extentSize);
        return new DoublingFile();
    }

    private final class DoublingFile extends AllocatedFile {
        DoublingFile() {
            super(BinaryBuddy.this);
        }

        @Override
        protected boolean allocateNext(long wanted) {
            long size = Math.max(sizes.smallest(), allocatedBytes());
            if (size > sizes.largest()) {
                return false;
            }
            int level = sizes.levelOf(size);
            for (int larger = level; larger < sizes.count(); larger++) {
                long address = blocks.next(larger, 0, blocks.end());
                if (address != BuddyBlocks.NONE) {
                    blocks.take(larger, level, address);
                    append(address, size);
                    return true;
                }
            }
            return false;
        }

        @Override
        protected void release(long address, long size) {
            blocks.release(sizes.levelOf(size), address);
        }
    }
}
