package dev.fallow.internal.chunk;

import dev.fallow.format.Addresses;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.format.message.Dataspace;
import dev.fallow.internal.cache.Budget;
import dev.fallow.internal.cache.StructureReader;
import dev.fallow.internal.cache.StructureStore;
import java.io.IOException;

/**
 * The blocks of a chunked dataset: its chunks and their index. The content of the chunks is not read. Time and memory
 * are bounded by the size of the file: an index that refers to more bytes of chunks than the file has is refused.
 */
public final class ChunkBlocks {
    private final StructureReader in;
    private final Visitor visitor;
    private final Budget budget;

    /** Receives the blocks. */
    @FunctionalInterface
    public interface Visitor {
        /**
         * One block of the file, inside the allocated space.
         *
         * @param raw whether it is a chunk, or a block of chunks, rather than a part of the index
         */
        void visit(long address, long size, String structure, boolean raw);
    }

    private ChunkBlocks(StructureReader in, long address, Visitor visitor) {
        this.in = in;
        this.visitor = visitor;
        budget = new Budget("chunk index", address, in.allocatedBytes());
    }

    /**
     * Visits all blocks.
     *
     * @param filtered whether the dataset has filters
     * @param chunkK the K value for chunk B-trees of version 1
     * @throws dev.fallow.format.FormatException if the index is damaged
     */
    public static void forEach(
            StructureStore store, ChunkedLayout layout, Dataspace space, boolean filtered, int chunkK, Visitor visitor)
            throws IOException {
        if (layout.address() == Addresses.UNDEFINED) {
            return;
        }
        ChunkIndex index = ChunkIndexes.of(store, layout, space, filtered, chunkK);
        ChunkBlocks blocks = new ChunkBlocks(store.reader(), layout.address(), visitor);
        if (layout.index() == ChunkedLayout.Index.IMPLICIT) {
            blocks.visit(layout.address(), ChunkIndexes.implicitLength(layout, space), ChunkElements.CHUNK, true);
            return;
        }
        index.forEachBlock((address, size, structure) -> blocks.visit(address, size, structure, false));
        index.forEach((at, chunk) -> blocks.visit(chunk.address(), chunk.size(), ChunkElements.CHUNK, true));
    }

    private void visit(long address, long size, String structure, boolean raw) {
        in.requireInside(address, size, structure);
        budget.take(size);
        visitor.visit(address, size, structure, raw);
    }
}
