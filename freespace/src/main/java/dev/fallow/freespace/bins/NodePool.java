package dev.fallow.freespace.bins;

import java.util.Arrays;

/**
 * The memory of all nodes: blocks of one array of longs, identified by the index of their first word. Freed blocks are
 * reused by length. Nodes are not objects, so a manager of a million sections is a single array to the garbage
 * collector.
 *
 * <p>Allocation and release are O(1), except when the full array grows by half.
 */
final class NodePool {
    /** The longest block, in words. */
    static final int LONGEST = 16;

    private static final int INITIAL_WORDS = 64;

    /** All nodes. Replaced when the pool grows: a loop may cache it in a local only while nothing is allocated. */
    long[] words = new long[INITIAL_WORDS];

    /** The first free block of each length, or 0. Each free block's first word names the next. */
    private final int[] free = new int[LONGEST + 1];

    /** The first word never used. Starts above 0, so that no block has index 0. */
    private int unused = SkipLists.TOWER;

    /** Ensures that blocks with this many words in total can be allocated without replacing the array. */
    void reserve(int length) {
        if (words.length - unused < length) {
            long wanted = Math.max(words.length + (words.length >> 1), (long) unused + length);
            if (wanted > Integer.MAX_VALUE - 8) {
                throw new IllegalStateException(
                        "too many sections: " + wanted + " words are needed, of at most " + (Integer.MAX_VALUE - 8));
            }
            words = Arrays.copyOf(words, (int) wanted);
        }
    }

    /** Allocates a block of {@code length} words, all 0. */
    int take(int length) {
        int block = free[length];
        if (block != 0) {
            free[length] = (int) words[block];
            Arrays.fill(words, block, block + length, 0);
            return block;
        }
        reserve(length);
        block = unused;
        unused += length;
        return block;
    }

    /** Frees a block; the length must be that of its allocation. */
    void release(int block, int length) {
        words[block] = free[length];
        free[length] = block;
    }
}
