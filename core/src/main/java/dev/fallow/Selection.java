package dev.fallow;

/** A selection of elements of a dataset. A region reference contains one too. */
public sealed interface Selection permits Selection.None, Selection.All, Points, Blocks, Hyperslab {
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

    /** The number of dimensions. */
    int rank();

    /** All elements of a dataset of any rank. */
    static Selection all() {
        return All.OF_ANY_RANK;
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
