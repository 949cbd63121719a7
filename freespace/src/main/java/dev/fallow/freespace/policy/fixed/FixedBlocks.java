package dev.fallow.freespace.policy.fixed;

import dev.fallow.freespace.SectionVisitor;
import dev.fallow.freespace.policy.AllocatedFile;
import dev.fallow.freespace.policy.AllocationPolicy;
import java.util.BitSet;
import java.util.random.RandomGenerator;

/**
 * Fixed blocks: all have one size, and come off the head of a free list, to which they return when they are given back, the
 * last block of a file first. A new disk's list is in the order of addresses; with every truncation and deletion it gets
 * more out of order, and with it the files that are written then. Nothing is done for contiguous or striped files.
 *
 * <p>The list is a stack of block numbers: an int a block, and a bit that says whether it is free. A request and a release
 * are O(1).
 */
public final class FixedBlocks implements AllocationPolicy {
    private final long capacity;
    private final long blockSize;
    private final int[] list; // the head is the last that is used
    private final BitSet free;
    private int length;

    /**
     * A disk of which everything is free.
     *
     * @param capacity bytes
     * @param blockSize bytes
     * @throws IllegalArgumentException if the block size is not positive or larger than the disk, or there are more than
     *     2^31-9 blocks
     */
    public FixedBlocks(long capacity, long blockSize) {
        this(capacity, blockSize, null);
    }

    /**
     * A disk of which everything is free, and has been in use before for so long that the list is in no order at all.
     *
     * @param order shuffles the list; null: it is in the order of addresses
     * @throws IllegalArgumentException as {@link #FixedBlocks(long, long)}
     */
    public FixedBlocks(long capacity, long blockSize, RandomGenerator order) {
        if (blockSize <= 0 || blockSize > capacity || capacity / blockSize > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException("blocks of " + blockSize + " bytes on a disk of " + capacity
                    + ": there must be 1 to " + (Integer.MAX_VALUE - 8));
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

    /** The extent size is not used. */
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
