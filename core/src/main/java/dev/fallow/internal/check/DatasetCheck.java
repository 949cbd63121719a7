package dev.fallow.internal.check;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.btree.BTreeV2Type;
import dev.fallow.format.btree.ChunkBTreeNode;
import dev.fallow.format.btree.ChunkKey;
import dev.fallow.format.btree.ChunkRecord;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.format.layout.DataLayout;
import dev.fallow.format.layout.ExternalDataFiles;
import dev.fallow.format.layout.Filter;
import dev.fallow.format.layout.FilterPipeline;
import dev.fallow.format.message.BTreeK;
import dev.fallow.format.message.Dataspace;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.census.LiveLabel;
import dev.fallow.internal.chunk.ChunkGrid;
import dev.fallow.internal.chunk.ChunkIndex;
import dev.fallow.internal.filter.FilterRegistry;
import dev.fallow.internal.path.PathNode;
import dev.fallow.internal.storage.Memory;
import dev.fallow.report.FindingCode;
import dev.fallow.type.Datatype;
import dev.fallow.type.VariableLength;
import java.io.IOException;
import java.util.Arrays;

/** Checks the layout of one dataset: where its elements are, in chunks or otherwise, and whether their number and size fit. */
final class DatasetCheck extends StructureCheck {
    private static final int DEFLATE = 1;
    private static final int SHUFFLE = 2;
    private static final int FLETCHER32 = 3;

    private final SharedMessagesCheck shared;
    private final BTreeK k;
    private final ChunkSink.Decoding decoding;
    private Datatype type;
    private Dataspace space;
    private DataLayout layout;
    private long layoutAt;
    private FilterPipeline filters;

    /** @param decoding null if chunks are not to be decoded */
    DatasetCheck(
            StructureCheck check, SharedMessagesCheck shared, BTreeK k, ChunkSink.Decoding decoding, PathNode path) {
        super(check, Family.ELEMENTS, path);
        this.shared = shared;
        this.k = k;
        this.decoding = decoding;
    }

    /** Checks a dataset; returns whether its type, shape and layout are known and agree. */
    boolean check(Header header) throws IOException {
        boolean read = decoded(header.address(), () -> read(header));
        if (!read || type == null || space == null) {
            return false;
        }
        checkFilters(header);
        Header.Message external = header.find(MessageType.EXTERNAL_DATA_FILES);
        if (external != null) {
            return decoded(external.address(), () -> external(external));
        }
        return attempt(layoutAt, this::elements);
    }

    /** Whether elements, or the layout, refer to objects of the global heap. */
    boolean refersToHeap() {
        return type.refersToGlobalHeap() || layout.layoutClass() == DataLayout.VIRTUAL;
    }

    /** The datatype; null if it could not be read. */
    Datatype type() {
        return type;
    }

    private void read(Header header) throws IOException {
        layoutAt = message(header, MessageType.DATA_LAYOUT).address();
        type = shared.datatype(message(header, MessageType.DATATYPE), path);
        FieldReader shape = shared.body(message(header, MessageType.DATASPACE), path);
        space = shape == null ? null : Dataspace.decode(shape);
        layout = DataLayout.decode(header.find(MessageType.DATA_LAYOUT).reader(sizes));
        Header.Message pipeline = header.find(MessageType.FILTER_PIPELINE);
        if (pipeline != null) {
            FieldReader body = shared.body(pipeline, path);
            filters = body == null ? null : FilterPipeline.decode(body);
        }
    }

    private Header.Message message(Header header, MessageType wanted) {
        Header.Message message = header.find(wanted);
        if (message == null) {
            String problem = "a dataset without " + wanted.title();
            throw defect(FindingCode.HDR_KIND, "object header", header.address(), problem);
        }
        return message;
    }

