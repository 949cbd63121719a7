package dev.fallow.internal.slice;

import java.io.IOException;

/** The selected elements of a dataset, in the order in which they are read or written: row-major unless they are points. */
public interface Selected {
    /** Receives the coordinates of chunks. */
    @FunctionalInterface
    interface ChunkVisitor {
        /** @param coordinates in chunks; valid during the call only */
        void visit(long[] coordinates) throws IOException;
    }

    /** Receives runs of selected elements that are adjacent in a chunk and in the result. */
    @FunctionalInterface
    interface RunVisitor {
        /**
         * @param offset of the first element in the chunk, in elements
         * @param index of the first element in the result
         * @param count the number of elements, at least 1
         */
        void visit(long offset, long index, long count) throws IOException;
    }

    /** The dimensions of the result. */
    long[] shape();

    /** The number of selected elements. */
    long count();

    /** The number of chunks with selected elements. */
    long chunkCount();

    /** The lowest coordinates of chunks with selected elements; only if there are any. */
    long[] firstChunk();

    /** The highest coordinates of chunks with selected elements; only if there are any. */
    long[] lastChunk();

    /** Visits the chunks with selected elements. */
    void forEachChunk(ChunkVisitor visitor) throws IOException;

    /** Visits the selected elements of a chunk. */
    void forEachRun(long[] coordinates, RunVisitor visitor) throws IOException;

    /** Visits the selected elements of a grid of one chunk. */
    default void forEachRun(RunVisitor visitor) throws IOException {
        if (count() > 0) {
            forEachRun(firstChunk(), visitor);
        }
    }

    /** The number of selected elements in a chunk. One that is selected twice counts twice. */
    long countIn(long[] coordinates);

    /**
     * Whether all elements of a chunk are selected.
     *
     * @param elements how many it has
     */
    default boolean isWhole(long[] coordinates, long elements) {
        return countIn(coordinates) == elements;
    }
}
