package dev.fallow.spark.read;

import dev.fallow.spark.read.table.Box;
import dev.fallow.spark.read.table.FileTable;
import dev.fallow.spark.read.table.TableColumn;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;

/**
 * The rows of a table in cells of equal shape, which are numbered in row-major order. A cell is a chunk or several whole
 * chunks, so that no chunk is in two of them.
 *
 * @param dimensions of the table; not copied
 * @param cell the number of indexes in each dimension, at least 1; not copied
 */
record PartitionGrid(long[] dimensions, long[] cell) implements Serializable {
    /** About what is read at once: few and large requests, and little memory. */
    private static final long CELL_BYTES = 8L << 20;

    /**
     * Joins adjacent small chunks.
     *
     * @param rowBytes in memory, about
     * @param mostBytes of a cell, if a chunk is not larger
     */
    static PartitionGrid of(FileTable table, List<TableColumn> columns, long rowBytes, long mostBytes) {
        long[] dimensions = table.dimensions();
        long[] chunk = table.chunk(columns);
        long[] cell = new long[dimensions.length];
        for (int d = 0; d < cell.length; d++) {
            cell[d] = chunk == null ? 1 : Math.max(1, Math.min(chunk[d], dimensions[d]));
        }
        if (!table.isRowABox() || chunk == null) {
            grow(dimensions, cell, rowBytes, Math.min(mostBytes, CELL_BYTES));
        }
        return new PartitionGrid(dimensions, cell);
    }

    /** A box in cells of at most this many bytes, or of one row. */
    static PartitionGrid cut(Box box, long rowBytes, long mostBytes) {
        long[] cell = new long[box.count().length];
        Arrays.fill(cell, 1);
        grow(box.count(), cell, rowBytes, mostBytes);
        return new PartitionGrid(box.count(), cell);
    }

    /** Multiplies the last dimensions of a cell as far as it has at most this many bytes. */
    private static void grow(long[] dimensions, long[] cell, long rowBytes, long mostBytes) {
        for (int d = cell.length - 1; d >= 0; d--) {
            long bytes = Math.max(1, Box.product(Box.product(cell), rowBytes));
            long factor = Math.max(1, Math.min(mostBytes / bytes, (dimensions[d] + cell[d] - 1) / cell[d]));
            cell[d] = Math.max(1, Math.min(cell[d] * factor, dimensions[d]));
        }
    }

    private long[] counts() {
        long[] counts = new long[cell.length];
        for (int d = 0; d < counts.length; d++) {
            counts[d] = dimensions[d] / cell[d] + (dimensions[d] % cell[d] == 0 ? 0 : 1);
        }
        return counts;
    }

    /** The number of cells; saturates at 2^63-1. */
    long cells() {
        return Box.product(counts());
    }

    /** The number of the cell with this element. */
    long number(long[] element) {
        long[] counts = counts();
        long number = 0;
        for (int d = 0; d < cell.length; d++) {
            number = number * counts[d] + element[d] / cell[d];
        }
        return number;
    }

    /** The rows of a cell. */
    Box box(long number) {
        long[] counts = counts();
        long[] start = new long[cell.length];
        long[] count = new long[cell.length];
        long rest = number;
        for (int d = cell.length - 1; d >= 0; d--) {
            start[d] = rest % counts[d] * cell[d];
            count[d] = Math.min(cell[d], dimensions[d] - start[d]);
            rest /= counts[d];
        }
        return new Box(start, count);
    }

    /**
     * The next cell that has rows in a box.
     *
     * @param number of the first one that may be
     * @return -1 if there is none
     */
    long next(long number, Box within) {
        if (within.size() == 0 || number >= cells()) {
            return -1;
        }
        long[] start = box(number).start();
        int d = 0;
        while (d < cell.length && start[d] > within.start()[d] - cell[d] && start[d] < end(within, d)) {
            d++;
        }
        if (d < cell.length && start[d] >= end(within, d)) {
            do { // behind the box: the dimension before has to advance
                d--;
            } while (d >= 0 && start[d] >= end(within, d) - cell[d]);
            if (d < 0) {
                return -1;
            }
            start[d] += cell[d];
            d++;
        }
        for (; d < cell.length; d++) {
            start[d] = within.start()[d];
        }
        return number(start);
    }

    private static long end(Box box, int dimension) {
        return box.start()[dimension] + box.count()[dimension];
    }
}
