package dev.fallow.freespace.ordered;

import java.util.Arrays;

/**
 * Guesses of the leaf that an address belongs to, by the high bits of the address: the leaf at which the last search in
 * that stretch of addresses ended. A guess may be wrong, and then costs a look at one leaf; the tree knows from the leaf
 * itself. Where sections lie evenly, nearly every guess is right and the descent is saved.
 *
 * <p>The table has about 4 to 16 guesses a leaf (4 bytes each), and one below a few leaves; it wraps around, so that addresses
 * spread over any range use all of it. How many bits are dropped follows the range of addresses and the number of
 * leaves; it is looked at again after a quarter as many splits as there were leaves, so that making the table anew is
 * paid by the splits.
 */
final class LeafHints {
    private static final int NONE = -1;
    private static final int FEWEST_LEAVES = 4;
    private static final int GUESSES_A_LEAF = 8;

    private int[] guesses = {NONE};
    private int shift = Long.SIZE - 1;
    private int splitsLeft;

    /** The leaf that an address may belong to, or -1. */
    int leafOf(long address) {
        int[] g = guesses;
        return g[(int) (address >>> shift) & g.length - 1];
    }

    /** Records the leaf of an address. */
    void set(long address, int leaf) {
        guesses[(int) (address >>> shift) & guesses.length - 1] = leaf;
    }

    /**
     * Follows the growth of the tree: called at each split of a leaf.
     *
     * @param leaves how many there are now
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

    /** Bytes in the table. */
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
