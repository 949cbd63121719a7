package dev.fallow.freespace.ordered;

import java.util.Arrays;

/**
 * Allocates short runs of longs in one array, as blocks of 1, 2, 4, ... {@link #LONGEST} longs, so that a size with one
 * section takes 8 bytes, and a size with a few takes one or two cache lines. A released block is reused for the next
 * request of its length. The owner recovers unused blocks by compaction (see {@link #wasteful()}).
 */
final class AddressRuns {
    /** log2 of the longest block. */
    static final int LONGEST_LOG = 6;

    /** The longest block, in longs. */
    static final int LONGEST = 1 << LONGEST_LOG;

    private static final int NO_BLOCK = -1;
    private static final int FIRST_LENGTH = 64;
    private static final int LONG = 1 << 11;

    private final int[] freeBlocks = new int[LONGEST_LOG + 1];
    private long[] longs = new long[0];
    private int end;
    private int unused;

    AddressRuns() {
        Arrays.fill(freeBlocks, NO_BLOCK);
    }

    /** The array that contains all blocks; valid until the next {@link #allocate}. */
    long[] array() {
        return longs;
    }

    /** The size of the array in bytes. */
    long bytes() {
        return 8L * longs.length;
    }

    /** Allocates a block of {@code 1 << log} longs, and returns its offset. */
    int allocate(int log) {
        int block = freeBlocks[log];
        if (block != NO_BLOCK) {
            freeBlocks[log] = (int) longs[block];
            unused -= 1 << log;
            return block;
        }
        block = end;
        if (longs.length - end < 1 << log) {
            longs = Arrays.copyOf(longs, grown(longs.length, 1 << log, FIRST_LENGTH));
        }
        end += 1 << log;
        return block;
    }

    /** Releases a block of {@code 1 << log} longs. */
    void release(int block, int log) {
        longs[block] = freeBlocks[log];
        freeBlocks[log] = block;
        unused += 1 << log;
    }

    /** Whether the array is full and more than half of it is in released blocks, so that compaction pays. */
    boolean wasteful() {
        return unused > end >>> 1 && longs.length - end < LONGEST && end > 16 * LONGEST;
    }

    /**
     * The new length of an array that has to grow: longer by a quarter, or by an eighth if it is long, at least the
     * needed length and the minimum. Each element is then copied at most eight times, amortised.
     *
     * @param length the current number of elements
     * @param more the number of additional elements needed
     * @param first the minimum length of an array
     */
    static int grown(int length, int more, int first) {
        long wanted =
                Math.max((long) length + more, Math.max(first, (long) length + (length >>> (length < LONG ? 2 : 3))));
        return (int) Math.min(wanted, Math.max(Integer.MAX_VALUE - 64, Math.addExact(length, more)));
    }
}
