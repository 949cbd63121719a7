package dev.fallow.research.policy.matball;

import java.util.ArrayList;
import java.util.List;

/**
 * The allocation matrix Φ of a level below the top (definition 2): x[i,j] is the number of segments of index j that are
 * parts of segments of index i on the level above. Row i is H to N - 1 and column j is H to N - 2, where N = log2 s: N
 * + 1 rows, N columns.
 *
 * <p>All non-zero elements of a row are equal. A partitioned segment has each child once, so for every j below i,
 * x[i,j] is the number of segments of index i on the level above.
 */
public final class AllocationMatrix {
    private final ExtentShape shape;
    private final int level;
    private final long[][] counts; // [row + 1][column + 1], the head first

    private AllocationMatrix(ExtentShape shape, int level, long[][] counts) {
        this.shape = shape;
        this.level = level;
        this.counts = counts;
    }

    /**
     * The matrices of levels 1 to log2(s / λ), the number of levels in theorem 1; none if no segment is partitioned.
     * Θ(log2(s)^2) time and space for each.
     */
    public static List<AllocationMatrix> of(ExtentShape shape) {
        int n = shape.lgBlocks();
        List<AllocationMatrix> matrices = new ArrayList<>();
        AllocationMatrix above = null;
        for (int level = 1; level <= shape.levels(); level++) {
            long[][] counts = new long[n + 1][n];
            for (int row = shape.lgThreshold(); row < n; row++) {
                long parents = above == null ? 1 : above.columnSum(row);
                for (int column = Segment.HEAD; column < row; column++) {
                    counts[row + 1][column + 1] = parents;
                }
            }
            above = new AllocationMatrix(shape, level, counts);
            matrices.add(above);
        }
        return matrices;
    }

    /** The level, at least 1. */
    public int level() {
        return level;
    }

    /** The number of rows, N + 1. */
    public int rows() {
        return counts.length;
    }

    /** The number of columns, N. */
    public int columns() {
        return counts[0].length;
    }

    /**
     * The element x[parent, index].
     *
     * @param parent {@link Segment#HEAD} to N - 1
     * @param index {@link Segment#HEAD} to N - 2
     * @throws IllegalArgumentException if there is no such row or column
     */
    public long count(int parent, int index) {
        if (parent < Segment.HEAD || parent >= rows() - 1 || index < Segment.HEAD || index >= columns() - 1) {
            throw new IllegalArgumentException("x[" + parent + "," + index + "] of a matrix with rows H to "
                    + (rows() - 2) + " and columns H to " + (columns() - 2));
        }
        return counts[parent + 1][index + 1];
    }

    /** The number of segments on the level: the sum in theorem 1. */
    public long segments() {
        long sum = 0;
        for (int row = shape.lgThreshold(); row < shape.lgBlocks(); row++) {
            for (int column = Segment.HEAD; column < row; column++) {
                sum += count(row, column);
            }
        }
        return sum;
    }

    /** The number of segments of an index on the level; the largest index of the level above does not occur. */
    private long columnSum(int index) {
        long sum = 0;
        if (index < columns() - 1) {
            for (int row = Segment.HEAD; row < rows() - 1; row++) {
                sum += count(row, index);
            }
        }
        return sum;
    }
}
