package dev.fallow.internal.slice;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The elements that two regular hyperslabs have in common. In each dimension they are runs that are adjacent in both; the
 * overlap is the product of these runs. O(1) per run.
 */
public final class Overlap {
    private final List<List<Run>> runs = new ArrayList<>();
    private final long[] firstStrides;
    private final long[] secondStrides;

    /**
     * Elements of one dimension.
     *
     * @param first the number of the first one in the first hyperslab, in this dimension
     * @param second the same in the second hyperslab
     */
    public record Run(long first, long second, long length) {}

    /** The overlap of two hyperslabs of the same rank, which are not empty. */
    public Overlap(Regular first, Regular second) {
        firstStrides = Grid.strides(first.shape());
        secondStrides = Grid.strides(second.shape());
        for (int i = 0; i < first.rank(); i++) {
            runs.add(inDimension(first, second, i));
        }
    }

    private static List<Run> inDimension(Regular first, Regular second, int dimension) {
        List<Run> found = new ArrayList<>(1);
        long low = Math.max(first.low(dimension), second.low(dimension));
        long high = Math.min(first.high(dimension), second.high(dimension));
        long i = blockAt(first, dimension, low);
        long j = blockAt(second, dimension, low);
        while (i < first.count[dimension] && j < second.count[dimension]) {
            long iFrom = first.start[dimension] + i * first.stride[dimension];
            long jFrom = second.start[dimension] + j * second.stride[dimension];
            if (Math.max(iFrom, jFrom) > high) {
                break;
            }
            long iTo = iFrom + first.block[dimension];
            long jTo = jFrom + second.block[dimension];
            long from = Math.max(iFrom, jFrom);
            long to = Math.min(high + 1, Math.min(iTo, jTo));
            if (from < to) {
                found.add(new Run(
                        i * first.block[dimension] + from - iFrom,
                        j * second.block[dimension] + from - jFrom,
                        to - from));
            }
            if (iTo <= jTo) {
                i = Math.max(i + 1, blockAt(first, dimension, jFrom));
            }
            if (jTo <= iTo) {
                j = Math.max(j + 1, blockAt(second, dimension, iFrom));
            }
        }
        return found;
    }

    /** The block with a coordinate, or the last one before it. */
    private static long blockAt(Regular slab, int dimension, long coordinate) {
        return Math.max(0, coordinate - slab.start[dimension]) / slab.stride[dimension];
    }

    /** Whether there are no elements. */
    public boolean isEmpty() {
        return runs.stream().anyMatch(List::isEmpty);
    }

    /** The runs in a dimension. */
    public List<Run> runs(int dimension) {
        return runs.get(dimension);
    }

    /** The distance of adjacent elements of a dimension in the order of the first hyperslab. */
    public long firstStride(int dimension) {
        return firstStrides[dimension];
    }

    /**
     * Visits all elements, in the order of the first hyperslab.
     *
     * @param visitor receives the number of the first element of a run in the first hyperslab, and that in the second one
     */
    public void forEachRun(Selected.RunVisitor visitor) throws IOException {
        below(0, 0, 0, visitor);
    }

    private void below(int dimension, long first, long second, Selected.RunVisitor visitor) throws IOException {
        boolean last = dimension == firstStrides.length - 1;
        for (Run run : runs.get(dimension)) {
            long firstFrom = first + run.first * firstStrides[dimension];
            long secondFrom = second + run.second * secondStrides[dimension];
            if (last) {
                visitor.visit(firstFrom, secondFrom, run.length);
                continue;
            }
            for (long i = 0; i < run.length; i++) {
                below(
                        dimension + 1,
                        firstFrom + i * firstStrides[dimension],
                        secondFrom + i * secondStrides[dimension],
                        visitor);
            }
        }
    }
}
