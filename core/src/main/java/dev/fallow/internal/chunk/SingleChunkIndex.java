package dev.fallow.internal.chunk;

import dev.fallow.format.Addresses;
import dev.fallow.format.FormatException;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.format.message.Dataspace;
import dev.fallow.internal.cache.StructureStore;
import dev.fallow.internal.extent.ExtentVisitor;
import java.io.IOException;

/**
 * No index: the layout message locates the only chunk. libhdf5 leaves the address of a freed chunk there when it shrinks
 * a dataset to nothing, so a dataset without elements has no chunk, whatever the message says.
 */
final class SingleChunkIndex implements ChunkIndex {
    private final StructureStore store;
    private final ChunkGrid grid;
    private final boolean filtered;
    private ChunkedLayout layout;

    /** @throws FormatException if the dataset can have more than one chunk, or its filters contradict the layout */
    SingleChunkIndex(StructureStore store, ChunkedLayout layout, ChunkGrid grid, Dataspace space, boolean filtered) {
        this.store = store;
        this.grid = grid;
        this.filtered = filtered;
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
        this.layout = isStored(layout, space) ? layout : layout.withSingleChunk(Addresses.UNDEFINED, 0, 0);
    }

    /** Whether the address in the message is that of a chunk. */
    static boolean isStored(ChunkedLayout layout, Dataspace space) {
        return layout.address() != Addresses.UNDEFINED && space.elementCount() > 0;
    }

    private StoredChunk chunk() {
        if (layout.address() == Addresses.UNDEFINED) {
            return null;
        }
        long size = filtered ? layout.singleChunkSize() : layout.chunkBytes();
        return ChunkElements.checked(store.reader(), new StoredChunk(layout.address(), size, layout.singleChunkMask()));
    }

    @Override
    public StoredChunk find(long[] coordinates) {
        grid.require(coordinates);
        return chunk();
    }

    @Override
    public void forEach(long[] first, long[] last, ChunkVisitor visitor) throws IOException {
        ChunkBox box = grid.box(first, last);
        StoredChunk chunk = box == null ? null : chunk();
        if (chunk != null) {
            visitor.visit(box.lowest(), chunk);
        }
    }

    @Override
    public void forEach(ChunkVisitor visitor) throws IOException {
        StoredChunk chunk = chunk();
        if (chunk != null) {
            visitor.visit(new long[grid.rank()], chunk);
        }
    }

    /** {@inheritDoc} There are none. */
    @Override
    public void forEachBlock(ExtentVisitor visitor) {}

    @Override
    public void prepare(long[] coordinates) {
        find(coordinates);
    }

    @Override
    public boolean put(long[] coordinates, StoredChunk chunk) {
        grid.require(coordinates);
        ChunkElements.requireStorable(chunk, layout, filtered, largestSize());
        return become(layout.withSingleChunk(chunk.address(), chunk.size(), chunk.filterMask()));
    }

    @Override
    public boolean remove(long[] coordinates) {
        grid.require(coordinates);
        return become(layout.withSingleChunk(Addresses.UNDEFINED, 0, 0));
    }

    private boolean become(ChunkedLayout changed) {
        boolean differs = !changed.equals(layout);
        layout = changed;
        return differs;
    }

    @Override
    public ChunkedLayout layout() {
        return layout;
    }

    @Override
    public long largestSize() {
        int width = store.sizes().lengths();
        return !filtered ? layout.chunkBytes() : width == 8 ? Long.MAX_VALUE : (1L << 8 * width) - 1;
    }

    @Override
    public void release() {
        layout = layout.withSingleChunk(Addresses.UNDEFINED, 0, 0);
    }
}
