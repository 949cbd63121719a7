package dev.fallow.internal.dataset;

import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.internal.chunk.ChunkBlocks;
import dev.fallow.internal.external.ExternalMessages;
import dev.fallow.internal.header.ObjectStore;
import java.io.IOException;

/** The blocks of a dataset other than contiguous elements. */
public final class DatasetBlocks {
    private DatasetBlocks() {}

    /**
     * Visits the chunks and the blocks of their index, for a chunked dataset, and the names of external files, if there
     * are any.
     *
     * @throws dev.fallow.format.FormatException if the index is damaged
     */
    public static void forEach(DatasetStorage dataset, ChunkBlocks.Visitor visitor) throws IOException {
        ObjectStore store = dataset.store();
        if (dataset.dataLayout() instanceof ChunkedLayout chunked) {
            ChunkBlocks.forEach(
                    store.structureStore(),
                    chunked,
                    dataset.dataspace(),
                    ChunkedDatasets.hasFilters(dataset),
                    store.groupK().chunkInternal(),
                    visitor);
        }
        if (ExternalMessages.isExternal(dataset.header())) {
            ExternalMessages.forEachBlock(
                    store,
                    dataset.header(),
                    (address, size, structure) -> visitor.visit(address, size, structure, false));
        }
    }
}
