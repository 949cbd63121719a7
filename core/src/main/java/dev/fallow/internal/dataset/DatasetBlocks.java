package dev.fallow.internal.dataset;

import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.format.layout.ExternalDataFiles;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.chunk.ChunkBlocks;
import dev.fallow.internal.header.LiveMessage;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.localheap.LocalHeap;
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
                    dataset.header().find(MessageType.FILTER_PIPELINE) != null,
                    store.groupK().chunkInternal(),
                    visitor);
        }
        LiveMessage external = dataset.header().find(MessageType.EXTERNAL_DATA_FILES);
        if (external != null) {
            long heap = ExternalDataFiles.decode(external.body(store.sizes(), MessageType.EXTERNAL_DATA_FILES.title()))
                    .heapAddress();
            LocalHeap.open(store.structureStore(), heap)
                    .forEachBlock((address, size, structure) -> visitor.visit(address, size, structure, false));
        }
    }
}
