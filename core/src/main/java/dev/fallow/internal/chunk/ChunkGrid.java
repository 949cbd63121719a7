package dev.fallow.internal.chunk;

import dev.fallow.format.FormatException;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.format.message.Dataspace;
import java.util.Arrays;

/**
 * The grid of chunks of a dataset at its maximum extent, and the numbers of the chunks in an array: the unlimited
 * dimension, if there is one, varies slowest, then the others in their order.
 */
final class ChunkGrid {
    /** The number of chunks in an unlimited dimension. */
    static final long UNLIMITED = Long.MAX_VALUE;

    private final long[] counts;
    /** The dimensions, the one that varies slowest first. */
    private final int[] order;
    /** The difference between the numbers of adjacent chunks in each dimension; saturates at 2^63-1. */
    private final long[] strides;

    /** @throws FormatException if the ranks of the layout and the dataspace differ */
    ChunkGrid(ChunkedLayout layout, Dataspace space) {
        int rank = layout.rank();
        if (space.rank() != rank) {
            throw new FormatException(
                    "data layout", -1, "expected a chunk of %d dimensions, found %d".formatted(space.rank(), rank));
        }
        counts = new long[rank];
        order = new int[rank];
        strides = new long[rank];
        int slowest = 0;
        for (int i = 0; i < rank; i++) {
            long most = space.maxSize(i);
            long chunk = layout.dimensions()[i];
            counts[i] = most == Dataspace.UNLIMITED ? UNLIMITED : most / chunk + (most % chunk == 0 ? 0 : 1);
            if (most == Dataspace.UNLIMITED) {
                slowest = i;
            }
        }
        order[0] = slowest;
        int next = 1;
        for (int i = 0; i < rank; i++) {
            if (i != slowest) {
                order[next++] = i;
            }
        }
        long stride = 1;
        for (int i = rank - 1; i >= 0; i--) {
            strides[order[i]] = stride;
            long count = counts[order[i]];
            stride = count > 0 && stride > Long.MAX_VALUE / count ? Long.MAX_VALUE : stride * count;
        }
    }

    int rank() {
        return counts.length;
    }

    /** The number of unlimited dimensions. */
    int unlimitedDimensions() {
        return (int) Arrays.stream(counts).filter(count -> count == UNLIMITED).count();
    }

    /** The number of chunks; saturates at 2^63-1. */
    long total() {
        long total = 1;
        for (long count : counts) {
            total = count > 0 && total > Long.MAX_VALUE / count ? Long.MAX_VALUE : total * count;
        }
        return total;
    }

    /** @throws IllegalArgumentException if the coordinates are outside the grid */
    void require(long[] coordinates) {
        boolean inside = coordinates.length == counts.length;
        for (int i = 0; inside && i < counts.length; i++) {
            inside = coordinates[i] >= 0 && coordinates[i] < counts[i];
        }
        if (!inside) {
            throw new IllegalArgumentException("expected coordinates of a chunk in a grid of " + Arrays.toString(counts)
                    + ", found " + Arrays.toString(coordinates));
        }
    }

    /** The number of a chunk inside the grid; saturates at 2^63-1. */
    long number(long[] coordinates) {
        long number = 0;
        for (int i = 0; i < counts.length; i++) {
            long at = coordinates[i];
            if (at == 0) {
                continue;
            }
            if (strides[i] > (Long.MAX_VALUE - number) / at) {
                return Long.MAX_VALUE;
            }
            number += at * strides[i];
        }
        return number;
    }

    /** The coordinates of the chunk with a number. */
    void coordinates(long number, long[] into) {
        long rest = number;
        for (int i = counts.length - 1; i > 0; i--) {
            long count = counts[order[i]];
            into[order[i]] = rest % count;
            rest /= count;
        }
        into[order[0]] = rest;
    }

    /** The part of the box inside the grid; null if there is none. */
    ChunkBox box(long[] first, long[] last) {
        if (first.length != counts.length || last.length != counts.length) {
            throw new IllegalArgumentException(
                    "expected a box of rank %d, found %d and %d".formatted(counts.length, first.length, last.length));
        }
        long[] low = new long[first.length];
        long[] high = new long[first.length];
        for (int i = 0; i < first.length; i++) {
            low[i] = Math.max(0, first[i]);
            high[i] = Math.min(counts[i] - 1, last[i]);
            if (low[i] > high[i]) {
                return null;
            }
        }
        return new ChunkBox(low, high);
    }

    /**
     * The number of leading dimensions of the order in which a box is more than one run of consecutive numbers: it
     * covers the dimensions after the next one completely.
     */
    private int outerDimensions(ChunkBox box) {
        int inner = counts.length - 1;
        while (inner > 0 && box.covers(order[inner], counts[order[inner]])) {
            inner--;
        }
        return inner;
    }

    /** The number of runs of consecutive numbers in a box; saturates at 2^63-1. */
    long runs(ChunkBox box) {
        long runs = 1;
        for (int i = 0; i < outerDimensions(box); i++) {
            long length = box.length(order[i]);
            runs = runs > Long.MAX_VALUE / length ? Long.MAX_VALUE : runs * length;
        }
        return runs;
    }

    /**
     * Advances to the next run of a box, in ascending order of numbers.
     *
     * @param at the coordinates of the first chunk of a run; changed
     * @return false if it was the last run
     */
    boolean nextRun(ChunkBox box, long[] at) {
        for (int i = outerDimensions(box) - 1; i >= 0; i--) {
            int dimension = order[i];
            if (at[dimension] < box.last(dimension)) {
                at[dimension]++;
                return true;
            }
            at[dimension] = box.first(dimension);
        }
        return false;
    }

    /** The number of the last chunk of the run that begins at these coordinates. */
    long runEnd(ChunkBox box, long[] at) {
        long[] end = at.clone();
        for (int i = outerDimensions(box); i < order.length; i++) {
            end[order[i]] = box.last(order[i]);
        }
        return number(end);
    }
}
