package dev.fallow.internal.chunk;

import dev.fallow.format.Addresses;
import dev.fallow.format.FormatException;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.format.message.Dataspace;
import dev.fallow.internal.cache.StructureStore;
import java.io.IOException;

/**
 * No index: the layout message locates the only chunk. libhdf5 leaves the address of a freed chunk there when it shrinks
 * a dataset to nothing, so a dataset without elements has no chunk, whatever the message says.
 */
final class SingleChunkIndex extends ChunkIndex {
    /** @throws FormatException if the dataset can have more than one chunk, or its filters contradict the layout */
    SingleChunkIndex(StructureStore store, ChunkedLayout layout, ChunkGrid grid, Dataspace space, boolean filtered) {
        super(store, layout, grid, filtered);
        boolean stored = layout.singleChunkSize() >= 0;
        if (grid.total() > 1 || grid.unlimitedDimensions() > 0 || stored != filtered) {
            throw new FormatException(
                    "data layout",
                    layout.address(),
                    "single chunk: expected at most one chunk and a size of it only with filters, found %s, %s"
                            .formatted(
                                    grid.unlimitedDimensions() > 0 ? "an unlimited extent" : grid.total() + " chunks",
                                    stored == filtered ? "consistent filters" : "a layout for other filters"));
        }
        if (!exists() || space.elementCount() <= 0) {
            release();
        }
    }

    @Override
    protected StoredChunk found(long[] coordinates) {
        long size = filtered ? layout.singleChunkSize() : layout.chunkBytes();
        return ChunkElements.checked(store.reader(), new StoredChunk(layout.address(), size, layout.singleChunkMask()));
    }

    @Override
    public void forEachIn(ChunkBox box, ChunkVisitor visitor) throws IOException {
        long[] coordinates = new long[grid.rank()];
        visitor.visit(coordinates, found(coordinates));
    }

    @Override
    public void prepare(long[] coordinates) throws IOException {
        find(coordinates);
    }

    @Override
    public boolean put(long[] coordinates, StoredChunk chunk) throws IOException {
        requireStorable(coordinates, chunk);
        return become(layout.withSingleChunk(chunk.address(), chunk.size(), chunk.filterMask()));
    }

    @Override
    protected boolean removed(long[] coordinates) {
        return become(layout.withSingleChunk(Addresses.UNDEFINED, 0, 0));
    }

    private boolean become(ChunkedLayout changed) {
        boolean differs = !changed.equals(layout);
        layout = changed;
        return differs;
    }

    @Override
    public long largestSize() {
        return filtered ? ChunkElements.largest(store.sizes().lengths()) : layout.chunkBytes();
    }

    @Override
    public void release() {
        layout = layout.withSingleChunk(Addresses.UNDEFINED, 0, 0);
    }
}
