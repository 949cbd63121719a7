package dev.fallow.internal.slice;

import java.util.TreeSet;

/** The cells of a grid that have elements of some boxes. Memory: about 50 bytes for each of these cells. */
public final class TouchedCells {
    private final Grid grid;
    /** Their row-major numbers. */
    private final TreeSet<Long> numbers = new TreeSet<>();

    /** @param grid of fewer than 2^63 elements */
    public TouchedCells(Grid grid) {
        this.grid = grid;
    }

    /**
     * Adds the cells that have elements of a box.
     *
     * @param start its first element
     * @param size its number of elements in each dimension; those outside the grid do not count
     */
    public void add(long[] start, long[] size) {
        long[] first = new long[start.length];
        long[] last = new long[start.length];
        for (int i = 0; i < start.length; i++) {
            if (start[i] < 0 || start[i] >= grid.extent()[i] || size[i] < 1) {
                return;
            }
            first[i] = start[i] / grid.chunk()[i];
            last[i] = (start[i] + Math.min(size[i], grid.extent()[i] - start[i]) - 1) / grid.chunk()[i];
        }
        add(first, last, 0, 0);
    }

    private void add(long[] first, long[] last, int dimension, long number) {
        if (dimension == first.length) {
            numbers.add(number);
            return;
        }
        for (long at = first[dimension]; at <= last[dimension]; at++) {
            add(first, last, dimension + 1, number * grid.chunks(dimension) + at);
        }
    }

    /** The first element of each cell, in row-major order. */
    public Iterable<long[]> starts() {
        return () -> numbers.stream().map(this::start).iterator();
    }

    private long[] start(long number) {
        long[] start = new long[grid.rank()];
        long rest = number;
        for (int i = start.length - 1; i >= 0; i--) {
            start[i] = rest % grid.chunks(i) * grid.chunk()[i];
            rest /= grid.chunks(i);
        }
        return start;
    }
}
