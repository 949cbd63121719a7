package dev.fallow.freespace.bitmap;

import java.util.Arrays;

/**
 * One level of a {@link SummaryTree}. For each range of {@code span} bits it stores three lengths: of the run of set
 * bits at its start (prefix), of its longest run, and of the run at its end (suffix).
 *
 * <p>As long as a length fits into 21 bits, a summary is one word, so that the eight children of a node are one cache
 * line. Summaries of longer ranges, of which there are few, take three words.
 */
final class SummaryLevel {
    private static final int FIELD_BITS = 21;
    private static final long FIELD = (1L << FIELD_BITS) - 1;

    private final long span;
    private final boolean packed;
    private long[] cells = new long[0];

    /** @param span the number of bits in a range, a power of two */
    SummaryLevel(long span) {
        this.span = span;
        packed = span <= FIELD;
    }

    /** The number of bits in a range. */
    long span() {
        return span;
    }

    /** The number of summaries. */
    int count() {
        return packed ? cells.length : cells.length / 3;
    }

    /** Returns a copy with {@code count} summaries; the new ones are those of clear bits. */
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

    /** @return whether the summary has changed */
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
