package dev.fallow.freespace.bitmap;

/** Finds runs of set bits in a word of 64 bits, without keeping the results of the rounds as {@link GapRounds} does. */
final class WordRuns {
    private WordRuns() {}

    /**
     * The bits at which runs of {@code length} bits start; 0 if there is none. Shift-and-and as in {@link GapRounds},
     * but shifting towards the first bit, so that the remaining bits mark the starts of runs instead of their ends:
     * ceil(lg length) rounds.
     *
     * @param length 1 to 64
     */
    static long starts(long word, int length) {
        long result = word;
        int gap = 1;
        for (; gap << 1 <= length; gap <<= 1) {
            result &= result << gap;
        }
        return result & result << length - gap;
    }

    /**
     * The maximum of {@code atLeast} and the length of the longest run. Takes one round for each bit by which the run
     * is longer, and none if there are not enough set bits.
     *
     * @param word not all ones
     */
    static int longest(long word, int atLeast) {
        int longest = atLeast;
        if (Long.bitCount(word) > longest) {
            for (long starts = starts(word, longest + 1); starts != 0; starts &= starts << 1) {
                longest++;
            }
        }
        return longest;
    }
}
