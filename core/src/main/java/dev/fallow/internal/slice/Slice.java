package dev.fallow.internal.slice;

import java.io.IOException;

/** A regular hyperslab that is inside a grid. Cost: O(1) per run. */
final class Slice implements Selected {
    private final Grid grid;
    private final Regular slab;
    private final long[] start;
    private final long[] stride;
    private final long[] count;
    private final long[] block;
    private final long[] shape;
    private final long[] chunkStrides;
    private final long[] resultStrides;

    Slice(Grid grid, Regular slab) {
        this.grid = grid;
        this.slab = slab;
        start = slab.start;
        stride = slab.stride;
        count = slab.count;
        block = slab.block;
        shape = slab.shape;
        chunkStrides = grid.strides();
        resultStrides = Grid.strides(shape);
    }

    Regular slab() {
        return slab;
    }

    @Override
    public long[] shape() {
        return shape;
    }

    @Override
    public long count() {
        return slab.count();
    }

    @Override
    public long chunkCount() {
        long chunks = count() == 0 ? 0 : 1;
        for (int i = 0; i < shape.length && chunks > 0; i++) {
            chunks *= chunksIn(i);
        }
        return chunks;
    }

    private long chunksIn(int dimension) {
        if (stride[dimension] - block[dimension] < grid.chunk()[dimension]) { // no chunk lies in a gap
            return lastChunk(dimension) - firstChunk(dimension) + 1;
        }
        long chunks = 0;
        for (long at = firstChunk(dimension); at >= 0; at = chunkBehind(dimension, at)) {
            chunks++;
        }
        return chunks;
    }

    private long firstChunk(int dimension) {
        return start[dimension] / grid.chunk()[dimension];
    }

    private long lastChunk(int dimension) {
        return (start[dimension] + (count[dimension] - 1) * stride[dimension] + block[dimension] - 1)
                / grid.chunk()[dimension];
    }

    /** The next chunk of a dimension with selected elements, or -1. */
    private long chunkBehind(int dimension, long coordinate) {
        if (coordinate >= lastChunk(dimension)) {
            return -1;
        }
        long element = (coordinate + 1) * grid.chunk()[dimension];
        long within = element - start[dimension];
        long number = within / stride[dimension];
        if (within % stride[dimension] >= block[dimension]) { // in a gap: the next block begins behind it
            element = start[dimension] + (number + 1) * stride[dimension];
        }
        return element / grid.chunk()[dimension];
    }

    @Override
    public long[] firstChunk() {
        long[] first = new long[shape.length];
        for (int i = 0; i < first.length; i++) {
            first[i] = firstChunk(i);
        }
        return first;
    }

    @Override
    public long[] lastChunk() {
        long[] last = new long[shape.length];
        for (int i = 0; i < last.length; i++) {
            last[i] = lastChunk(i);
        }
        return last;
    }

    @Override
    public void forEachChunk(ChunkVisitor visitor) throws IOException {
        if (count() > 0) {
            forEachChunk(new long[shape.length], 0, visitor);
        }
    }

    private void forEachChunk(long[] coordinates, int dimension, ChunkVisitor visitor) throws IOException {
        if (dimension == shape.length) {
            visitor.visit(coordinates);
            return;
        }
        for (long at = firstChunk(dimension); at >= 0; at = chunkBehind(dimension, at)) {
            coordinates[dimension] = at;
            forEachChunk(coordinates, dimension + 1, visitor);
        }
    }

    @Override
    public long countIn(long[] coordinates) {
        long product = 1;
        for (int i = 0; i < shape.length; i++) {
            long from = grid.from(coordinates[i], i);
            long to = grid.to(coordinates[i], i);
            product *= before(i, to) - before(i, from);
        }
        return product;
    }

    /** The number of selected elements of a dimension before an element. */
    private long before(int dimension, long element) {
        long within = element - start[dimension];
        if (within <= 0 || shape[dimension] == 0) {
            return 0;
        }
        long blocks = Math.min(within / stride[dimension], count[dimension]);
        long rest = blocks == count[dimension] ? 0 : Math.min(block[dimension], within - blocks * stride[dimension]);
        return blocks * block[dimension] + rest;
    }

    @Override
    public void forEachRun(long[] coordinates, RunVisitor visitor) throws IOException {
        new Walk(coordinates, visitor).below(0, 0, 0);
    }

    /** The runs of one chunk. */
    private final class Walk {
        private final RunVisitor visitor;
        /** The elements of the dataset in the chunk. */
        private final long[] from;

        private final long[] to;
        /** The first dimension whose rows follow each other without a gap, in the chunk and in the result. */
        private final int merged;

        Walk(long[] coordinates, RunVisitor visitor) {
            this.visitor = visitor;
            int rank = shape.length;
            from = new long[rank];
            to = new long[rank];
            for (int i = 0; i < rank; i++) {
                from[i] = grid.from(coordinates[i], i);
                to[i] = grid.to(coordinates[i], i);
            }
            int first = rank - 1;
            while (first > 0 && isWhole(first)) {
                first--;
            }
            merged = first;
        }

        /** Whether a row of the chunk is selected whole and is a whole row of the result. */
        private boolean isWhole(int dimension) {
            return count[dimension] == 1
                    && shape[dimension] == grid.chunk()[dimension]
                    && start[dimension] == from[dimension]
                    && to[dimension] - from[dimension] == shape[dimension];
        }

        void below(int dimension, long offset, long index) throws IOException {
            long stop = to[dimension];
            long low = from[dimension];
            long first = start[dimension];
            long number = low <= first ? 0 : (low - first) / stride[dimension];
            for (; number < count[dimension]; number++) {
                long blockFrom = first + number * stride[dimension];
                if (blockFrom >= stop) {
                    return;
                }
                long runFrom = Math.max(low, blockFrom);
                long runTo = Math.min(stop, blockFrom + block[dimension]);
                if (runFrom < runTo) {
                    run(
                            dimension,
                            offset + (runFrom - low) * chunkStrides[dimension],
                            index + (number * block[dimension] + runFrom - blockFrom) * resultStrides[dimension],
                            runTo - runFrom);
                }
            }
        }

        private void run(int dimension, long offset, long index, long length) throws IOException {
            if (dimension == merged) {
                visitor.visit(offset, index, length * chunkStrides[dimension]);
                return;
            }
            long chunkStride = chunkStrides[dimension];
            long resultStride = resultStrides[dimension];
            for (long i = 0; i < length; i++) {
                below(dimension + 1, offset + i * chunkStride, index + i * resultStride);
            }
        }
    }
}