    private void checkFilters(Header header) {
        if (filters == null) {
            return;
        }
        for (Filter each : filters.filters()) {
            int values = each.clientData().length;
            int expected = each.id() == SHUFFLE || each.id() == DEFLATE ? 1 : each.id() == FLETCHER32 ? 0 : values;
            boolean unused = each.id() == SHUFFLE
                    && type instanceof VariableLength; // libhdf5 then stores no parameter, and skips it
            if (!(unused && values == 0) && values != expected
                    || values == expected && each.id() == DEFLATE && (each.clientData()[0] & ~0xF) != 0) {
                String problem = "filter %d: expected %d parameters, found %s"
                        .formatted(each.id(), expected, Arrays.toString(each.clientData()));
                add(FindingCode.DATA_PIPELINE, header.address(), problem);
            }
            if (FilterRegistry.find(each.id()) == null) {
                String problem = "the filter %d (%s) is not available".formatted(each.id(), each.name());
                add(FindingCode.DATA_FILTER, header.address(), problem);
            }
        }
    }

    private void external(Header.Message message) throws IOException {
        ExternalDataFiles files = ExternalDataFiles.decode(message.reader(sizes));
        LocalHeapCheck heap = LocalHeapCheck.open(this, files.heapAddress());
        if (heap == null) {
            return;
        }
        for (ExternalDataFiles.ExternalFile each : files.files()) {
            if (heap.name(each.nameOffset()) == null) {
                String problem = "external files: expected a name in the local heap, found offset ";
                throw new Defect(FindingCode.HDR_MESSAGE, message.address(), problem + each.nameOffset());
            }
        }
    }

    private long size() {
        return Memory.product(space.elementCount(), type.size());
    }

    private void elements() throws IOException {
        if (!(layout instanceof ChunkedLayout) && layout.layoutClass() != DataLayout.VIRTUAL) {
            requireFixedShape();
        }
        if (layout instanceof DataLayout.Compact compact) {
            requireSize(compact.data().length);
        } else if (layout instanceof DataLayout.Contiguous contiguous) {
            if (contiguous.address() != Addresses.UNDEFINED) {
                elements(contiguous.address(), contiguous.size());
            }
            requireSize(contiguous.size());
        } else if (layout instanceof DataLayout.Old old) {
            if (old.layoutClass() == DataLayout.COMPACT) {
                requireSize(old.data().length);
            } else if (old.address() != Addresses.UNDEFINED) {
                elements(old.address(), size());
            }
        } else if (layout instanceof ChunkedLayout chunked) {
            chunked(chunked);
        }
    }

    /** Only chunks, external files and other datasets can have room for more elements. */
    private void requireFixedShape() {
        for (int i = 0; i < space.rank(); i++) {
            if (space.maxSize(i) != space.size(i)) {
                String problem = "expected a maximum of %d in dimension %d of elements without chunks, found %d"
                        .formatted(space.size(i), i, space.maxSize(i));
                add(FindingCode.DATA_SHAPE, layoutAt, problem);
            }
        }
    }

    private void requireSize(long stored) {
        if (stored != size()) {
            String problem = "expected elements of %d bytes, found %d".formatted(size(), stored);
            throw new Defect(FindingCode.DATA_SIZE, layoutAt, problem);
        }
    }

    private void elements(long address, long length) {
        if (!isInside(address, length)) {
            String problem = "elements of %d bytes at address %d: expected them before the end of allocation, %d"
                    .formatted(length, address, superblock.end);
            throw new Defect(FindingCode.DATA_RANGE, address, problem);
        }
        claims.add(address, length, LiveLabel.unclassified("elements", path, true));
    }

    // ---- chunks ------------------------------------------------------------------------------------------------

    /** Checks the chunk index, of any kind, and the chunks that it refers to. */
    private void chunked(ChunkedLayout chunks) throws IOException {
        int rank = chunks.rank();
        if (space.rank() != rank) {
            throw index("expected chunks of %d dimensions, found %d".formatted(space.rank(), rank));
        }
        if (chunks.dimensions()[rank] != type.size()) {
            String problem = "expected elements of %d bytes in chunks, found %d";
            throw index(problem.formatted(type.size(), chunks.dimensions()[rank]));
        }
        ChunkGrid grid = new ChunkGrid(chunks, space);
        checkKind(chunks, grid);
        ChunkSink sink = new ChunkSink(this, chunks, space, filters, decoding);
        long address = chunks.address();
        if (address == Addresses.UNDEFINED) {
            return;
        }
        switch (chunks.index()) {
            case SINGLE_CHUNK -> {
                long size = chunks.singleChunkSize() < 0 ? chunks.chunkBytes() : chunks.singleChunkSize();
                sink.chunk(layoutAt, new long[rank], address, size, chunks.singleChunkMask());
            }
            case IMPLICIT -> {
                long length = ChunkIndex.implicitLength(chunks, space);
                if (!isInside(address, length)) {
                    String problem = "chunks of %d bytes at address %d: expected them inside the file";
                    throw new Defect(FindingCode.CHUNK_RANGE, address, problem.formatted(length, address));
                }
                claims.add(address, length, LiveLabel.unclassified("chunks", path, true));
            }
            case FIXED_ARRAY, EXTENSIBLE_ARRAY -> ArrayCheck.check(sink, grid, address);
            case B_TREE_V1 -> new ChunkTree(sink).tree(address);
            case B_TREE_V2 -> treeV2(sink, address);
        }
    }

