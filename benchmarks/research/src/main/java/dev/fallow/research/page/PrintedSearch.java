package dev.fallow.research.page;

import dev.fallow.research.search.RunSearch;

/**
 * The search of Burns and Hineman exactly as printed (sections 3 and 4), and the same with one or two of the shortcuts
 * that {@link dev.fallow.research.search.BitParallelSearch} has and the paper does not. Only what is wrong in print is
 * corrected (see {@code docs/explanation/papers.md}): the suffix grows by 2^R, not 2^(R+1), and the offset that a found run starts
 * at.
 *
 * <p>Words narrower than 64 bits are taken out of longs by shifting, as on the paper's Alpha. This coding interprets the
 * routine: it computes each round's shift in each word. {@link HoistedSearch}, {@link UnrolledSearch} and
 * {@link SearchInC} are other codings of the same steps, without a shortcut.
 */
public final class PrintedSearch implements RunSearch {
    /** The shortcuts, each with those before it. */
    public enum Shortcuts {
        /** None: as printed. */
        NONE("as printed"),
        /** A round whose result is zero is the last. */
        EARLY_STOP("early stop"),
        /** A word that is zero takes no step at all. */
        ZERO_SKIP("zero skip");

        private final String label;

        Shortcuts(String label) {
            this.label = label;
        }

        /** The name in tables, without the width. */
        public String label() {
            return label;
        }
    }

    private final int width;
    private final long ones;
    private final boolean stopsEarly;
    private final boolean skipsZeros;
    private final long[] results = new long[8]; // W(0), W(1), ...

    /**
     * Creates a search.
     *
     * @param width of the words: 8, 16, 32 or 64 bits
     */
    public PrintedSearch(int width, Shortcuts shortcuts) {
        this.width = width;
        ones = -1L >>> 64 - width;
        stopsEarly = shortcuts != Shortcuts.NONE;
        skipsZeros = shortcuts == Shortcuts.ZERO_SKIP;
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
        final boolean skip = skipsZeros;
        long suffix = 0;
        long hidden = -1L >>> from;
        for (int i = (int) (from >>> 6); i < words; i++) {
            long part = map[i] & hidden;
            hidden = -1L;
            for (int behind = 64 - wide; behind >= 0; behind -= wide) {
                long word = part >>> behind & all;
                if (skip && word == 0) {
                    suffix = 0;
                    continue;
                }
                long missing = length - suffix; // p, section 4.1
                if (missing > wide) {
                    if (word == all) {
                        suffix += wide;
                        continue;
                    }
                } else if ((all >>> 1 >>> missing - 1 | word) == all) {
                    return ((long) i << 6) + 64 - wide - behind - suffix;
                }
                if (length < wide) {
                    int last = gaps(word, (int) length);
                    if (results[last] != 0) {
                        return ((long) i << 6) + 64 - behind - highest(results[last], wide) - length;
                    }
                    suffix = suffix(results, last);
                } else {
                    suffix = suffix(results, gaps(word, wide / 2)); // section 4.3.2
                }
            }
        }
        return NONE;
    }

    /** Section 4.2: ceil(lg k) rounds, the shift of each 2^R or the rest of k. Returns the last round. */
    int gaps(long word, int k) {
        final boolean stop = stopsEarly;
        long result = word;
        results[0] = result;
        int round = 0;
        for (int gap = 1; gap < k; ) {
            if (stop && result == 0) {
                break;
            }
            int shift = Math.min(1 << round, k - (1 << round));
            result &= result >>> shift;
            gap += shift;
            results[++round] = result;
        }
        return round;
    }

    /**
     * Figure 5, from the latest round whose rightmost bit is set.
     *
     * @param results W(0), W(1), ...
     * @param last the last round
     */
    static int suffix(long[] results, int last) {
        int round = last;
        while (round >= 0 && (results[round] & 1) == 0) {
            round--;
        }
        int size = 0;
        for (; round >= 0; round--) {
            if ((results[round] >>> size & 1) != 0) {
                size += 1 << round; // in print: 2 << round
            }
        }
        return size;
    }

    /** The highest set bit of a word of this width, by binary search (section 4.2). */
    static int highest(long word, int width) {
        int bit = 0;
        long rest = word;
        for (int half = width / 2; half > 0; half /= 2) {
            if (rest >>> half != 0) {
                bit += half;
                rest >>>= half;
            }
        }
        return bit;
    }
}
