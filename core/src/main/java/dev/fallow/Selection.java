package dev.fallow;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * A selection of elements of a dataset. A region reference contains one too.
 *
 * <pre>{@code
 * Selection slices = Selection.of("0:10, ::2");
 * Selection last = Selection.index(-1);
 * Selection block = Selection.block(new long[] {0, 0}, new long[] {10, 20});
 * Selection points = Selection.points(new long[] {0, 0}, new long[] {5, 7});
 * }</pre>
 */
public sealed interface Selection permits Selection.None, Selection.All, Points, Blocks, Hyperslab, Slices {
    /** An unlimited coordinate: up to the end of the dataset. */
    long UNLIMITED = -1;

    /** The rank of a selection of unknown rank. */
    int UNKNOWN_RANK = -1;

    /**
     * The empty selection.
     *
     * @param rank of the dataset, which is not stored in the selection, or {@link #UNKNOWN_RANK}
     */
    record None(int rank) implements Selection {}

    /**
     * All elements.
     *
     * @param rank of the dataset, which is not stored in the selection, or {@link #UNKNOWN_RANK}
     */
    record All(int rank) implements Selection {
        private static final All OF_ANY_RANK = new All(UNKNOWN_RANK);
    }

    /** The number of dimensions; {@link #UNKNOWN_RANK} if the dataset decides it. */
    int rank();

    /** All elements of a dataset of any rank. */
    static Selection all() {
        return All.OF_ANY_RANK;
    }

    /**
     * Slices as in numpy: {@code "0:10, ::2, 5"} are the first ten elements of the first dimension, every second one of the second, and
     * number 5 of the third, which is left out of the shape. {@link Slices} has the syntax.
     *
     * @throws IllegalArgumentException if the text has another form
     */
    static Selection of(String slices) {
        return new Slices(slices);
    }

    /**
     * The elements of this number in the first dimensions, which are left out of the shape; the other dimensions are whole. {@code index(7)}
     * of a stack of images is image 7.
     *
     * @param numbers negative ones count from the end: -1 is the last
     * @throws IllegalArgumentException if there is none
     */
    static Selection index(long... numbers) {
        if (numbers.length == 0) {
            throw new IllegalArgumentException("expected at least one index; Selection.all() are all elements");
        }
        return new Slices(Arrays.stream(numbers).mapToObj(Long::toString).collect(Collectors.joining(", ")));
    }

    /**
     * Blocks at equal distances.
     *
     * @param start the first element in each dimension
     * @param stride the distance between the starts of adjacent blocks, at least 1
     * @param count the number of blocks
     * @param block the number of elements of a block
     * @throws IllegalArgumentException if the lengths of the arrays differ, or a number is out of range
     */
    static Selection strided(long[] start, long[] stride, long[] count, long[] block) {
        return new Hyperslab(start.clone(), stride.clone(), count.clone(), block.clone());
    }

    /** A single block, starting at {@code start}, with {@code count} elements in each dimension. */
    static Selection block(long[] start, long[] count) {
        return Hyperslab.block(start, count);
    }

    /** Single elements, given by one array of coordinates each. */
    static Selection points(long[]... points) {
        return Points.of(points);
    }
}
