package dev.fallow.internal.check;

import dev.fallow.TooLargeException;
import dev.fallow.filter.FilterData;
import dev.fallow.filter.FilterException;
import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
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
import dev.fallow.internal.chunk.ChunkGrid;
import dev.fallow.internal.filter.MissingFilterException;
import dev.fallow.internal.filter.Pipeline;
import dev.fallow.internal.filter.Scratch;
import dev.fallow.internal.storage.Memory;
import dev.fallow.report.FindingCode;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.ObjLongConsumer;

/** Checks the chunks that an index of a dataset refers to. */
final class ChunkCheck extends StructureCheck {
    final ChunkedLayout layout;
    /** The number of filters. */
    final int filters;

    private final Dataspace space;
    private final long[] counts;
    private final LiveLabel label;
    /** Null without filters. */
    private final Pipeline pipeline;
    /** Null if chunks are not to be decoded. */
    private final Decoding decoding;
    /** Receives the places of the entries of chunks, with the addresses of these; null if nothing wants them. */
    private final ObjLongConsumer<ChunkEntry> entries;

    private boolean masked;
    /** Whether it was said that there is no library for a codec. */
    private boolean undecodable;

    /**
     * Decodes chunks, one at a time, to see whether a reader could. No filter may produce more than the length of the chunk that
     * its dataset declares.
     */
    static final class Decoding {
        /** The arrays are not kept after larger chunks. */
        private static final long LARGEST_KEPT = 8 << 20;

        private final Scratch scratch = new Scratch();
        /** The number of chunks decoded. */
        long count;

        /** The problem; null if there is none, or if a filter is not available. The stored bytes are inside the file. */
        private String problem(ChunkCheck sink, long address, long size, int mask) throws IOException {
            long chunkBytes = sink.layout.chunkBytes();
            if (chunkBytes > Pipeline.MAX_CHUNK) {
                throw new TooLargeException("a chunk of %d bytes was not decoded".formatted(chunkBytes));
            }
            String what = "the chunk at address " + address;
            return Memory.use(what, Math.max(size, chunkBytes), () -> {
                try {
                    byte[] stored = sink.read("chunk", address, size);
                    sink.pipeline.decode(FilterData.of(stored), mask, (int) chunkBytes, scratch);
                    count++;
                    return null;
                } catch (MissingFilterException e) {
                    sink.cannotDecode(address, e);
                    return null;
                } catch (FilterException e) {
                    count++;
                    return e.getMessage();
                } finally {
                    if (chunkBytes > LARGEST_KEPT) {
                        scratch.close();
                    }
                }
            });
        }
    }

    ChunkCheck(
            StructureCheck check, ChunkedLayout layout, Dataspace space, FilterPipeline pipeline, Decoding decoding) {
        this(check, layout, space, pipeline, decoding, null);
    }

    /** A walk over an index of a sound file, for the addresses in it and, unless null, the places of its entries. */
    ChunkCheck(
            StructureCheck check,
            ChunkedLayout layout,
            Dataspace space,
            FilterPipeline pipeline,
            ObjLongConsumer<ChunkEntry> entries) {
        this(check, layout, space, pipeline, null, entries);
    }

    private ChunkCheck(
            StructureCheck check,
            ChunkedLayout layout,
            Dataspace space,
            FilterPipeline pipeline,
            Decoding decoding,
            ObjLongConsumer<ChunkEntry> entries) {
        super(check, Family.ELEMENTS, check.path);
        this.layout = layout;
        this.filters = filters(pipeline);
        this.pipeline = filters == 0 || isTrusting() ? null : new Pipeline(pipeline);
        this.decoding = decoding;
        this.entries = entries;
        this.space = space;
        label = LiveLabel.unclassified("chunk", path, true);
        counts = new long[layout.rank()];
        for (int i = 0; i < counts.length; i++) {
            long chunk = layout.dimensions()[i];
            counts[i] = space.size(i) / chunk + (space.size(i) % chunk == 0 ? 0 : 1);
        }
    }

    /** The number of filters in a pipeline, which may be null. */
    static int filters(FilterPipeline pipeline) {
        return pipeline == null ? 0 : pipeline.filters().size();
    }

