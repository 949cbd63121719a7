package dev.fallow.internal.shrink;

import java.util.Arrays;
import java.util.Comparator;

/**
 * Blocks in use from an address on, by address. At most so many are kept that they and the addresses that refer to them take
 * an eighth of the memory; those that are left out are not moved.
 */
final class LiveBlocks {
    /** Bytes for a block, its label, and what refers to it. */
    private static final int BYTES = 200;

    private static final int PART = 8;

    private final int most =
            (int) Math.max(1 << 10, Math.min(1 << 26, Runtime.getRuntime().maxMemory() / PART / BYTES));
    private final boolean lowest;
    private long from;
    private long to = Long.MAX_VALUE;
    private Block[] blocks = new Block[64];
    private int count;

    /**
     * One block.
     *
     * @param label names the owner
     */
    record Block(long address, long size, Object label) {
        long end() {
            return address + size;
        }
    }

    /**
     * @param from blocks that end before this are left out
     * @param lowest whether, if there are too many, the first ones are kept; otherwise the last ones
     */
    LiveBlocks(long from, boolean lowest) {
        this.from = from;
        this.lowest = lowest;
    }

    /** Adds a block in use. */
    void add(long address, long size, Object label) {
        if (size == 0 || address + size <= from || address >= to) {
            return;
        }
        if (count == most) {
            leaveOutHalf();
            add(address, size, label);
            return;
        }
        if (count == blocks.length) {
            blocks = Arrays.copyOf(blocks, 2 * count);
        }
        blocks[count++] = new Block(address, size, label);
    }

    private void leaveOutHalf() {
        sort();
        int half = count / 2;
        if (lowest) {
            to = blocks[half].address;
            Arrays.fill(blocks, half, count, null);
        } else {
            from = blocks[half].address;
            System.arraycopy(blocks, half, blocks, 0, count - half);
            Arrays.fill(blocks, count - half, count, null);
        }
        count = lowest ? half : count - half;
    }

    /** Sorts the blocks; to be called after the last was added. */
    void sort() {
        Arrays.sort(blocks, 0, count, Comparator.comparingLong(Block::address));
    }

    int size() {
        return count;
    }

    Block get(int index) {
        return blocks[index];
    }

    /** The index of the block that contains an address; -1 if there is none. */
    int indexOf(long address) {
        int low = 0;
        int high = count - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (blocks[middle].address > address) {
                high = middle - 1;
            } else if (blocks[middle].end() <= address) {
                low = middle + 1;
            } else {
                return middle;
            }
        }
        return -1;
    }
}
