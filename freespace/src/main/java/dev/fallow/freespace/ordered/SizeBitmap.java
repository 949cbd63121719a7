package dev.fallow.freespace.ordered;

/**
 * The set of existing sizes from 1 to {@link #LARGEST}: one bit per size, one summary bit per word, and one top bit per
 * summary word. The smallest sufficient size is found in at most five words: the word of the size, its summary word,
 * the top word, and down again. Takes 8.3 KiB, allocated at the first {@link #add}.
 */
final class SizeBitmap {
    /** The largest size with a bit, in bytes. */
    static final int LARGEST = 1 << 16;

    private static final int WORDS = LARGEST >>> 6;
    private static final long[] NONE = new long[0];

    private long[] words = NONE;
    private long[] summary = NONE;
    private int top;

    /** Sets the bit of a size from 1 to {@link #LARGEST}. */
    void add(int size) {
        if (words.length == 0) {
            words = new long[WORDS];
            summary = new long[WORDS >>> 6];
        }
        int bit = size - 1;
        words[bit >>> 6] |= 1L << bit;
        summary[bit >>> 12] |= 1L << (bit >>> 6);
        top |= 1 << (bit >>> 12);
    }

    /** Clears the bit of a size that was added. */
    void remove(int size) {
        int bit = size - 1;
        if ((words[bit >>> 6] &= ~(1L << bit)) == 0 && (summary[bit >>> 12] &= ~(1L << (bit >>> 6))) == 0) {
            top &= ~(1 << (bit >>> 12));
        }
    }

    /** The smallest size present that is at least {@code size} (1 to {@link #LARGEST}), or 0 if there is none. */
    int ceiling(int size) {
        if (top == 0) {
            return 0;
        }
        int bit = size - 1;
        int word = bit >>> 6;
        long found = words[word] & -1L << bit;
        if (found == 0) {
            word = nextWord(word);
            if (word < 0) {
                return 0;
            }
            found = words[word];
        }
        return (word << 6) + Long.numberOfTrailingZeros(found) + 1;
    }

    /** The first word after this one with a bit set, or -1. */
    private int nextWord(int word) {
        int group = word >>> 6;
        long found = summary[group] & -2L << word; // after word 63 of a group: -2L << 63 is 0
        if (found == 0) {
            int groups = top & -2 << group;
            if (groups == 0) {
                return -1;
            }
            group = Integer.numberOfTrailingZeros(groups);
            found = summary[group];
        }
        return (group << 6) + Long.numberOfTrailingZeros(found);
    }

    /** The size of the arrays in bytes. */
    long bytes() {
        return 8L * (words.length + summary.length);
    }

    /** Removes all sizes. */
    void clear() {
        words = NONE;
        summary = NONE;
        top = 0;
    }
}
