package dev.fallow.freespace.bitmap;

import java.util.Arrays;

/**
 * The words of a bitmap and the operations on runs of its bits, 64 at a time: Θ(n / 64) for a run of n bits. Bits after
 * the last word read as 0.
 */
final class BitMap {
    static final int WORD_BITS = 64;

    private long[] words = new long[0];

    long[] words() {
        return words;
    }

    /** The number of bits in the words. */
    long capacity() {
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
        int first = (int) (from >>> 6);
        int last = (int) (to - 1 >>> 6);
        long head = -1L >>> from;
        long tail = -1L << -to;
        if (first == last) {
            words[first] |= head & tail;
            return;
        }
        words[first] |= head;
        Arrays.fill(words, first + 1, last, -1L);
        words[last] |= tail;
    }

    void clear(long from, long to) {
        int first = (int) (from >>> 6);
        int last = (int) (to - 1 >>> 6);
        long head = -1L >>> from;
        long tail = -1L << -to;
        if (first == last) {
            words[first] &= ~(head & tail);
            return;
        }
        words[first] &= ~head;
        Arrays.fill(words, first + 1, last, 0);
        words[last] &= ~tail;
    }

    /** The first bit in {@code [from, to)} that is set, or {@code to}. Both ends at most the capacity. */
    long nextSet(long from, long to) {
        return next(from, to, 0);
    }

    /** The first bit in {@code [from, to)} that is not set, or {@code to}. Both ends at most the capacity. */
    long nextClear(long from, long to) {
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
    long endOfLastSet(long from, long to) {
        return endOfLast(from, to, 0);
    }

    /** The bit after the last clear one in {@code [from, to)}, or {@code from} if all are set. */
    long endOfLastClear(long from, long to) {
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
}
