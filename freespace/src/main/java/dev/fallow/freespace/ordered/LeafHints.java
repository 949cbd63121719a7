package dev.fallow.freespace.ordered;

import java.util.Arrays;

/**
 * Guesses the leaf to which an address belongs: the one at which the last search for an address with the same high bits
 * ended. The tree verifies a guess in the leaf itself, so a wrong guess costs the examination of one leaf. If sections
 * are distributed evenly, nearly every guess is right and saves the descent.
 *
 * <p>The table has about 4 to 16 guesses of 4 bytes per leaf, and a single guess if there are only a few leaves. It
 * wraps around, so that any range of addresses uses all of it. The number of low bits ignored depends on the range of
 * addresses and the number of leaves. It is adjusted after a number of splits equal to a quarter of the leaves, so that
 * the splits amortise the cost of a new table.
 */
final class LeafHints {
    private static final int NONE = -1;
    private static final int FEWEST_LEAVES = 4;
    private static final int GUESSES_A_LEAF = 8;

    private int[] guesses = {NONE};
    private int shift = Long.SIZE - 1;
    private int splitsLeft;

    /** The leaf to which an address may belong, or -1. */
    int leafOf(long address) {
        int[] g = guesses;
        return g[(int) (address >>> shift) & g.length - 1];
    }

    /** Records the leaf of an address. */
    void set(long address, int leaf) {
        guesses[(int) (address >>> shift) & guesses.length - 1] = leaf;
    }

    /**
     * Adjusts the table to the growth of the tree; called at each split of a leaf.
     *
     * @param leaves the current number of leaves
     * @param first an address near the lowest
     * @param last an address near the highest
     */
    void splitIn(int leaves, long first, long last) {
        if (--splitsLeft > 0) {
            return;
        }
        splitsLeft = leaves >>> 2;
        if (leaves < FEWEST_LEAVES) {
            return;
        }
        int length = Integer.highestOneBit(leaves) * GUESSES_A_LEAF;
        int bits = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros((last - first) / length));
        if (length != guesses.length || bits != shift) {
            guesses = new int[length];
            Arrays.fill(guesses, NONE);
            shift = bits;
        }
    }

    /** The size of the table in bytes. */
    long bytes() {
        return 4L * guesses.length;
    }

    /** Discards all guesses. */
    void clear() {
        guesses = new int[] {NONE};
        shift = Long.SIZE - 1;
        splitsLeft = 0;
    }
}
