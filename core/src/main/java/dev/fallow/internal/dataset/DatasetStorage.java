package dev.fallow.internal.dataset;

import dev.fallow.CorruptFileException;
import dev.fallow.StorageLayout;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.VirtualMapping;
import dev.fallow.filter.FilterSetting;
import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FormatException;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.format.layout.DataLayout;
import dev.fallow.format.layout.Filter;
import dev.fallow.format.layout.FilterPipeline;
import dev.fallow.format.layout.VirtualLayout;
import dev.fallow.format.message.Dataspace;
import dev.fallow.format.message.SharedMessage;
import dev.fallow.format.objectheader.MessageFlags;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.internal.chunk.ChunkIndex;
import dev.fallow.internal.codec.DatatypeCodec;
import dev.fallow.internal.codec.VirtualMappings;
import dev.fallow.internal.elements.ChunkedElements;
import dev.fallow.internal.external.ExternalElements;
import dev.fallow.internal.filter.Pipeline;
import dev.fallow.internal.header.LiveMessage;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.storage.Memory;
import dev.fallow.type.Datatype;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A dataset as its header describes it, of any layout. */
public final class DatasetStorage {
    private static final int LAYOUT_VERSION = 3;

    /** The address of unallocated elements. */
    public static final long NOT_ALLOCATED = Addresses.UNDEFINED;

    public static final AllocationType RAW_DATA = AllocationType.RAW_DATA;

    private final ObjectStore store;
    private final ObjectHeader header;
    private final String path;
    private final Datatype datatype;
    private final Dataspace dataspace;
    private final DataLayout layout;
    private final LiveMessage layoutMessage;

    private DatasetStorage(ObjectStore store, ObjectHeader header, String path) throws IOException {
        this.store = store;
        this.header = header;
        this.path = path;
        layoutMessage = message(MessageType.DATA_LAYOUT);
        datatype = readDatatype();
        dataspace = message(MessageType.DATASPACE).decoded(store.sizes(), Dataspace::decode);
        layout = current(layoutMessage.decoded(store.sizes(), DataLayout::decode));
        check();
    }

    /**
     * Reads the description of a dataset from its header.
     *
     * @throws CorruptFileException if a message is missing, or elements are outside the file
     * @throws UnsupportedFeatureException if its datatype or dataspace is shared in an unsupported way
     */
    public static DatasetStorage of(ObjectStore store, ObjectHeader header, String path) throws IOException {
        return new DatasetStorage(store, header, path);
    }

    /** The layout; version 1 and 2 are converted to version 3, which is written on a change. */
    private DataLayout current(DataLayout stored) {
        if (!(stored instanceof DataLayout.Old old)) {
            return stored;
        }
        if (old.layoutClass() == DataLayout.COMPACT) {
            return new DataLayout.Compact(LAYOUT_VERSION, old.data());
        }
        long size = storageSize();
        checkInside(old.address(), size);
        return new DataLayout.Contiguous(LAYOUT_VERSION, old.address(), size);
    }

    /** The mappings of a virtual dataset; none of another one. */
    public List<VirtualMapping> virtualMappings() throws IOException {
        if (!(layout instanceof VirtualLayout mapped) || mapped.mappings().isNone()) {
            return List.of();
        }
        byte[] object = store.globalHeap().get(mapped.mappings());
        return VirtualMappings.decode(FieldReader.of(object, store.sizes(), VirtualMappings.STRUCTURE, -1))
                .list();
    }

    private Datatype readDatatype() throws IOException {
        LiveMessage message = present(MessageType.DATATYPE);
        return (message.flags() & MessageFlags.SHARED) == 0
                ? message.decoded(store.sizes(), DatatypeCodec::decode)
                : CommittedDatatypes.read(
                        store,
                        reference(message),
                        "%s, object header at address %d".formatted(where(), header.address()));
    }

    private SharedMessage reference(LiveMessage message) {
        return SharedMessage.decode(message.body(store.sizes(), "shared datatype"));
    }

    private LiveMessage present(MessageType type) {
        LiveMessage message = header.find(type);
        if (message == null) {
            throw corrupt("a dataset without " + type.title());
        }
        return message;
    }

    private LiveMessage message(MessageType type) {
        LiveMessage message = present(type);
        if ((message.flags() & MessageFlags.SHARED) != 0) {
            throw new UnsupportedFeatureException("%s, object header at address %d: a shared %s is not supported yet"
                    .formatted(where(), header.address(), type.title()));
        }
        return message;
    }

    private void check() {
        long size = storageSize();
        long stored = size;
        if (layout instanceof DataLayout.Compact compact) {
            stored = compact.data().length;
        } else if (layout instanceof DataLayout.Contiguous contiguous) {
            checkInside(contiguous.address(), contiguous.size());
            stored = contiguous.size();
        }
        if (stored != size) {
            throw corrupt("expected elements of %d bytes, found %d".formatted(size, stored));
        }
    }

