package dev.fallow.internal.check;

import dev.fallow.format.Addresses;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.btree.BTreeV2Type;
import dev.fallow.format.btree.ChunkBTreeNode;
import dev.fallow.format.btree.ChunkKey;
import dev.fallow.format.btree.ChunkRecord;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.format.layout.FilterPipeline;
import dev.fallow.format.message.BTreeK;
import dev.fallow.format.message.Dataspace;
import dev.fallow.internal.census.LiveLabel;
import dev.fallow.internal.check.structure.BTreeV2Check;
import dev.fallow.internal.check.structure.Context;
import dev.fallow.internal.check.structure.Defect;
import dev.fallow.internal.check.structure.Family;
import dev.fallow.internal.check.structure.StructureCheck;
import dev.fallow.internal.check.structure.TreeV1Check;
import dev.fallow.internal.chunk.ChunkGrid;
import dev.fallow.internal.chunk.ChunkIndexes;
import dev.fallow.internal.path.PathNode;
import dev.fallow.report.FindingCode;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumSet;

/** Checks the chunk index of one dataset, of any kind, and the chunks that it refers to. */
final class ChunkedCheck extends StructureCheck {
    private final ChunkedLayout layout;
    private final Dataspace space;
    private final long elementSize;
    private final BTreeK k;
    private final FilterPipeline pipeline;
    private final int filters;
    private final ChunkDecoding decoding;
    private ChunkSink sink;

    ChunkedCheck(
            Context context,
            ChunkedLayout layout,
            Dataspace space,
            long elementSize,
            FilterPipeline pipeline,
            ChunkDecoding decoding,
            BTreeK k,
            PathNode path) {
        super(context, Family.BTREE_V1, path);
        this.layout = layout;
        this.space = space;
        this.elementSize = elementSize;
        this.pipeline = pipeline;
        this.filters = pipeline == null ? 0 : pipeline.filters().size();
        this.decoding = decoding;
        this.k = k;
    }

    /** @param at the address of the layout message */
    void check(long at) throws IOException {
        int rank = layout.rank();
        if (space.rank() != rank) {
            throw index(at, "expected chunks of %d dimensions, found %d".formatted(space.rank(), rank));
        }
        if (layout.dimensions()[rank] != elementSize) {
            throw index(
                    at,
                    "expected elements of %d bytes in chunks, found %d"
                            .formatted(elementSize, layout.dimensions()[rank]));
        }
        ChunkGrid grid = new ChunkGrid(layout, space);
        checkKind(at, grid);
        sink = new ChunkSink(context, layout, space, pipeline, decoding, path);
        long address = layout.address();
        if (address == Addresses.UNDEFINED) {
            return;
        }
        switch (layout.index()) {
            case SINGLE_CHUNK ->
                sink.chunk(
                        at,
                        new long[rank],
                        address,
                        layout.singleChunkSize() < 0 ? layout.chunkBytes() : layout.singleChunkSize(),
                        layout.singleChunkMask());
            case IMPLICIT -> implicit(address);
            case FIXED_ARRAY -> new FixedArrayCheck(context, sink, grid, address, path).check();
            case EXTENSIBLE_ARRAY ->
                new ExtensibleArrayCheck(context, sink, grid, address, path).check(layout.parameters());
            case B_TREE_V1 -> new Tree(context, path, rank + 1).tree(address);
            case B_TREE_V2 -> treeV2(address);
        }
    }

    private Defect index(long at, String problem) {
        return new Defect(FindingCode.CHUNK_INDEX, at, "chunk index: " + problem);
    }

    private void checkKind(long at, ChunkGrid grid) {
        int unlimited = grid.unlimitedDimensions();
        boolean fits = switch (layout.index()) {
            case SINGLE_CHUNK -> grid.total() <= 1;
            case IMPLICIT -> unlimited == 0 && filters == 0;
            case FIXED_ARRAY -> unlimited == 0;
            case EXTENSIBLE_ARRAY -> unlimited == 1;
            case B_TREE_V1, B_TREE_V2 -> true;
        };
        if (!fits) {
            throw index(
                    at,
                    "expected one that fits %d unlimited dimensions and %d filters, found %s"
                            .formatted(unlimited, filters, layout.index()));
        }
        if (layout.index() == ChunkedLayout.Index.SINGLE_CHUNK && layout.singleChunkSize() >= 0 && filters == 0) {
            throw index(at, "expected a chunk without filters, found one with a size of its own");
        }
    }

