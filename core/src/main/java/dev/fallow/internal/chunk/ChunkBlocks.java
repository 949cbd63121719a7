package dev.fallow.internal.chunk;

import dev.fallow.format.Addresses;
import dev.fallow.format.FormatException;
import dev.fallow.format.btree.BTreeV2Type;
import dev.fallow.format.btree.ChunkRecord;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.format.message.Dataspace;
import dev.fallow.internal.btree.BTreeV2;
import dev.fallow.internal.cache.Budget;
import dev.fallow.internal.cache.StructureReader;
import dev.fallow.internal.cache.StructureStore;
import java.io.IOException;

/**
 * The blocks of a chunked dataset: its chunks and their index. The content of the chunks is not read. Time and memory
 * are bounded by the size of the file: an index that refers to more bytes of chunks than the file has is refused.
 */
public final class ChunkBlocks {
    private static final String CHUNK = "chunk";

    private final StructureStore store;
    private final StructureReader in;
    private final ChunkedLayout layout;
    private final int chunkK;
    private final Visitor visitor;
    private final Budget budget;

    /** Receives the blocks. */
    @FunctionalInterface
    public interface Visitor {
        /**
         * One block of the file, inside the allocated space.
         *
         * @param raw whether it is a chunk rather than a part of the index
         */
        void visit(long address, long size, String structure, boolean raw);
    }

    private ChunkBlocks(StructureStore store, ChunkedLayout layout, int chunkK, Visitor visitor) {
        this.store = store;
        in = store.reader();
        this.layout = layout;
        this.chunkK = chunkK;
        this.visitor = visitor;
        budget = new Budget("chunk index", layout.address(), in.allocatedBytes());
    }

    /**
     * Visits all blocks.
     *
     * @param filtered whether the dataset has filters
     * @param chunkK the K value for chunk B-trees of version 1
     * @throws FormatException if the index is damaged
     */
    public static void forEach(
            StructureStore store, ChunkedLayout layout, Dataspace space, boolean filtered, int chunkK, Visitor visitor)
            throws IOException {
        if (layout.address() != Addresses.UNDEFINED) {
            new ChunkBlocks(store, layout, chunkK, visitor).visitIndex(space, filtered);
        }
    }

    private void visitIndex(Dataspace space, boolean filtered) throws IOException {
        switch (layout.index()) {
            case SINGLE_CHUNK -> visitSingle(space);
            case IMPLICIT -> chunk(layout.address(), allChunks(space));
            case B_TREE_V1 -> new ChunkBTreeWalk(in, layout, chunkK, this::block, this::chunk).walk();
            case FIXED_ARRAY -> new FixedArrayWalk(in, layout, this::block, this::chunk).walk();
            case EXTENSIBLE_ARRAY -> new ExtensibleArrayWalk(in, layout, this::block, this::chunk).walk();
            case B_TREE_V2 -> visitTree(filtered);
        }
    }

    private void visitSingle(Dataspace space) {
        if (SingleChunkIndex.isStored(layout, space)) {
            chunk(layout.address(), layout.singleChunkSize() >= 0 ? layout.singleChunkSize() : layout.chunkBytes());
        }
    }

    /** The total size of all chunks of a dataset at its maximum extent, which must be limited. */
    private long allChunks(Dataspace space) {
        long bytes = layout.chunkBytes();
        long[] sizes = space.maxSizes() == null ? space.sizes() : space.maxSizes();
        if (sizes.length != layout.rank()) {
            throw new FormatException(
                    "data layout",
                    layout.address(),
                    "expected a chunk of %d dimensions, found %d".formatted(sizes.length, layout.rank()));
        }
        for (int i = 0; i < sizes.length; i++) {
            long chunks = sizes[i] / layout.dimensions()[i] + (sizes[i] % layout.dimensions()[i] == 0 ? 0 : 1);
            if (chunks < 0 || chunks > 0 && bytes > in.allocatedBytes() / chunks) {
                throw new FormatException(
                        "data layout",
                        layout.address(),
                        "implicit index of %d chunks in dimension %d, and more bytes than the file has"
                                .formatted(chunks, i));
            }
            bytes *= chunks;
        }
        return bytes;
    }

    private void visitTree(boolean filtered) throws IOException {
        BTreeV2Type type = filtered ? BTreeV2Type.CHUNK_FILTERED : BTreeV2Type.CHUNK;
        BTreeV2 tree = BTreeV2Index.open(store, layout, type);
        int width = BTreeV2Index.sizeWidth(in.sizes(), layout, type, tree.recordSize());
        tree.forEachBlock(this::block);
        tree.forEach(record -> {
            ChunkRecord chunk = ChunkRecord.decode(record, width, layout.rank());
            chunk(chunk.address(), filtered ? chunk.chunkSize() : layout.chunkBytes());
        });
    }

    /** Reports a part of the index. */
    private void block(long address, long size, String structure) {
        in.requireInside(address, size, structure);
        budget.take(size);
        visitor.visit(address, size, structure, false);
    }

    /** Reports a chunk, unless its address is undefined. */
    private void chunk(long address, long size) {
        if (address == Addresses.UNDEFINED) {
            return;
        }
        in.requireInside(address, size, CHUNK);
        budget.take(size);
        visitor.visit(address, size, CHUNK, true);
    }

    /** Receives the chunks of an index. */
    @FunctionalInterface
    interface ChunkVisitor {
        /** @param address undefined if the chunk is not allocated */
        void visit(long address, long size);
    }
}
