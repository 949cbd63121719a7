package dev.fallow.research.search;

import dev.fallow.freespace.bitmap.RunIndex;

/**
 * A search for a run of set bits in a plain map, as compared in the experiments of Burns and Hineman. All
 * implementations return the lowest run; they differ only in the number of bits examined together.
 *
 * <p>Not thread-safe, because implementations may have working storage. Searches do not allocate memory.
 */
public interface RunSearch {
    /** The result if the map has no such run. */
    long NONE = RunIndex.NONE;

    /** The number of bits examined in one step: 1, 8, 16, 32 or 64. */
    int wordBits();

    /**
     * The lowest bit at or after {@code from} at which {@code length} consecutive set bits start.
     *
     * @param map the bits; the most significant bit of each word is the first
     * @param words the number of words of the map to search, at most its length
     * @param from the first bit to examine, in {@code [0, 64 * words]}; bits before it count as clear
     * @param length in bits, at least 1
     * @return the index of the run's first bit, or {@link #NONE}
     * @throws IllegalArgumentException if a number is out of range
     */
    long search(long[] map, int words, long from, long length);

    /** As {@link #search(long[], int, long, long)}, in a whole page from its first bit. */
    default long search(long[] page, long length) {
        return search(page, page.length, 0, length);
    }

    /**
     * The number of words of {@link #wordBits} bits, at least 1, that contain the bits {@code [from, to)}: those
     * examined by a search that started at {@code from} and ended at {@code to - 1}, with or without a result. Words
     * that a search skips in blocks are counted as well.
     */
    default long wordsLookedAt(long from, long to) {
        return to > from ? (to - 1) / wordBits() - from / wordBits() + 1 : 1;
    }

    /** Checks the arguments of a search. */
    static void check(long[] map, int words, long from, long length) {
        if (words < 0 || words > map.length) {
            throw new IllegalArgumentException("words=" + words + " of a map of " + map.length);
        }
        if (from < 0 || from > (long) words << 6) {
            throw new IllegalArgumentException("from=" + from + " in a map of " + ((long) words << 6) + " bits");
        }
        if (length < 1) {
            throw new IllegalArgumentException("length=" + length + ", at least 1");
        }
    }
}
