package dev.fallow.internal.slice;

import java.io.IOException;

/**
 * A dataset divided into chunks of equal size. A dataset without chunks is a grid of one. The part of an edge chunk that
 * is outside the dataset has no elements.
 *
 * @param extent the number of elements in each dimension of the dataset, at least one dimension; not copied
 * @param chunk the number of elements in each dimension of a chunk, each more than 0; not copied
 */
public record Grid(long[] extent, long[] chunk) {
    /** A dataset that is one chunk. A scalar has one dimension of one element. */
    public static Grid whole(long[] extent) {
        long[] one = extent.length == 0 ? new long[] {1} : extent;
        long[] chunk = one.clone();
        for (int i = 0; i < chunk.length; i++) {
            chunk[i] = Math.max(1, chunk[i]);
        }
        return new Grid(one, chunk);
    }

    /** The number of dimensions. */
    public int rank() {
        return extent.length;
    }

    /** The number of chunks in a dimension. */
    public long chunks(int dimension) {
        return chunks(extent[dimension], chunk[dimension]);
    }

    /** The number of chunks of a size that cover an extent. */
    public static long chunks(long extent, long chunk) {
        return extent / chunk + (extent % chunk == 0 ? 0 : 1);
    }

    /** The first element of a chunk in a dimension. */
    public long from(long coordinate, int dimension) {
        return coordinate * chunk[dimension];
    }

    /** The element after the last one of a chunk in a dimension, inside the dataset. */
    public long to(long coordinate, int dimension) {
        long from = from(coordinate, dimension);
        return from + Math.min(chunk[dimension], extent[dimension] - from);
    }

    /** Whether part of a chunk is outside the dataset. */
    public boolean isPartial(long[] coordinates) {
        for (int i = 0; i < coordinates.length; i++) {
            if (extent[i] - from(coordinates[i], i) < chunk[i]) {
                return true;
            }
        }
        return false;
    }

    /** The last chunk in each dimension; -1 where there is none. */
    public long[] lastChunk() {
        long[] last = new long[rank()];
        for (int i = 0; i < last.length; i++) {
            last[i] = chunks(i) - 1;
        }
        return last;
    }

    /** Visits the chunks from a first one to a last one in each dimension, in row-major order. */
    public static void forEachChunk(long[] first, long[] last, Selected.ChunkVisitor visitor) throws IOException {
        for (int i = 0; i < first.length; i++) {
            if (first[i] > last[i]) {
                return;
            }
        }
        long[] coordinates = first.clone();
        int dimension;
        do {
            visitor.visit(coordinates);
            dimension = first.length - 1;
            while (dimension >= 0 && ++coordinates[dimension] > last[dimension]) {
                coordinates[dimension] = first[dimension];
                dimension--;
            }
        } while (dimension >= 0);
    }

    /** The distance of adjacent elements of a dimension in a chunk, in elements. */
    public long[] strides() {
        return strides(chunk);
    }

    /** The distance of adjacent elements of a dimension in a row-major array. */
    static long[] strides(long[] shape) {
        long[] strides = new long[shape.length];
        long stride = 1;
        for (int i = shape.length - 1; i >= 0; i--) {
            strides[i] = stride;
            stride *= shape[i];
        }
        return strides;
    }
}
