package dev.fallow.internal.chunk;

import dev.fallow.format.FormatException;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.internal.cache.StructureStore;
import java.io.IOException;
import java.util.Arrays;

/**
 * No index: all chunks of the maximum extent are in one block, in order, and always stored. Whoever creates the dataset
 * allocates the block.
 */
final class ImplicitIndex extends ChunkIndex {
    /** @throws FormatException if the dataset has filters or an unlimited dimension, or is larger than the file */
    ImplicitIndex(StructureStore store, ChunkedLayout layout, ChunkGrid grid, boolean filtered) {
        super(store, layout, grid, filtered);
        if (filtered || grid.unlimitedDimensions() > 0) {
            throw new FormatException(
                    "data layout",
                    layout.address(),
                    "implicit index: expected a limited extent and no filters, found %d unlimited dimensions, %s"
                            .formatted(grid.unlimitedDimensions(), filtered ? "filters" : "no filters"));
        }
        if (exists()) {
            store.reader().requireInside(layout.address(), length(layout, grid), "chunks of an implicit index");
        }
    }

    /** The length of the block of all chunks in bytes; saturates at 2^63-1. */
    static long length(ChunkedLayout layout, ChunkGrid grid) {
        long chunks = grid.total();
        return chunks > 0 && layout.chunkBytes() > Long.MAX_VALUE / chunks
                ? Long.MAX_VALUE
                : chunks * layout.chunkBytes();
    }

    private StoredChunk chunk(long number) {
        return new StoredChunk(layout.address() + number * layout.chunkBytes(), layout.chunkBytes(), 0);
    }

    @Override
    protected StoredChunk found(long[] coordinates) {
        return chunk(grid.number(coordinates));
    }

    @Override
    public void forEachIn(ChunkBox box, ChunkVisitor visitor) throws IOException {
        long[] coordinates = new long[grid.rank()];
        long end = box == null ? grid.total() - 1 : grid.last(box);
        long number = box == null ? 0 : grid.first(box);
        while (number <= end) {
            grid.coordinates(number, coordinates);
            visitor.visit(coordinates, chunk(number));
            number = box == null ? number + 1 : grid.next(box, number + 1);
        }
    }

    @Override
    public void prepare(long[] coordinates) {
        grid.require(coordinates);
    }

    /** {@inheritDoc} Every chunk has its place already; nothing changes. */
    @Override
    public boolean put(long[] coordinates, StoredChunk chunk) throws IOException {
        StoredChunk expected = find(coordinates);
        if (!chunk.equals(expected)) {
            throw new IllegalArgumentException("chunk %s of an implicit index: expected %s, found %s"
                    .formatted(Arrays.toString(coordinates), expected, chunk));
        }
        return false;
    }

    /** {@inheritDoc} The chunk stays, because its space is part of a larger block. */
    @Override
    protected boolean removed(long[] coordinates) {
        return false;
    }

    @Override
    public long largestSize() {
        return layout.chunkBytes();
    }
}
