package dev.fallow.freespace.ordered;

import java.util.Arrays;

/**
 * Short runs of longs in one array: blocks of 1, 2, 4, ... {@link #LONGEST} longs, so that a size with one section costs
 * 8 bytes and a size with a few costs one or two cache lines. A block given back serves the next of its length; what no
 * length needs is recovered when the owner compacts (see {@link #wasteful()}).
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

    /** The array that all blocks lie in; valid until the next {@link #allocate}. */
    long[] array() {
        return longs;
    }

    /** Bytes in the array. */
    long bytes() {
        return 8L * longs.length;
    }

    /** The offset of a block of {@code 1 << log} longs. */
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

    /** Gives a block of {@code 1 << log} longs back. */
    void release(int block, int log) {
        longs[block] = freeBlocks[log];
        freeBlocks[log] = block;
        unused += 1 << log;
    }

    /** Whether the array is full and at least half of it lies in blocks given back: time to copy the others together. */
    boolean wasteful() {
        return unused > end >>> 1 && longs.length - end < LONGEST && end > 16 * LONGEST;
    }

    /**
     * The length to which an array is grown: a quarter more, an eighth if it is long, at least what is needed and what a
     * first array has. The copies cost each element at most eight moves in all.
     *
     * @param length elements now
     * @param more elements that are needed beyond them
     * @param first the shortest array that is worth making
     */
    static int grown(int length, int more, int first) {
        long wanted =
                Math.max((long) length + more, Math.max(first, (long) length + (length >>> (length < LONG ? 2 : 3))));
        return (int) Math.min(wanted, Math.max(Integer.MAX_VALUE - 64, Math.addExact(length, more)));
    }
}
