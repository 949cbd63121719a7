package dev.fallow.internal.slice;

import java.io.IOException;
import java.util.Arrays;

/** A list of elements in any order, as runs of elements that are adjacent in the last dimension. */
public final class ElementRuns implements Numbered {
    private static final int FIRST_RUNS = 16;

    private final int rank;
    private long[] coordinates;
    /** The number of the first element of each run, and behind them the number of all elements. */
    private long[] numbers = new long[FIRST_RUNS];

    private int runs;

    /** An empty list. */
    public ElementRuns(int rank) {
        this.rank = rank;
        coordinates = new long[FIRST_RUNS * rank];
    }

    /** Adds a run. */
    public void add(long[] from, long length) {
        if (runs + 1 == numbers.length) {
            numbers = Arrays.copyOf(numbers, 2 * numbers.length);
            coordinates = Arrays.copyOf(coordinates, numbers.length * rank);
        }
        System.arraycopy(from, 0, coordinates, runs * rank, rank);
        numbers[runs + 1] = Math.addExact(numbers[runs], length);
        runs++;
    }

    /** Removes all runs. */
    public void clear() {
        runs = 0;
    }

    /** The number of runs. */
    public int runs() {
        return runs;
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public long count() {
        return numbers[runs];
    }

    /** The elements of a dataset. All of them must be inside it. */
    public Selected in(Grid grid) {
        Pieces pieces = new Pieces(grid);
        long[] from = new long[rank];
        for (int i = 0; i < runs; i++) {
            System.arraycopy(coordinates, i * rank, from, 0, rank);
            pieces.add(from, numbers[i + 1] - numbers[i]);
        }
        return pieces;
    }

    @Override
    public void forEachRow(long firstNumber, long elements, RowVisitor visitor) throws IOException {
        int found = Arrays.binarySearch(numbers, 0, runs + 1, firstNumber);
        long[] from = new long[rank];
        long end = firstNumber + elements;
        long at = firstNumber;
        for (int i = found >= 0 ? found : -found - 2; at < end; i++) {
            long within = at - numbers[i];
            long length = Math.min(end, numbers[i + 1]) - at;
            System.arraycopy(coordinates, i * rank, from, 0, rank);
            from[rank - 1] += within;
            visitor.visit(from, at, length);
            at += length;
        }
    }
}
