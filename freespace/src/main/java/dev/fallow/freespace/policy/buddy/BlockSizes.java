package dev.fallow.freespace.policy.buddy;

import java.util.Arrays;

/** The block sizes of a buddy system, the smallest first: each is a multiple of the one before. Levels are numbered from 0. */
public final class BlockSizes {
    private static final long K = 1024;

    private final long[] sizes;

    private BlockSizes(long[] sizes) {
        this.sizes = sizes;
    }

    /**
     * These sizes.
     *
     * @param sizes bytes
     * @throws IllegalArgumentException if there is none, if one is not positive, or not a larger multiple of the one before
     */
    public static BlockSizes of(long... sizes) {
        if (sizes.length == 0) {
            throw new IllegalArgumentException("no block size");
        }
        for (int i = 0; i < sizes.length; i++) {
            if (sizes[i] <= 0 || i > 0 && (sizes[i] <= sizes[i - 1] || sizes[i] % sizes[i - 1] != 0)) {
                throw new IllegalArgumentException("block size " + sizes[i] + " in " + Arrays.toString(sizes)
                        + ": must be positive, and a larger multiple of the one before");
            }
        }
        return new BlockSizes(sizes.clone());
    }

    /**
     * The sets of the paper's section 4.2: the first of 1K, 8K, 64K, 1M and 16M.
     *
     * @param count how many sizes, 2 to 5
     * @throws IllegalArgumentException if the count is outside that range
     */
    public static BlockSizes ofPaper(int count) {
        long[] all = {K, 8 * K, 64 * K, K * K, 16 * K * K};
        if (count < 2 || count > all.length) {
            throw new IllegalArgumentException("block sizes: " + count + ", must be 2 to " + all.length);
        }
        return of(Arrays.copyOf(all, count));
    }

    /**
     * The unit and all its doublings that are not larger than the disk.
     *
     * @throws IllegalArgumentException if the unit is not positive, or larger than the disk
     */
    public static BlockSizes doublings(long unit, long capacity) {
        if (unit <= 0 || unit > capacity) {
            throw new IllegalArgumentException("unit " + unit + " of a disk of " + capacity + " bytes");
        }
        int count = 1;
        for (long size = unit; size <= capacity - size; size *= 2) {
            count++;
        }
        long[] sizes = new long[count];
        for (int i = 0; i < count; i++) {
            sizes[i] = unit << i;
        }
        return of(sizes);
    }

    /** How many sizes there are. */
    public int count() {
        return sizes.length;
    }

    /** The level of the largest size. */
    public int top() {
        return sizes.length - 1;
    }

    /** Bytes of a block of a level. */
    public long size(int level) {
        return sizes[level];
    }

    /** The smallest size, in bytes: the disk unit. */
    public long smallest() {
        return sizes[0];
    }

    /** The largest size, in bytes. */
    public long largest() {
        return sizes[top()];
    }

    /** @throws IllegalArgumentException if there is no such size */
    public int levelOf(long size) {
        int level = Arrays.binarySearch(sizes, size);
        if (level < 0) {
            throw new IllegalArgumentException("no block has " + size + " bytes, but " + this);
        }
        return level;
    }

    @Override
    public String toString() {
        return Arrays.toString(sizes);
    }
}
