package dev.fallow.freespace.bitmap;

import java.util.Arrays;

/**
 * The words of a bitmap and the operations on runs of its bits, 64 at a time: Θ(n / 64) for a run of n bits. Bits after
 * the last word read as 0.
 */
public final class BitMap {
    /** The number of bits in a word. */
    public static final int WORD_BITS = 64;

    private long[] words = new long[0];

    BitMap() {}

    /** The words; another array after the map has grown. */
    public long[] words() {
        return words;
    }

    /** The number of bits in the words. */
    public long capacity() {
        return (long) words.length * WORD_BITS;
    }

    /** Grows the words to {@code bits} bits, a multiple of 64, not less than the capacity. */
    void grow(long bits) {
        words = Arrays.copyOf(words, Math.toIntExact(bits / WORD_BITS));
    }

    void drop() {
        words = new long[0];
    }

    boolean get(long bit) {
        return bit < capacity() && words[(int) (bit >>> 6)] << bit < 0;
    }

    void set(long from, long to) {
        put(from, to, -1L);
    }

    void clear(long from, long to) {
        put(from, to, 0);
    }

    /** Sets or clears bits. {@code bits} has all bits set, or none. */
    private void put(long from, long to, long bits) {
        int first = (int) (from >>> 6);
        int last = (int) (to - 1 >>> 6);
        long head = -1L >>> from;
        long tail = -1L << -to;
        if (first == last) {
            words[first] = words[first] & ~(head & tail) | bits & head & tail;
            return;
        }
        words[first] = words[first] & ~head | bits & head;
        Arrays.fill(words, first + 1, last, bits);
        words[last] = words[last] & ~tail | bits & tail;
    }

    /** The first bit in {@code [from, to)} that is set, or {@code to}. Both ends at most the capacity. */
    long nextSet(long from, long to) {
        return next(from, to, 0);
    }

    /** The first bit in {@code [from, to)} that is not set, or {@code to}. Both ends at most the capacity. */
    public long nextClear(long from, long to) {
        return next(from, to, -1L);
    }

    private long next(long from, long to, long flip) {
        if (from >= to) {
            return to;
        }
        int i = (int) (from >>> 6);
        int last = (int) (to - 1 >>> 6);
        long found = (words[i] ^ flip) & -1L >>> from;
        while (found == 0 && i < last) {
            found = words[++i] ^ flip;
        }
        return found == 0 ? to : Math.min(to, ((long) i << 6) + Long.numberOfLeadingZeros(found));
    }

    /** The bit after the last set one in {@code [from, to)}, or {@code from} if there is none. */
    public long endOfLastSet(long from, long to) {
        return endOfLast(from, to, 0);
    }

    /** The bit after the last clear one in {@code [from, to)}, or {@code from} if all are set. */
    public long endOfLastClear(long from, long to) {
        return endOfLast(from, to, -1L);
    }

    private long endOfLast(long from, long to, long flip) {
        if (from >= to) {
            return from;
        }
        int first = (int) (from >>> 6);
        int i = (int) (to - 1 >>> 6);
        long found = (words[i] ^ flip) & -1L << -to;
        while (found == 0 && i > first) {
            found = words[--i] ^ flip;
        }
        return found == 0 ? from : Math.max(from, ((long) i << 6) + 64 - Long.numberOfTrailingZeros(found));
    }

    // ---- runs in a word of 64 bits

    /**
     * The bits at which runs of {@code length} bits start; 0 if there is none. Shift-and-and as in the paper,
     * but shifting towards the first bit, so that the remaining bits mark the starts of runs instead of their ends:
     * ceil(lg length) rounds.
     *
     * @param length 1 to 64
     */
    public static long starts(long word, int length) {
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
