package dev.fallow.research.page;

import dev.fallow.research.search.RunSearch;

/**
 * {@link PrintedSearch} without shortcuts, with the shifts of the rounds computed once, before the loop over the words:
 * they depend on the length and the width only.
 */
public final class HoistedSearch implements RunSearch {
    private final int width;
    private final long ones;
    private final int[] shifts = new int[7]; // of round 0, 1, ...
    private final long[] results = new long[8]; // W(0), W(1), ...

    /**
     * Creates a search.
     *
     * @param width of the words: 8, 16, 32 or 64 bits
     */
    public HoistedSearch(int width) {
        this.width = width;
        ones = -1L >>> 64 - width;
    }

    @Override
    public int wordBits() {
        return width;
    }

    @Override
    public long search(long[] map, int words, long from, long length) {
        RunSearch.check(map, words, from, length);
        final int wide = width;
        final long all = ones;
        final boolean within = length < wide;
        final int rounds = rounds(within ? (int) length : wide / 2);
        long suffix = 0;
        long hidden = -1L >>> from;
        for (int i = (int) (from >>> 6); i < words; i++) {
            long part = map[i] & hidden;
            hidden = -1L;
            for (int behind = 64 - wide; behind >= 0; behind -= wide) {
                long word = part >>> behind & all;
                long missing = length - suffix;
                if (missing > wide) {
                    if (word == all) {
                        suffix += wide;
                        continue;
                    }
                } else if ((all >>> 1 >>> missing - 1 | word) == all) {
                    return ((long) i << 6) + 64 - wide - behind - suffix;
                }
                long result = word;
                results[0] = result;
                for (int round = 0; round < rounds; ) {
                    result &= result >>> shifts[round];
                    results[++round] = result;
                }
                if (within && result != 0) {
                    return ((long) i << 6) + 64 - behind - PrintedSearch.highest(result, wide) - length;
                }
                suffix = PrintedSearch.suffix(results, rounds);
            }
        }
        return NONE;
    }

    /** Section 4.2: the shift of each round, for gaps of k bits; returns the number of rounds. */
    private int rounds(int k) {
        int round = 0;
        for (int gap = 1; gap < k; gap += shifts[round++]) {
            shifts[round] = Math.min(gap, k - gap);
        }
        return round;
    }
}
