package dev.fallow.freespace.bitmap;

/**
 * The result words of one gap-search, W(0), W(1), ...: the word-level routines of Burns and Hineman, sections 4.2 and
 * 4.3. A bit of W(R) is set where a run of that round's gap size <em>ends</em>; the first bit of a word is its most
 * significant one. Words narrower than 64 bits lie in the low bits of a long, so that one code serves all widths.
 */
final class GapRounds {
    private final long[] results = new long[7]; // W(0) and at most lg 64 rounds
    private int last;

    /**
     * Shift-and-and: a round joins two gaps of the size reached so far into one of twice the size, the last round only
     * as much as is missing: ceil(lg length) rounds. Stops early when nothing is left, since no later round could bring
     * a bit back.
     *
     * @param word the bits
     * @param length the run wanted, 1 to the width of the word
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
     * How many set bits the word ends with, read backward from the results of a search that found no run (4.3). The bit
     * of round R in front of the suffix known so far says whether 2^R more bits belong to it. (Figure 5 adds
     * {@code 2 << round}, twice as much; the text and the worked examples say 2^R.)
     *
     * <p>The last round may have been shortened and then its gap is no power of two, but its bit at the end of the word
     * is not set, or the search had found its run there.
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
     * Whether the first {@code length} bits of a word are set (4.1): all the others are forced to one and the word must
     * then be all ones.
     *
     * @param ones a word of this width with all bits set
     * @param length 1 to the width
     */
    static boolean hasPrefix(long word, long ones, int length) {
        return (ones >>> 1 >>> length - 1 | word) == ones; // two shifts: Java's >>> 64 would shift by 0
    }
}
