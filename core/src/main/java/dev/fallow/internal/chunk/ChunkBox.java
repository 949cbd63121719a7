package dev.fallow.internal.chunk;

/** A part of the grid of chunks: an interval in each dimension. */
final class ChunkBox {
    private final long[] first;
    private final long[] last;
    private final long[] next;

    /**
     * @param first the lowest coordinates; not copied
     * @param last the highest coordinates, not less than {@code first}; not copied
     */
    ChunkBox(long[] first, long[] last) {
        this.first = first;
        this.last = last;
        next = new long[first.length];
    }

    /** The box with each coordinate multiplied: of the offsets of chunks. Saturates at 2^63-1. */
    ChunkBox times(long[] factors) {
        long[] low = new long[first.length];
        long[] high = new long[first.length];
        for (int i = 0; i < first.length; i++) {
            low[i] = product(first[i], factors[i]);
            high[i] = product(last[i], factors[i]);
        }
        return new ChunkBox(low, high);
    }

    private static long product(long coordinate, long factor) {
        return coordinate > Long.MAX_VALUE / factor ? Long.MAX_VALUE : coordinate * factor;
    }

    long first(int dimension) {
        return first[dimension];
    }

    long last(int dimension) {
        return last[dimension];
    }

    /** A copy of the lowest coordinates. */
    long[] lowest() {
        return first.clone();
    }

    /** A copy of the highest coordinates. */
    long[] highest() {
        return last.clone();
    }

    long length(int dimension) {
        return last[dimension] - first[dimension] + 1;
    }

    /** Whether it covers a dimension of a length. */
    boolean covers(int dimension, long length) {
        return first[dimension] == 0 && last[dimension] == length - 1;
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
        if (low == null) {
            System.arraycopy(first, 0, next, 0, first.length);
        } else if (!advance(low)) {
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

    /** Sets {@code next} to the first coordinates of the box that are not less than others; false if there are none. */
    private boolean advance(long[] low) {
        int increase = -1;
        for (int i = 0; i < first.length; i++) {
            if (low[i] < first[i]) {
                System.arraycopy(low, 0, next, 0, i);
                System.arraycopy(first, i, next, i, first.length - i);
                return true;
            }
            if (low[i] > last[i]) {
                if (increase < 0) {
                    return false;
                }
                System.arraycopy(low, 0, next, 0, increase);
                next[increase] = low[increase] + 1;
                System.arraycopy(first, increase + 1, next, increase + 1, first.length - increase - 1);
                return true;
            }
            if (low[i] < last[i]) {
                increase = i;
            }
        }
        System.arraycopy(low, 0, next, 0, first.length);
        return true;
    }
}
