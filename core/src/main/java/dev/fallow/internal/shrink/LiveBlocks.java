package dev.fallow.internal.shrink;

import dev.fallow.internal.space.Claims;
import java.util.Arrays;
import java.util.Comparator;

/** The blocks in use from an address on, by address. Takes about 40 bytes for each of them. */
final class LiveBlocks implements Claims {
    private final long from;
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

    /** @param from blocks that end before this are left out */
    LiveBlocks(long from) {
        this.from = from;
    }

    @Override
    public void add(long address, long size, Object label) {
        if (size == 0 || address + size <= from) {
            return;
        }
        if (count == blocks.length) {
            blocks = Arrays.copyOf(blocks, 2 * count);
        }
        blocks[count++] = new Block(address, size, label);
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
