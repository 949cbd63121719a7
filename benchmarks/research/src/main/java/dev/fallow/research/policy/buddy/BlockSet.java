package dev.fallow.research.policy.buddy;

/**
 * An ordered set of block numbers: a bitmap with levels of summaries, which have one bit for each non-zero word of the
 * level below. Adding, removing and finding the next number examine one word per level, at most 6 for 2^31 blocks. The
 * paper uses a sorted list for each size; the order, and so every choice, is the same.
 */
final class BlockSet {
    /** The result of {@link #next} if there is none. */
    static final int NONE = -1;

    private static final int LG_WORD = 6;

    private final int capacity;
    private final long[][] levels;
    private int count;

    /** Creates an empty set for numbers below {@code capacity}. */
    BlockSet(int capacity) {
        this.capacity = capacity;
        int depth = 1;
        for (int words = words(capacity); words > 1; words = words(words)) {
            depth++;
        }
        levels = new long[depth][];
        int words = words(capacity);
        for (int level = 0; level < depth; level++) {
            levels[level] = new long[words];
            words = words(words);
        }
    }

    private static int words(int bits) {
        return (int) (((long) bits + Long.SIZE - 1) >>> LG_WORD);
    }

    int count() {
        return count;
    }

    boolean contains(int number) {
        return number < capacity && (levels[0][number >>> LG_WORD] & 1L << number) != 0;
    }

    /** Whether the set contains all of {@code [from, to)}. */
    boolean containsAll(int from, int to) {
        for (int number = from; number < to; ) {
            int bit = number & Long.SIZE - 1;
            int bits = Math.min(Long.SIZE - bit, to - number);
            long wanted = bits == Long.SIZE ? -1L : (1L << bits) - 1 << bit;
            if ((levels[0][number >>> LG_WORD] & wanted) != wanted) {
                return false;
            }
            number += bits;
        }
        return true;
    }

    /** Adds a number that is not in the set. */
    void add(int number) {
        int at = number;
        count++;
        for (long[] words : levels) {
            long before = words[at >>> LG_WORD];
            words[at >>> LG_WORD] = before | 1L << at;
            if (before != 0) {
                return;
            }
            at >>>= LG_WORD;
        }
    }

    /** Removes a number that is in the set. */
    void remove(int number) {
        int at = number;
        count--;
        for (long[] words : levels) {
            long after = words[at >>> LG_WORD] & ~(1L << at);
            words[at >>> LG_WORD] = after;
            if (after != 0) {
                return;
            }
            at >>>= LG_WORD;
        }
    }

    /** The lowest number in the set that is at least {@code from}, or {@link #NONE}. */
    int next(int from) {
        if (from >= capacity) {
            return NONE;
        }
        int at = from;
        for (int level = 0; level < levels.length; level++) {
            int word = at >>> LG_WORD;
            if (word >= levels[level].length) {
                return NONE;
            }
            long rest = levels[level][word] & -1L << at;
            if (rest != 0) {
                return descend(level, (word << LG_WORD) + Long.numberOfTrailingZeros(rest));
            }
            at = word + 1;
        }
        return NONE;
    }

    private int descend(int level, int bit) {
        int at = bit;
        for (int below = level - 1; below >= 0; below--) {
            at = (at << LG_WORD) + Long.numberOfTrailingZeros(levels[below][at]);
        }
        return at;
    }
}
