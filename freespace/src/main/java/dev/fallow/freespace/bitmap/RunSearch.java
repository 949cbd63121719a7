package dev.fallow.freespace.bitmap;

/**
 * A search for a run of set bits in a plain map, as compared in the experiments of Burns and Hineman. All
 * implementations return the lowest run; they differ only in the number of bits examined together.
 *
 * <p>An implementation may have working storage, so an object serves one thread at a time; searches do not allocate.
 */
public interface RunSearch {
    /** The answer when the map has no such run. */
    long NONE = -1;

    /** The number of bits examined in one step: 1, 8, 16, 32 or 64. */
    int wordBits();

    /**
     * The lowest bit at or behind {@code from} at which {@code length} set bits follow each other.
     *
     * @param map bits, from the most significant of each word down
     * @param words how many words of the map are searched, at most its length
     * @param from the first bit that is looked at, in {@code [0, 64 * words]}; bits before it count as not set
     * @param length bits, at least 1
     * @return the index of the run's first bit, or {@link #NONE}
     * @throws IllegalArgumentException if one of the numbers is outside its range
     */
    long search(long[] map, int words, long from, long length);

    /** {@link #search(long[], int, long, long)} through a whole page, from its first bit. */
    default long search(long[] page, long length) {
        return search(page, page.length, 0, length);
    }

    /**
     * How many words of {@link #wordBits} the bits {@code [from, to)} lie in: what a search has looked at that began at
     * {@code from} and found its run's last bit at {@code to - 1}, or stopped there in vain. At least 1. A search that
     * passes over words in blocks is charged for each of them.
     */
    default long wordsLookedAt(long from, long to) {
        return to > from ? (to - 1) / wordBits() - from / wordBits() + 1 : 1;
    }

    /** The check of arguments that every implementation starts with. */
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
