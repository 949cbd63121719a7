package dev.fallow.internal.slice;

import java.io.IOException;

/** Selected elements that are found by their number in the order of the selection. */
public sealed interface Numbered permits Regular, ElementRuns {
    /** Receives elements that are adjacent in the last dimension. */
    @FunctionalInterface
    interface RowVisitor {
        /**
         * @param from the coordinates of the first one; valid during the call only
         * @param number of the first one
         * @param length the number of elements, at least 1
         */
        void visit(long[] from, long number, long length) throws IOException;
    }

    /** The number of dimensions; 0 for a list without elements. */
    int rank();

    /** The number of elements. */
    long count();

    /** Visits elements in their order. */
    void forEachRow(long firstNumber, long elements, RowVisitor visitor) throws IOException;
}
