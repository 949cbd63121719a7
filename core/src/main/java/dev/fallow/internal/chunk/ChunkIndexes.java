package dev.fallow.internal.chunk;

import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.format.message.Dataspace;
import dev.fallow.internal.cache.BlockSource;
import dev.fallow.internal.cache.StructureStore;

/** The chunk indexes of all kinds. */
public final class ChunkIndexes {
    private ChunkIndexes() {}

    /**
     * The index of a dataset, which may not exist yet.
     *
     * @param space the current and the maximum extent; the numbers of chunks in arrays depend on the latter
     * @param filtered whether the dataset has filters
     * @param chunkK the K value for chunk B-trees of version 1
     * @throws dev.fallow.format.FormatException if the layout does not match the dataspace or the filters
     */
    public static ChunkIndex of(
            StructureStore store, ChunkedLayout layout, Dataspace space, boolean filtered, int chunkK) {
        ChunkGrid grid = new ChunkGrid(layout, space);
        BlockSource source = new BlockSource(store);
        return switch (layout.index()) {
            case SINGLE_CHUNK -> new SingleChunkIndex(store, layout, grid, space, filtered);
            case IMPLICIT -> new ImplicitIndex(store, layout, grid, filtered);
            case FIXED_ARRAY -> new FixedArrayIndex(source, layout, grid, filtered);
            case EXTENSIBLE_ARRAY -> new ExtensibleArrayIndex(source, layout, grid, filtered);
            case B_TREE_V1 -> new BTreeV1Index(source, layout, grid, filtered, chunkK);
            case B_TREE_V2 -> new BTreeV2Index(store, layout, grid, filtered);
        };
    }

    /** The length in bytes of the block of an implicit index, which has all chunks; saturates at 2^63-1. */
    public static long implicitLength(ChunkedLayout layout, Dataspace space) {
        return ImplicitIndex.length(layout, new ChunkGrid(layout, space));
    }
}
