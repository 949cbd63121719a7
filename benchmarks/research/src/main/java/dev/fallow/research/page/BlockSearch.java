package dev.fallow.research.page;

import dev.fallow.research.search.BitParallelSearch;
import dev.fallow.research.search.RunSearch;

/**
 * The rounds of Burns and Hineman on {@value #BLOCK} words of 64 bits at once: each round is a loop over longs without a
 * branch, of which the JVM's compiler makes vector instructions, without any API for vectors. After the rounds, each set
 * bit of the block is the start of a run; bits of the next word are shifted in, so that suffixes and prefixes need no
 * steps of their own.
 *
 * <p>Runs longer than a word are left to {@link BitParallelSearch}.
 */
public final class BlockSearch implements RunSearch {
    /** The number of words of a block. */
    static final int BLOCK = 256;

    private final boolean skipsZeros;
    private final RunSearch longRuns = new BitParallelSearch(64);
    private final long[] block = new long[BLOCK + 1]; // and the next word
    private final long[] following = new long[BLOCK]; // for each word of the block, the next one

    /** @param skipsZeros whether a block without a set bit takes no round */
    public BlockSearch(boolean skipsZeros) {
        this.skipsZeros = skipsZeros;
    }

    @Override
    public int wordBits() {
        return 64;
    }

    @Override
    public long search(long[] map, int words, long from, long length) {
        RunSearch.check(map, words, from, length);
        if (length > 64) {
            return longRuns.search(map, words, from, length);
        }
        int first = (int) (from >>> 6);
        for (int base = first; base < words; base += BLOCK) {
            int count = Math.min(BLOCK, words - base);
            load(map, base, count, words);
            if (base == first) {
                block[0] &= -1L >>> from;
            }
            if (skipsZeros && !any(block)) {
                continue;
            }
            rounds((int) length);
            for (int i = 0; i < count; i++) {
                if (block[i] != 0) {
                    return ((long) base + i << 6) + Long.numberOfLeadingZeros(block[i]);
                }
            }
        }
        return NONE;
    }

    /** Copies a block with the word after it; words after the map are 0. */
    private void load(long[] map, int base, int count, int words) {
        int copied = Math.min(count + 1, words - base);
        System.arraycopy(map, base, block, 0, copied);
        for (int i = copied; i <= BLOCK; i++) {
            block[i] = 0;
        }
    }

    private static boolean any(long[] block) {
        long any = 0;
        for (int i = 0; i < BLOCK; i++) {
            any |= block[i];
        }
        return any != 0;
    }

    /** Leaves the starts of the runs of this length in {@link #block}. */
    private void rounds(int length) {
        for (int gap = 1; gap < length; ) {
            int shift = Math.min(gap, length - gap);
            System.arraycopy(block, 1, following, 0, BLOCK);
            round(block, following, shift);
            block[BLOCK] &= block[BLOCK] << shift; // no run that starts in the block ends after this word
            gap += shift;
        }
    }

    /**
     * One round. With {@code block[i + 1]} in the place of {@code following[i]} the compiler of JDK 17 makes no vectors
     * of it.
     */
    private static void round(long[] block, long[] following, int shift) {
        int back = 64 - shift;
        for (int i = 0; i < BLOCK; i++) {
            block[i] &= block[i] << shift | following[i] >>> back;
        }
    }
}
