package dev.fallow.research.policy.buddy;

import java.util.Arrays;

/**
 * The block sizes of a buddy system in ascending order, each a multiple of the previous one. The index of a size is its
 * level, starting at 0.
 */
public final class BlockSizes {
    private static final long K = 1024;

    private final long[] sizes;

    private BlockSizes(long[] sizes) {
        this.sizes = sizes;
    }

    /**
     * Creates the block sizes of a system.
     *
     * @param sizes in bytes, in ascending order
     * @throws IllegalArgumentException if there is no size, a size is not positive, or not a larger multiple of the
     *     previous one
     */
    public static BlockSizes of(long... sizes) {
        if (sizes.length == 0) {
            throw new IllegalArgumentException("no block size");
        }
        for (int i = 0; i < sizes.length; i++) {
            if (sizes[i] <= 0 || i > 0 && (sizes[i] <= sizes[i - 1] || sizes[i] % sizes[i - 1] != 0)) {
                throw new IllegalArgumentException("block size " + sizes[i] + " in " + Arrays.toString(sizes)
                        + ": must be positive, and a larger multiple of the previous one");
            }
        }
        return new BlockSizes(sizes.clone());
    }

    /**
     * The sets of the paper's section 4.2: the first of 1K, 8K, 64K, 1M and 16M.
     *
     * @param count the number of sizes, 2 to 5
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
     * The unit times each power of two, up to the size of the disk.
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

    /** The number of sizes. */
    public int count() {
        return sizes.length;
    }

    /** The level of the largest size. */
    public int top() {
        return sizes.length - 1;
    }

    /** The size of a block of a level, in bytes. */
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

    /**
     * The level of a size in bytes.
     *
     * @throws IllegalArgumentException if there is no such size
     */
    public int levelOf(long size) {
        int level = Arrays.binarySearch(sizes, size);
        if (level < 0) {
            throw new IllegalArgumentException("no block size of " + size + " bytes in " + this);
        }
        return level;
    }

    @Override
    public String toString() {
        return Arrays.toString(sizes);
    }
}