    private void checkInside(long address, long size) {
        long end = store.space().endOfAllocation();
        if (address != Addresses.UNDEFINED && (size > end || address > end - size)) {
            throw corrupt(
                    "elements of %d bytes at address %d, the end of allocation is %d".formatted(size, address, end));
        }
    }

    private CorruptFileException corrupt(String problem) {
        return new CorruptFileException(
                "%s, object header at address %d: %s".formatted(where(), header.address(), problem));
    }

    /** The file and the path, for messages. */
    String where() {
        return store.fileName() + ": " + path;
    }

    ObjectStore store() {
        return store;
    }

    ObjectHeader header() {
        return header;
    }

    /** Its dimensions. */
    public Dataspace dataspace() {
        return dataspace;
    }

    /** The decoded layout message; versions 1 and 2 as version 3. */
    DataLayout dataLayout() {
        return layout;
    }

    LiveMessage layoutMessage() {
        return layoutMessage;
    }

    /** Reads the dataset's header again, which may have been evicted from the cache. */
    DatasetStorage reloaded() throws IOException {
        return of(store, store.header(header.address()), path);
    }

    public long headerAddress() {
        return header.address();
    }

    public Datatype datatype() {
        return datatype;
    }

    /** The address of its committed datatype; -1 if it has its own datatype. */
    public long committedDatatypeAddress() {
        LiveMessage message = present(MessageType.DATATYPE);
        return (message.flags() & MessageFlags.SHARED) == 0
                ? Addresses.UNDEFINED
                : CommittedDatatypes.addressOf(reference(message), where());
    }

    /** The number of elements in each dimension; empty for a scalar; null for a null dataspace. */
    public long[] dimensions() {
        return dataspace.kind() == Dataspace.Kind.NULL ? null : dataspace.sizes();
    }

    /** The limit of each dimension, or -1; null for a null dataspace. */
    public long[] maxDimensions() {
        return dataspace.maxSizes() == null ? dimensions() : dataspace.maxSizes();
    }

    /** The dimensions of a chunk in elements; null if the elements are not in chunks. */
    public long[] chunkDimensions() {
        return layout instanceof ChunkedLayout chunked ? Arrays.copyOf(chunked.dimensions(), chunked.rank()) : null;
    }

    /**
     * The filters of the chunks; empty if there are none.
     *
     * @throws CorruptFileException if one has no number
     */
    public List<FilterSetting> filters() {
        FilterPipeline message = layout instanceof ChunkedLayout ? pipeline() : null;
        List<FilterSetting> settings = new ArrayList<>();
        for (Filter filter : message == null ? List.<Filter>of() : message.filters()) {
            if (filter.id() == 0) {
                throw new CorruptFileException(where() + ": a filter with number 0");
            }
            settings.add(new FilterSetting(filter.id(), (filter.flags() & Filter.OPTIONAL) != 0, filter.clientData()));
        }
        return List.copyOf(settings);
    }

    /** Whether the chunks have filters, so that their index has their sizes: a message without filters does not count. */
    private boolean hasFilters() {
        FilterPipeline message = pipeline();
        return message != null && !message.filters().isEmpty();
    }

    /** The message with the filters of the chunks; null if there is none. */
    public FilterPipeline pipeline() {
        return header.find(MessageType.FILTER_PIPELINE, FilterPipeline::decode);
    }

    /** The value of elements without space, as stored; empty if it is zeros. */
    public byte[] fillElement() {
        byte[] fill = FillValues.of(header);
        for (byte each : fill) {
            if (each != 0) {
                return fill;
            }
        }
        return new byte[0];
    }

    /** Whether elements may have no space, which are all equal then: those outside the stored chunks. */
    public boolean canBeSparse() {
        return elsewhere() == null
                && (layout instanceof ChunkedLayout
                        || layout instanceof DataLayout.Contiguous && storageAddress() == NOT_ALLOCATED);
    }

    /** How the elements are stored. */
    public StorageLayout layout() {
        return switch (layout.layoutClass()) {
            case DataLayout.COMPACT -> StorageLayout.COMPACT;
            case DataLayout.CONTIGUOUS -> StorageLayout.CONTIGUOUS;
            case DataLayout.CHUNKED -> StorageLayout.CHUNKED;
            default -> StorageLayout.VIRTUAL;
        };
    }

    /** The address of contiguous elements; -1 if no bytes are allocated for any, or the layout is another one. */
    public long storageAddress() {
        return layout instanceof DataLayout.Contiguous contiguous && contiguous.size() > 0
                ? contiguous.address()
                : Addresses.UNDEFINED;
    }