    private Defect index(String problem) {
        return new Defect(FindingCode.CHUNK_INDEX, layoutAt, "chunk index: " + problem);
    }

    private void checkKind(ChunkedLayout chunks, ChunkGrid grid) {
        int unlimited = grid.unlimitedDimensions();
        int count = ChunkSink.filters(filters);
        boolean fits = switch (chunks.index()) {
            case SINGLE_CHUNK -> grid.total() <= 1;
            case IMPLICIT -> unlimited == 0 && count == 0;
            case FIXED_ARRAY -> unlimited == 0;
            case EXTENSIBLE_ARRAY -> unlimited == 1;
            case B_TREE_V1, B_TREE_V2 -> true;
        };
        if (!fits) {
            String problem = "expected one that fits %d unlimited dimensions and %d filters, found %s";
            throw index(problem.formatted(unlimited, count, chunks.index()));
        }
        if (chunks.index() == ChunkedLayout.Index.SINGLE_CHUNK && chunks.singleChunkSize() >= 0 && count == 0) {
            throw index("expected a chunk without filters, found one with a size of its own");
        }
    }

    private void treeV2(ChunkSink sink, long address) throws IOException {
        int rank = sink.layout.rank();
        boolean filtered = sink.filters > 0;
        int fixed = sizes.offsets() + 8 * rank + (filtered ? Integer.BYTES : 0);
        BTreeV2Check.check(
                this,
                address,
                filtered ? BTreeV2Type.CHUNK_FILTERED : BTreeV2Type.CHUNK,
                filtered ? fixed + 1 : fixed,
                filtered ? fixed + Long.BYTES : fixed,
                (before, record) -> !isAscending(before, record, rank),
                (in, record) -> {
                    long at = in.address();
                    ChunkRecord chunk = ChunkRecord.decode(in, record.length - fixed, rank);
                    long size = filtered ? chunk.chunkSize() : sink.layout.chunkBytes();
                    sink.chunk(at, chunk.scaledOffsets(), chunk.address(), size, chunk.filterMask());
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
        private final ChunkSink sink;

        ChunkTree(ChunkSink sink) {
            super(
                    sink,
                    ChunkBTreeNode.LAYOUT,
                    ChunkBTreeNode.length(sink.sizes, k.chunkInternal(), sink.layout.rank() + 1),
                    ChunkKey.length(sink.layout.rank() + 1) + sink.sizes.offsets());
            this.sink = sink;
        }

        @Override
        Node<ChunkKey> decode(FieldReader in, long at) {
            ChunkBTreeNode node = ChunkBTreeNode.decode(in, k.chunkInternal(), sink.layout.dimensions());
            return new Node<>(node.level(), node.leftSibling(), node.rightSibling(), node.children(), node.keys()::get);
        }

        @Override
        boolean isOrdered(ChunkKey low, ChunkKey left, ChunkKey right, ChunkKey high, boolean first) {
            return Arrays.compare(left.offsets(), right.offsets()) < 0
                    && (low == null || Arrays.compare(low.offsets(), left.offsets()) <= 0)
                    && (high == null || Arrays.compare(right.offsets(), high.offsets()) <= 0);
        }

        @Override
        void entry(long entryAt, ChunkKey key, ChunkKey next, long child) throws IOException {
            long[] scaled = new long[sink.layout.rank()];
            for (int i = 0; i < scaled.length; i++) {
                scaled[i] = key.offsets()[i] / sink.layout.dimensions()[i];
            }
            sink.chunk(entryAt, scaled, child, key.chunkSize(), key.filterMask());
        }
    }
}
