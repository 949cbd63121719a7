package dev.fallow.internal.pointer;

import dev.fallow.format.FieldReader;
import java.io.IOException;

/** The rows of elements in a chunk that are inside the extent of its dataset. What is outside may be anything. */
final class ChunkRows {
    private final long[] extent;
    private final long[] chunk;
    private final int elementSize;

    /** Receives the elements of a row. */
    @FunctionalInterface
    interface RowVisitor {
        void row(FieldReader elements) throws IOException;
    }

    /**
     * @param extent of the dataset in elements
     * @param chunk the dimensions of a chunk in elements
     */
    ChunkRows(long[] extent, long[] chunk, int elementSize) {
        this.extent = extent;
        this.chunk = chunk;
        this.elementSize = elementSize;
    }

    /**
     * Visits the rows of a chunk.
     *
     * @param coordinates of the chunk, in chunks
     * @param in its bytes
     */
    void forEach(long[] coordinates, FieldReader in, RowVisitor visitor) throws IOException {
        int last = chunk.length - 1;
        long length = Math.min(chunk[last], extent[last] - coordinates[last] * chunk[last]);
        long rows = 1;
        for (int i = 0; i < last; i++) {
            rows *= chunk[i];
        }
        for (long row = 0; row < rows; row++) {
            FieldReader elements = in.inner(chunk[last] * elementSize, "chunk");
            if (length > 0 && isInside(coordinates, row)) {
                visitor.row(elements.inner(length * elementSize, "chunk"));
            }
        }
    }

    private boolean isInside(long[] coordinates, long row) {
        long rest = row;
        for (int i = chunk.length - 2; i >= 0; i--) {
            if (coordinates[i] * chunk[i] + rest % chunk[i] >= extent[i]) {
                return false;
            }
            rest /= chunk[i];
        }
        return true;
    }
}
