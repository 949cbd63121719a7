package dev.fallow.freespace.bitmap;

/** Runs of set bits inside one word of 64, where only the answer is wanted and not the rounds on the way to it. */
final class WordRuns {
    private WordRuns() {}

    /**
     * The bits at which runs of {@code length} bits start; 0 if there is none. Shift-and-and as in {@link GapRounds}, but
     * toward the first bit, so that a bit is left where a run starts and not where it ends: ceil(lg length) rounds.
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
     * The length of the longest run, or {@code atLeast} if that is more. One round for each bit by which it is more, and
     * none if there are not that many set bits.
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