    /** The total size of the elements in bytes; 2^63 - 1 if there are more. */
    public long elementBytes() {
        long high = Math.multiplyHigh(dataspace.elementCount(), datatype.size());
        long low = dataspace.elementCount() * datatype.size();
        return high == 0 && low >= 0 ? low : Long.MAX_VALUE;
    }

    /** The address of compact elements, which are the end of the layout message. */
    public long compactAddress() {
        LiveMessage message = present(MessageType.DATA_LAYOUT);
        return message.bodyAddress() + Math.max(0, message.size() - storageSize());
    }

    /** The total size of the elements in bytes. */
    public long storageSize() {
        try {
            return Math.multiplyExact(dataspace.elementCount(), datatype.size());
        } catch (ArithmeticException e) {
            throw corrupt("%d elements of %d bytes".formatted(dataspace.elementCount(), datatype.size()));
        }
    }

    /**
     * The size of an element in bytes.
     *
     * @throws dev.fallow.TooLargeException if it exceeds the length of an array
     */
    int elementSize() {
        return Memory.length(where(), datatype.size());
    }

    /**
     * Checks that all space of the dataset is known, so that deletion can free it.
     *
     * @throws UnsupportedFeatureException if elements in other files refer to the global heap
     */
    public void checkDeletable() {
        String reason = elsewhere();
        if (reason != null && layout.layoutClass() != DataLayout.VIRTUAL && datatype.refersToGlobalHeap()) {
            throw new UnsupportedFeatureException("%s, object header at address %d: %s, so it cannot be deleted yet"
                    .formatted(where(), header.address(), reason));
        }
    }

    /**
     * Checks that all elements are in the container.
     *
     * @throws UnsupportedFeatureException if they are in other datasets or in other files
     */
    void checkUnderstood() {
        String reason = elsewhere();
        if (reason != null) {
            throw new UnsupportedFeatureException(
                    "%s, object header at address %d: %s".formatted(where(), header.address(), reason));
        }
    }

    /** A description of the elements' location if they are not in the container; otherwise null. */
    String elsewhere() {
        if (layout.layoutClass() == DataLayout.VIRTUAL) {
            return "the elements of a virtual dataset are in other datasets";
        }
        if (header.find(MessageType.EXTERNAL_DATA_FILES) != null) {
            return "the elements are in external files";
        }
        return null;
    }

    /**
     * Checks that {@link #releaseIndex} can open the index.
     *
     * @throws CorruptFileException if what describes the chunks is damaged
     */
    public void checkIndex() throws IOException {
        try {
            chunksAsStored();
        } catch (FormatException e) {
            throw new CorruptFileException(where() + ": " + e.getMessage(), e);
        }
    }

    /** Frees the blocks of the index of a chunked dataset, but no chunk. */
    public void releaseIndex() throws IOException {
        chunksAsStored().index().release();
    }

    /** The chunks of a chunked dataset, which must be understood. */
    public ChunkedElements chunks() {
        checkUnderstood();
        return chunksAsStored();
    }

    /**
     * The chunks of a chunked dataset, as the header describes them.
     *
     * @throws CorruptFileException if the chunks do not match the extent or the datatype
     */
    ChunkedElements chunksAsStored() {
        ChunkedElements elements = new ChunkedElements(
                store,
                header.address(),
                where(),
                datatype,
                dataspace,
                (ChunkedLayout) layout,
                hasFilters() ? new Pipeline(pipeline(), store.skipsUnwritableFilters()) : null,
                FillValues.of(header),
                FillValues.never(header),
                FillValues.allocation(header));
        elements.check();
        return elements;
    }

    /**
     * Visits the chunks and the blocks of their index, for a chunked dataset, and the names of external files, if there
     * are any: all blocks of the dataset other than contiguous elements.
     *
     * @throws FormatException if the index is damaged
     */
    public void forEachBlock(ChunkIndex.StorageVisitor visitor) throws IOException {
        if (layout instanceof ChunkedLayout chunked && chunked.address() != Addresses.UNDEFINED) {
            int chunkK = store.groupK().chunkInternal();
            ChunkIndex.of(store.structureStore(), chunked, dataspace, hasFilters(), chunkK)
                    .forEachStored(visitor);
        }
        if (ExternalElements.isExternal(header)) {
            ExternalElements.forEachBlock(
                    store, header, (address, size, structure) -> visitor.visit(address, size, structure, false));
        }
    }

    /** Stores the layout of chunks that have changed, if it is another one. */
    void replaceChunks(ChunkedLayout changed) {
        if (!changed.equals(layout)) {
            replaceLayout(changed);
        }
    }

    /** Changes the layout message. It may be constant: libhdf5 flags it if all elements are allocated from the start. */
    void replaceLayout(DataLayout changed) {
        header.makeChangeable(layoutMessage);
        header.replace(layoutMessage, MessageType.DATA_LAYOUT, store.encode(changed::encode));
    }
}