    /**
     * A chunk.
     *
     * @param place where its address is
     * @param scaled its place in the grid of chunks
     * @param size as stored; that of all chunks if the dataset has no filters
     */
    void chunk(ChunkEntry place, long[] scaled, long address, long size, int mask) throws IOException {
        if (address == Addresses.UNDEFINED) {
            return;
        } else if (isTrusting()) {
            if (entries != null) {
                entries.accept(place, address);
            }
            return;
        }
        long at = place.address();
        boolean outside = false;
        for (int i = 0; i < counts.length && !outside; i++) {
            outside = scaled[i] < 0 || scaled[i] >= counts[i];
        }
        if (outside) {
            add(FindingCode.CHUNK_DIMS, at, scaled, "expected it inside " + Arrays.toString(counts) + " chunks");
        }
        boolean raw = filters == 0 || !outside && layout.partialUnfiltered() && isPartial(scaled);
        if (raw ? size != layout.chunkBytes() : size <= 0) {
            String expected = raw ? String.valueOf(layout.chunkBytes()) : "1 or more";
            add(FindingCode.CHUNK_SIZE, at, scaled, "expected %s bytes, found %d".formatted(expected, size));
            return;
        }
        if (filters < Integer.SIZE && mask >>> filters != 0 && !masked) {
            masked = true; // said once for the dataset
            String problem = "expected a mask of %d filters, found 0x%x".formatted(filters, mask);
            add(FindingCode.CHUNK_MASK, at, scaled, problem);
        }
        if (!isInside(address, size)) {
            String problem = "expected %d bytes before the end of allocation, %d, found them at address %d"
                    .formatted(size, superblock.end, address);
            add(FindingCode.CHUNK_RANGE, at, scaled, problem);
            return;
        }
        claims.add(address, size, label);
        if (decoding == null || raw || outside) {
            return;
        }
        try {
            String problem = decoding.problem(this, address, size, mask);
            if (problem != null) {
                add(FindingCode.CHUNK_DECODE, address, scaled, problem);
            }
        } catch (TooLargeException e) {
            add(FindingCode.UNCHECKED, at, scaled, e.getMessage());
        }
    }

    /** Said once for the dataset: of a filter that is not available, already by {@link DatasetCheck}. */
    private void cannotDecode(long address, MissingFilterException e) {
        if (!undecodable && pipeline.problem() == null) {
            undecodable = true;
            add(FindingCode.DATA_FILTER, address, e.getMessage());
        }
    }

    /** Whether part of a chunk, which is inside the grid, is outside the dataset. */
    private boolean isPartial(long[] scaled) {
        for (int i = 0; i < counts.length; i++) {
            if (scaled[i] == counts[i] - 1 && space.size(i) % layout.dimensions()[i] != 0) {
                return true;
            }
        }
        return false;
    }

    private void add(FindingCode code, long at, long[] scaled, String problem) {
        add(code, at, "chunk %s: %s".formatted(Arrays.toString(scaled), problem));
    }

    // ---- indexes -----------------------------------------------------------------------------------------------

    /** Checks an index in blocks of its own, and the chunks that it refers to. */
    void index(ChunkGrid grid, BTreeK k) throws IOException {
        switch (layout.index()) {
            case FIXED_ARRAY, EXTENSIBLE_ARRAY -> ArrayCheck.check(this, grid, layout.address());
            case B_TREE_V1 -> new ChunkTree(k).tree(layout.address());
            case B_TREE_V2 -> treeV2();
            default -> {
                // the layout message refers to the chunks
            }
        }
    }

    private void treeV2() throws IOException {
        int rank = layout.rank();
        boolean filtered = filters > 0;
        int fixed = sizes.offsets() + 8 * rank + (filtered ? Integer.BYTES : 0);
        BTreeV2Check.check(
                this,
                layout.address(),
                filtered ? BTreeV2Type.CHUNK_FILTERED : BTreeV2Type.CHUNK,
                filtered ? fixed + 1 : fixed,
                filtered ? fixed + Long.BYTES : fixed,
                (before, record) -> !isAscending(before, record, rank),
                (node, in, record) -> {
                    long at = in.address();
                    int width = record.length - fixed;
                    ChunkRecord chunk = ChunkRecord.decode(in, width, rank);
                    long size = filtered ? chunk.chunkSize() : layout.chunkBytes();
                    pointer(node, at, chunk.address());
                    ChunkEntry place = new ChunkEntry(node, at, at + sizes.offsets(), width, null);
                    chunk(place, chunk.scaledOffsets(), chunk.address(), size, chunk.filterMask());
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

    private final class ChunkTree extends TreeV1Check<ChunkKey> {
        private final BTreeK k;

        ChunkTree(BTreeK k) {
            super(
                    ChunkCheck.this,
                    ChunkBTreeNode.LAYOUT,
                    ChunkBTreeNode.length(ChunkCheck.this.sizes, k.chunkInternal(), layout.rank() + 1),
                    ChunkKey.length(layout.rank() + 1),
                    true);
            this.k = k;
        }

        @Override
        Node<ChunkKey> decode(FieldReader in, long at) {
            ChunkBTreeNode node = ChunkBTreeNode.decode(in, k.chunkInternal(), layout.dimensions());
            return new Node<>(node.level(), node.leftSibling(), node.rightSibling(), node.children(), node.keys()::get);
        }

        @Override
        boolean isOrdered(ChunkKey low, ChunkKey left, ChunkKey right, ChunkKey high, boolean first) {
            return Arrays.compare(left.offsets(), right.offsets()) < 0
                    && (low == null || Arrays.compare(low.offsets(), left.offsets()) <= 0)
                    && (high == null || Arrays.compare(right.offsets(), high.offsets()) <= 0);
        }

        @Override
        void entry(ChunkEntry place, ChunkKey key, ChunkKey next, long child) throws IOException {
            long[] scaled = new long[layout.rank()];
            for (int i = 0; i < scaled.length; i++) {
                scaled[i] = key.offsets()[i] / layout.dimensions()[i];
            }
            chunk(place, scaled, child, key.chunkSize(), key.filterMask());
        }
    }
}
