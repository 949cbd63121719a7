package dev.fallow.internal.check;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.format.layout.DataLayout;
import dev.fallow.format.layout.ExternalDataFiles;
import dev.fallow.format.layout.Filter;
import dev.fallow.format.layout.FilterPipeline;
import dev.fallow.format.message.BTreeK;
import dev.fallow.format.message.Dataspace;
import dev.fallow.format.objectheader.MessageType;
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
    private final ChunkCheck.Decoding decoding;
    private Datatype type;
    private Dataspace space;
    private DataLayout layout;
    private long layoutAt;
    private FilterPipeline filters;

    /** @param decoding null if chunks are not to be decoded */
    DatasetCheck(
            StructureCheck check, SharedMessagesCheck shared, BTreeK k, ChunkCheck.Decoding decoding, PathNode path) {
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
        claim("elements", address, length, true);
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
        ChunkCheck sink = new ChunkCheck(this, chunks, space, filters, decoding);
        long address = chunks.address();
        if (address == Addresses.UNDEFINED) {
            return;
        }
        switch (chunks.index()) {
            case SINGLE_CHUNK -> {
                long size = chunks.singleChunkSize() < 0 ? chunks.chunkBytes() : chunks.singleChunkSize();
                ChunkEntry place = new ChunkEntry(null, layoutAt, layoutAt, 0, null);
                sink.chunk(place, new long[rank], address, size, chunks.singleChunkMask());
            }
            case IMPLICIT -> {
                long length = ChunkIndex.implicitLength(chunks, space);
                if (!isInside(address, length)) {
                    String problem = "chunks of %d bytes at address %d: expected them inside the file";
                    throw new Defect(FindingCode.CHUNK_RANGE, address, problem.formatted(length, address));
                }
                claim("chunks", address, length, true);
            }
            default -> sink.index(grid, k);
        }
    }

    private Defect index(String problem) {
        return new Defect(FindingCode.CHUNK_INDEX, layoutAt, "chunk index: " + problem);
    }

    private void checkKind(ChunkedLayout chunks, ChunkGrid grid) {
        int unlimited = grid.unlimitedDimensions();
        int count = ChunkCheck.filters(filters);
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
}
