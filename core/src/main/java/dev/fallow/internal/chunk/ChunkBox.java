package dev.fallow.internal.chunk;

import dev.fallow.internal.storage.Memory;
import java.util.stream.IntStream;

/** A part of the grid of chunks: an interval in each dimension. */
public final class ChunkBox {
    private final long[] first;
    private final long[] last;
    private final long[] next;
    /** The dimensions in their order. */
    private final int[] natural;

    /**
     * @param first the lowest coordinates; not copied
     * @param last the highest coordinates, not less than {@code first}; not copied
     */
    ChunkBox(long[] first, long[] last) {
        this.first = first;
        this.last = last;
        next = new long[first.length];
        natural = IntStream.range(0, first.length).toArray();
    }

    /** The box with each coordinate multiplied: of the offsets of chunks. Saturates at 2^63-1. */
    ChunkBox times(long[] factors) {
        long[] low = new long[first.length];
        long[] high = new long[first.length];
        for (int i = 0; i < first.length; i++) {
            low[i] = Memory.product(first[i], factors[i]);
            high[i] = Memory.product(last[i], factors[i]);
        }
        return new ChunkBox(low, high);
    }

    /** The lowest coordinates; must not be changed. */
    long[] first() {
        return first;
    }

    /** The highest coordinates; must not be changed. */
    long[] last() {
        return last;
    }

    boolean contains(long[] coordinates) {
        for (int i = 0; i < first.length; i++) {
            if (coordinates[i] < first[i] || coordinates[i] > last[i]) {
                return false;
            }
        }
        return true;
    }

    /**
     * Whether the box has coordinates between two others, in lexicographic order.
     *
     * @param low null for the lowest of all
     * @param high null for the highest of all
     */
    boolean reachesBetween(long[] low, long[] high) {
        System.arraycopy(low == null ? first : low, 0, next, 0, first.length);
        if (!advance(next, natural)) {
            return false;
        }
        if (high == null) {
            return true;
        }
        for (int i = 0; i < first.length; i++) {
            if (next[i] != high[i]) {
                return next[i] < high[i];
            }
        }
        return true;
    }

    /**
     * Changes coordinates to the first ones of the box that are not less; returns false if there are none.
     *
     * @param order the dimensions, the one that varies slowest first
     */
    boolean advance(long[] at, int[] order) {
        int increase = -1;
        for (int i = 0; i < order.length; i++) {
            int d = order[i];
            if (at[d] < first[d]) {
                restart(at, order, i);
                return true;
            }
            if (at[d] > last[d]) {
                if (increase < 0) {
                    return false;
                }
                at[order[increase]]++;
                restart(at, order, increase + 1);
                return true;
            }
            if (at[d] < last[d]) {
                increase = i;
            }
        }
        return true;
    }

    private void restart(long[] at, int[] order, int from) {
        for (int i = from; i < order.length; i++) {
            at[order[i]] = first[order[i]];
        }
    }
}
