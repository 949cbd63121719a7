package dev.fallow.freespace.policy.buddy;

import dev.fallow.freespace.policy.AllocatedFile;

/**
 * Binary buddy allocation (section 4.1): the size of each extent is a power of two in units, and each new extent doubles the
 * file; the first is one unit. So a file has few extents, and up to half of it may be unused. Koch's nightly reallocation
 * belongs to his system, not to this policy.
 *
 * <p>Of the free blocks the smallest that is large enough is taken, of these the one at the lowest address, and halved
 * until it has the right size. A request costs a word or few for each power of two.
 */
public final class BinaryBuddy extends BuddyPolicy {
    /**
     * A disk of which everything is free.
     *
     * @param capacity bytes
     * @param unit bytes: the smallest block
     * @throws IllegalArgumentException if the unit is not positive or larger than the disk, or there are more than 2^31-1
     */
    public BinaryBuddy(long capacity, long unit) {
        super(capacity, BlockSizes.doublings(unit, capacity));
    }

    /** The extent size is not used: a file doubles. */
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
