package dev.fallow.research.policy.matball;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Definition 2, figure 2 and theorem 1. */
class AllocationMatrixTest {
    private static final int H = Segment.HEAD;

    /** Figure 2(b) and (c): 256 blocks, λ = 32. */
    @Test
    void theMatricesOfFigure2() {
        List<AllocationMatrix> matrices = AllocationMatrix.of(new ExtentShape(256, 32));
        assertEquals(3, matrices.size());
        AllocationMatrix first = matrices.get(0);
        AllocationMatrix second = matrices.get(1);
        AllocationMatrix third = matrices.get(2);
        assertEquals(9, first.rows());
        assertEquals(8, first.columns());
        for (int row = H; row <= 7; row++) {
            for (int column = H; column <= 6; column++) {
                String where = "x[" + row + "," + column + "]";
                assertEquals(row >= 5 && column < row ? 1 : 0, first.count(row, column), where);
                assertEquals(column >= row ? 0 : row == 5 ? 2 : row == 6 ? 1 : 0, second.count(row, column), where);
                assertEquals(row == 5 && column < row ? 1 : 0, third.count(row, column), where);
            }
        }
        assertEquals(21, first.segments(), "segments available at level one");
        assertEquals(2 * 6 + 7, second.segments());
        assertEquals(6, third.segments());
    }

    /** Theorem 1, against the segments themselves, for every shape up to 4,096 blocks. */
    @Test
    void theorem1() {
        for (int blocks = 2; blocks <= 4096; blocks *= 2) {
            for (int threshold = 2; threshold <= blocks; threshold *= 2) {
                ExtentShape shape = new ExtentShape(blocks, threshold);
                List<AllocationMatrix> matrices = AllocationMatrix.of(shape);
                assertEquals(blocks / threshold, 1 << matrices.size(), shape + ": log2(s / λ) matrices");
                SegmentPartition partition = new SegmentPartition(shape);
                for (AllocationMatrix matrix : matrices) {
                    check(matrix, partition.level(matrix.level()), shape + ", level " + matrix.level());
                }
            }
        }
    }

    private static void check(AllocationMatrix matrix, List<Segment> segments, String where) {
        assertEquals(segments.size(), matrix.segments(), where);
        long[][] counted = new long[matrix.rows()][matrix.columns()];
        segments.forEach(segment -> counted[segment.parent() + 1][segment.index() + 1]++);
        for (int row = 0; row < counted.length; row++) {
            for (int column = 0; column < counted[row].length; column++) {
                assertEquals(counted[row][column], matrix.count(row - 1, column - 1), where);
            }
        }
    }

    /** Chains of falling indices: x[i,j] of level L chooses L - 1 of the N - 1 - i indices above i. Up to the largest shape. */
    @Test
    void countsAreBinomialCoefficients() {
        for (int lgBlocks = 2; lgBlocks <= 24; lgBlocks++) {
            ExtentShape shape = new ExtentShape(1 << lgBlocks, 2);
            for (AllocationMatrix matrix : AllocationMatrix.of(shape)) {
                for (int row = 1; row < lgBlocks; row++) {
                    long chains = 1;
                    for (int i = 1; i < matrix.level(); i++) {
                        chains = chains * (lgBlocks - row - i) / i;
                    }
                    assertEquals(chains, matrix.count(row, H), shape + ", level " + matrix.level() + ", row " + row);
                }
                assertTrue(matrix.segments() > 0, "theorem 1: no level is empty");
            }
        }
    }

    @Test
    void noMatricesWithoutPartitioning() {
        assertEquals(List.of(), AllocationMatrix.of(new ExtentShape(256, 256)));
    }

    @Test
    void placesOutsideOfTheMatrix() {
        AllocationMatrix matrix = AllocationMatrix.of(new ExtentShape(64, 32)).get(0);
        for (int[] wrong : new int[][] {{-2, 0}, {6, 0}, {0, -2}, {0, 5}}) {
            assertThrows(IllegalArgumentException.class, () -> matrix.count(wrong[0], wrong[1]));
        }
    }
}
