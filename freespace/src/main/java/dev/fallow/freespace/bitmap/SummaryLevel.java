package dev.fallow.freespace.bitmap;

import java.util.Arrays;

/**
 * One level of a {@link SummaryTree}: for each stretch of {@code span} bits how many set bits it starts with, how long
 * its longest run is, and how many set bits it ends with.
 *
 * <p>A summary is one word while 21 bits can hold a number, so that the eight children of a node are one cache line;
 * stretches above take three words, but are few.
 */
final class SummaryLevel {
    private static final int FIELD_BITS = 21;
    private static final long FIELD = (1L << FIELD_BITS) - 1;

    private final long span;
    private final boolean packed;
    private long[] cells = new long[0];

    /** @param span bits of a stretch, a power of two */
    SummaryLevel(long span) {
        this.span = span;
        packed = span <= FIELD;
    }

    /** Bits of one stretch. */
    long span() {
        return span;
    }

    /** How many stretches there are summaries for. */
    int count() {
        return packed ? cells.length : cells.length / 3;
    }

    /** A copy with more stretches; the new ones have no bit set. */
    SummaryLevel grown(int count) {
        SummaryLevel grown = new SummaryLevel(span);
        grown.cells = Arrays.copyOf(cells, packed ? count : Math.multiplyExact(3, count));
        return grown;
    }

    long prefix(int i) {
        return packed ? cells[i] >>> 2 * FIELD_BITS : cells[3 * i];
    }

    long longest(int i) {
        return packed ? cells[i] >>> FIELD_BITS & FIELD : cells[3 * i + 1];
    }

    long suffix(int i) {
        return packed ? cells[i] & FIELD : cells[3 * i + 2];
    }

    /** @return whether anything is different from before */
    boolean put(int i, long prefix, long longest, long suffix) {
        if (packed) {
            long cell = prefix << 2 * FIELD_BITS | longest << FIELD_BITS | suffix;
            boolean changed = cells[i] != cell;
            cells[i] = cell;
            return changed;
        }
        boolean changed = cells[3 * i] != prefix || cells[3 * i + 1] != longest || cells[3 * i + 2] != suffix;
        cells[3 * i] = prefix;
        cells[3 * i + 1] = longest;
        cells[3 * i + 2] = suffix;
        return changed;
    }
}
