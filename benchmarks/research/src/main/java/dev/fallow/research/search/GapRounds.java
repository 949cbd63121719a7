package dev.fallow.research.search;

/**
 * The result words W(0), W(1), ... of one gap search: the word-level routines of Burns and Hineman, sections 4.2 and
 * 4.3. A bit of W(R) is set where a run of that round's gap size <em>ends</em>; the first bit of a word is its most
 * significant one. Words narrower than 64 bits are in the low bits of a long, so that the same code handles all widths.
 */
final class GapRounds {
    private final long[] results = new long[7]; // W(0) and at most lg 64 rounds
    private int last;

    /**
     * Shift-and-and: each round joins two gaps of the current size into one of twice the size, the last round only up
     * to {@code length}: ceil(lg length) rounds. Stops early when no bit is set, because no later round sets one.
     *
     * @param word the bits
     * @param length of the run, 1 to the width of the word
     * @return the result of the last round: each set bit is the last bit of a run of {@code length}; 0 if there is none
     */
    long search(long word, int length) {
        long result = word;
        int round = 0;
        results[0] = result;
        for (int gap = 1; gap < length && result != 0; ) {
            int shift = Math.min(gap, length - gap);
            result &= result >>> shift;
            gap += shift;
            results[++round] = result;
        }
        last = round;
        return result;
    }

    /**
     * The number of set bits at the end of the word, derived from the results of a search that found no run (4.3), last
     * round first. The bit of round R before the suffix found so far indicates whether 2^R more bits belong to it.
     * (Figure 5 adds {@code 2 << round}, twice as much; the text and the worked examples have 2^R.)
     *
     * <p>If the last round was shortened, its gap is not a power of two. This does no harm: its bit at the end of the
     * word is not set, since otherwise the search would have found a run there.
     */
    int suffix() {
        int size = 0;
        for (int round = last; round >= 0; round--) {
            if ((results[round] >>> size & 1) != 0) {
                size += 1 << round;
            }
        }
        return size;
    }

    /**
     * Whether the first {@code length} bits of a word are set (4.1): with all others set to one, the word must be all
     * ones.
     *
     * @param ones a word of this width with all bits set
     * @param length 1 to the width
     */
    static boolean hasPrefix(long word, long ones, int length) {
        return (ones >>> 1 >>> length - 1 | word) == ones; // two shifts: Java's >>> 64 would shift by 0
    }
}
