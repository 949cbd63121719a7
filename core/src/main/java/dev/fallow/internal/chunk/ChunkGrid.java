package dev.fallow.internal.chunk;

import dev.fallow.format.FormatException;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.format.message.Dataspace;
import java.util.Arrays;

/**
 * The grid of chunks of a dataset at its maximum extent, and the numbers of the chunks in an array: the unlimited
 * dimension, if there is one, varies slowest, then the others in their order.
 */
public final class ChunkGrid {
    /** The number of chunks in an unlimited dimension. */
    static final long UNLIMITED = Long.MAX_VALUE;

    private final long[] counts;
    /** The dimensions, the one that varies slowest first. */
    private final int[] order;
    /** The difference between the numbers of adjacent chunks in each dimension; saturates at 2^63-1. */
    private final long[] strides;

    /** @throws FormatException if the ranks of the layout and the dataspace differ */
    public ChunkGrid(ChunkedLayout layout, Dataspace space) {
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

    public int rank() {
        return counts.length;
    }

    public int unlimitedDimensions() {
        return (int) Arrays.stream(counts).filter(count -> count == UNLIMITED).count();
    }

    /** The number of chunks; saturates at 2^63-1. */
    public long total() {
        long total = 1;
        for (long count : counts) {
            total = count > 0 && total > Long.MAX_VALUE / count ? Long.MAX_VALUE : total * count;
        }
        return total;
    }

    /** Whether there is a chunk with these coordinates. */
    public boolean contains(long[] coordinates) {
        boolean inside = coordinates.length == counts.length;
        for (int i = 0; inside && i < counts.length; i++) {
            inside = coordinates[i] >= 0 && coordinates[i] < counts[i];
        }
        return inside;
    }

    /** @throws IllegalArgumentException if the coordinates are outside the grid */
    void require(long[] coordinates) {
        if (!contains(coordinates)) {
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

    public void coordinates(long number, long[] into) {
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

    /** The number of the first chunk of a box; saturates at 2^63-1. */
    long first(ChunkBox box) {
        return number(box.first());
    }

    /** The number of the last chunk of a box; saturates at 2^63-1. */
    long last(ChunkBox box) {
        return number(box.last());
    }

    /** The lowest number in a box that is not less than another; 2^63-1 if there is none. */
    long next(ChunkBox box, long number) {
        long[] at = new long[counts.length];
        coordinates(number, at);
        return box.advance(at, order) ? number(at) : Long.MAX_VALUE;
    }

    /** The number of the last one of the chunks of a box that have consecutive numbers from a chunk in it on. */
    long runEnd(ChunkBox box, long number) {
        long[] at = new long[counts.length];
        coordinates(number, at);
        for (int i = order.length - 1; i >= 0; i--) {
            int d = order[i];
            at[d] = box.last()[d];
            if (box.first()[d] != 0 || at[d] != counts[d] - 1) {
                break;
            }
        }
        return number(at);
    }
}
