package dev.fallow.freespace.bins;

import java.util.Arrays;

/**
 * The memory of all nodes: blocks of one array of longs, named by the index of their first word. Blocks given back are
 * handed out again by length. No node is an object, so a manager of a million sections is one array to the collector.
 *
 * <p>Taking and giving back are O(1), but for the growth of the array by half when it is full.
 */
final class NodePool {
    /** The longest block, in words. */
    static final int LONGEST = 16;

    private static final int INITIAL_WORDS = 64;

    /** All the nodes. Replaced when the pool grows: a loop may keep it in a local only while nothing is taken. */
    long[] words = new long[INITIAL_WORDS];

    /** The first free block of each length, or 0. Each free block's first word names the next. */
    private final int[] free = new int[LONGEST + 1];

    /** The first word never used. The first ones are not handed out: no block is called 0. */
    private int unused = SkipLists.TOWER;

    /** Makes sure that blocks of this many words together can be taken without the array being replaced. */
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

    /** A block of {@code length} words, all 0. */
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

    /** Gives a block back; its length must be the one it was taken with. */
    void giveBack(int block, int length) {
        words[block] = free[length];
        free[length] = block;
    }
}