    private void implicit(long address) {
        long length = ChunkIndexes.implicitLength(layout, space);
        if (!context.isInside(address, length)) {
            throw new Defect(
                    FindingCode.CHUNK_RANGE,
                    address,
                    "chunks of %d bytes at address %d: expected them inside the file".formatted(length, address));
        }
        context.claimRaw(address, length, LiveLabel.unclassified("chunks", path, true));
    }

    // ---- B-trees -----------------------------------------------------------------------------------------------

    private void treeV2(long address) throws IOException {
        int rank = layout.rank();
        int coordinates = 8 * rank;
        BTreeV2Type type = filters > 0 ? BTreeV2Type.CHUNK_FILTERED : BTreeV2Type.CHUNK;
        int fixed = sizes.offsets() + coordinates + (filters > 0 ? Integer.BYTES : 0);
        BTreeV2Check.check(
                context,
                address,
                EnumSet.of(type),
                filters > 0
                        ? new BTreeV2Check.RecordSize(fixed + 1, fixed + Long.BYTES)
                        : BTreeV2Check.RecordSize.of(fixed),
                path,
                (before, record) -> !isAscending(before, record, rank),
                (in, record, tree) -> {
                    long at = in.address();
                    ChunkRecord chunk = ChunkRecord.decode(in, tree.recordSize() - fixed, rank);
                    sink.chunk(
                            at,
                            chunk.scaledOffsets(),
                            chunk.address(),
                            filters > 0 ? chunk.chunkSize() : layout.chunkBytes(),
                            chunk.filterMask());
                });
    }

    private static boolean isAscending(byte[] before, byte[] record, int rank) {
        for (int i = 0; i < rank; i++) {
            int at = record.length - 8 * (rank - i);
            int compared = Long.compareUnsigned(LittleEndian.i64(before, at), LittleEndian.i64(record, at));
            if (compared != 0) {
                return compared < 0;
            }
        }
        return false;
    }

    private final class Tree extends TreeV1Check<ChunkKey> {
        Tree(Context context, PathNode path, int dimensions) {
            super(
                    context,
                    path,
                    ChunkBTreeNode.LAYOUT,
                    ChunkBTreeNode.length(context.sizes(), k.chunkInternal(), dimensions),
                    ChunkKey.length(dimensions) + context.sizes().offsets());
        }

        @Override
        protected Node<ChunkKey> decode(byte[] image, long at) {
            ChunkBTreeNode node = ChunkBTreeNode.decode(
                    reader(image, ChunkBTreeNode.LAYOUT, at), k.chunkInternal(), layout.dimensions());
            return new Node<>(node.level(), node.leftSibling(), node.rightSibling(), node.children(), node.keys()::get);
        }

        @Override
        protected boolean isOrdered(ChunkKey low, ChunkKey left, ChunkKey right, ChunkKey high, boolean first) {
            return Arrays.compare(left.offsets(), right.offsets()) < 0
                    && (low == null || Arrays.compare(low.offsets(), left.offsets()) <= 0)
                    && (high == null || Arrays.compare(right.offsets(), high.offsets()) <= 0);
        }

        @Override
        protected void entry(long entryAt, ChunkKey key, ChunkKey next, long child) throws IOException {
            sink.chunk(entryAt, scaled(key), child, key.chunkSize(), key.filterMask());
        }
    }

    private long[] scaled(ChunkKey key) {
        long[] scaled = new long[layout.rank()];
        for (int i = 0; i < scaled.length; i++) {
            scaled[i] = key.offsets()[i] / layout.dimensions()[i];
        }
        return scaled;
    }
}
