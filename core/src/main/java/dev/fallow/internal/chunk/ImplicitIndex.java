package dev.fallow.internal.chunk;

import dev.fallow.format.Addresses;
import dev.fallow.format.FormatException;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.internal.cache.StructureStore;
import dev.fallow.internal.extent.ExtentVisitor;
import java.io.IOException;
import java.util.Arrays;

/**
 * No index: all chunks of the maximum extent are in one block, in order, and always stored. Whoever creates the dataset
 * allocates the block.
 */
final class ImplicitIndex implements ChunkIndex {
    private final StructureStore store;
    private final ChunkGrid grid;
    private ChunkedLayout layout;

    /** @throws FormatException if the dataset has filters or an unlimited dimension, or is larger than the file */
    ImplicitIndex(StructureStore store, ChunkedLayout layout, ChunkGrid grid, boolean filtered) {
        this.store = store;
        this.grid = grid;
        this.layout = layout;
        if (filtered || grid.unlimitedDimensions() > 0) {
            throw new FormatException(
                    "data layout",
                    layout.address(),
                    "implicit index: expected a limited extent and no filters, found %d unlimited dimensions, %s"
                            .formatted(grid.unlimitedDimensions(), filtered ? "filters" : "no filters"));
        }
        if (layout.address() != Addresses.UNDEFINED) {
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
    public StoredChunk find(long[] coordinates) {
        grid.require(coordinates);
        return layout.address() == Addresses.UNDEFINED ? null : chunk(grid.number(coordinates));
    }

    @Override
    public void forEach(long[] first, long[] last, ChunkVisitor visitor) throws IOException {
        ChunkBox box = grid.box(first, last);
        if (box == null || layout.address() == Addresses.UNDEFINED) {
            return;
        }
        long[] coordinates = new long[grid.rank()];
        long end = grid.last(box);
        for (long number = grid.first(box); number <= end; number = grid.next(box, number + 1)) {
            grid.coordinates(number, coordinates);
            visitor.visit(coordinates, chunk(number));
        }
    }

    @Override
    public void forEach(ChunkVisitor visitor) throws IOException {
        long[] last = new long[grid.rank()];
        Arrays.fill(last, Long.MAX_VALUE);
        forEach(new long[grid.rank()], last, visitor);
    }

    /** {@inheritDoc} There are none. */
    @Override
    public void forEachBlock(ExtentVisitor visitor) {}

    @Override
    public void prepare(long[] coordinates) {
        find(coordinates);
    }

    /** {@inheritDoc} Every chunk has its place already; nothing changes. */
    @Override
    public boolean put(long[] coordinates, StoredChunk chunk) {
        if (!chunk.equals(find(coordinates))) {
            throw new IllegalArgumentException("chunk %s of an implicit index: expected %s, found %s"
                    .formatted(Arrays.toString(coordinates), find(coordinates), chunk));
        }
        return false;
    }

    /** {@inheritDoc} The chunk stays, because its space is part of a larger block. */
    @Override
    public boolean remove(long[] coordinates) {
        grid.require(coordinates);
        return false;
    }

    @Override
    public ChunkedLayout layout() {
        return layout;
    }

    @Override
    public long largestSize() {
        return layout.chunkBytes();
    }

    @Override
    public void release() {
        layout = layout.at(Addresses.UNDEFINED);
    }
}
