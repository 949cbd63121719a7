package dev.fallow.research.policy.fixed;

import dev.fallow.freespace.SectionVisitor;
import dev.fallow.research.policy.AllocatedFile;
import dev.fallow.research.policy.AllocationPolicy;
import java.util.BitSet;
import java.util.random.RandomGenerator;

/**
 * Blocks of one size, taken from the head of a free list and returned to its head when they are freed, the last block
 * of a file first. The list of a new disk is in address order. Truncations and deletions disorder it, and so fragment
 * the files written later. There is no support for contiguous or striped files.
 *
 * <p>The list is a stack of block numbers, and takes an int per block plus a bit that indicates whether the block is
 * free. Requests and releases are O(1).
 */
public final class FixedBlocks implements AllocationPolicy {
    private final long capacity;
    private final long blockSize;
    private final int[] list; // the head is the last element in use
    private final BitSet free;
    private int length;

    /**
     * Creates a disk that is entirely free, with its list in address order.
     *
     * @param capacity in bytes
     * @param blockSize in bytes
     * @throws IllegalArgumentException if the block size is not positive or larger than the disk, or there are more
     *     than 2^31-9 blocks
     */
    public FixedBlocks(long capacity, long blockSize) {
        this(capacity, blockSize, null);
    }

    /**
     * Creates a disk that is entirely free, with its list in random order, as after long use.
     *
     * @param order shuffles the list; null for address order
     * @throws IllegalArgumentException as {@link #FixedBlocks(long, long)}
     */
    public FixedBlocks(long capacity, long blockSize, RandomGenerator order) {
        if (blockSize <= 0 || blockSize > capacity || capacity / blockSize > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException("blocks of " + blockSize + " bytes on a disk of " + capacity
                    + ": expected 1 to " + (Integer.MAX_VALUE - 8) + " blocks");
        }
        this.capacity = capacity;
        this.blockSize = blockSize;
        length = (int) (capacity / blockSize);
        list = new int[length];
        free = new BitSet(length);
        free.set(0, length);
        for (int i = 0; i < length; i++) {
            list[i] = length - 1 - i;
        }
        for (int i = length - 1; order != null && i > 0; i--) {
            int other = order.nextInt(i + 1);
            int block = list[i];
            list[i] = list[other];
            list[other] = block;
        }
    }

    @Override
    public long capacity() {
        return capacity;
    }

    @Override
    public long unit() {
        return blockSize;
    }

    @Override
    public long freeBytes() {
        return length * blockSize;
    }

    /** {@inheritDoc} The extent size is not used. */
    @Override
    public AllocatedFile create(long extentSize) {
        requireExtentSize(extentSize);
        return new BlockFile();
    }

    @Override
    public void forEachFree(SectionVisitor visitor) {
        for (int block = free.nextSetBit(0); block >= 0; block = free.nextSetBit(block + 1)) {
            visitor.visit(block * blockSize, blockSize);
        }
    }

    @Override
    public long freePieces() {
        return length;
    }

    private final class BlockFile extends AllocatedFile {
        BlockFile() {
            super(FixedBlocks.this);
        }

        @Override
        protected boolean allocateNext(long wanted) {
            if (length == 0) {
                return false;
            }
            int block = list[--length];
            free.clear(block);
            append(block * blockSize, blockSize);
            return true;
        }

        @Override
        protected void release(long address, long size) {
            int block = (int) (address / blockSize);
            free.set(block);
            list[length++] = block;
        }
    }
}
