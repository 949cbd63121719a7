package dev.fallow.internal.dataset;

import dev.fallow.CorruptFileException;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.WrongTypeException;
import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.datatype.Datatype;
import dev.fallow.format.datatype.FixedPoint;
import dev.fallow.format.heap.GlobalHeapId;
import dev.fallow.format.message.ChunkedLayout;
import dev.fallow.format.message.DataLayout;
import dev.fallow.format.message.Dataspace;
import dev.fallow.format.message.ExternalDataFiles;
import dev.fallow.format.message.SharedMessage;
import dev.fallow.format.objectheader.MessageFlags;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.internal.chunk.ChunkBlocks;
import dev.fallow.internal.data.ElementContext;
import dev.fallow.internal.data.Elements;
import dev.fallow.internal.data.TypedValue;
import dev.fallow.internal.globalheap.HeapInsertion;
import dev.fallow.internal.globalheap.HeapRemoval;
import dev.fallow.internal.globalheap.HeapVisitor;
import dev.fallow.internal.globalheap.Holding;
import dev.fallow.internal.header.Change;
import dev.fallow.internal.header.LiveMessage;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.localheap.LocalHeap;
import dev.fallow.internal.storage.Memory;
import dev.fallow.options.StorageLayout;
import dev.fallow.options.WriteMode;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A dataset as described by its header, with contiguous or compact elements. */
public final class DatasetStorage {
    private static final int LAYOUT_VERSION = 3;

    /** The largest element that is decoded, in bytes; such elements are read whole. */
    private static final int LARGEST_ELEMENT = 1 << 28;

    /** The address of unallocated elements. */
    public static final long NOT_ALLOCATED = Addresses.UNDEFINED;

    public static final AllocationType RAW_DATA = ContiguousElements.RAW_DATA;

    private final ObjectStore store;
    private final ObjectHeader header;
    private final String path;
    private final Datatype datatype;
    private final Dataspace dataspace;
    private final DataLayout layout;
    private final LiveMessage layoutMessage;

    private DatasetStorage(
            ObjectStore store,
            ObjectHeader header,
            String path,
            Datatype datatype,
            Dataspace dataspace,
            DataLayout layout,
            LiveMessage layoutMessage) {
        this.store = store;
        this.header = header;
        this.path = path;
        this.datatype = datatype;
        this.dataspace = dataspace;
        this.layout = layout;
        this.layoutMessage = layoutMessage;
    }

    /**
     * Reads the description of a dataset from its header.
     *
     * @throws CorruptFileException if a message is missing, or elements are outside the file
     * @throws UnsupportedFeatureException if its datatype or dataspace is shared in an unsupported way
     */
    public static DatasetStorage of(ObjectStore store, ObjectHeader header, String path) throws IOException {
        LiveMessage layoutMessage = message(store, header, path, MessageType.DATA_LAYOUT);
        Datatype datatype = datatype(store, header, path);
        Dataspace dataspace = Dataspace.decode(
                message(store, header, path, MessageType.DATASPACE).body(store.sizes(), MessageType.DATASPACE.title()));
        DataLayout layout = DataLayout.decode(layoutMessage.body(store.sizes(), MessageType.DATA_LAYOUT.title()));
        DatasetStorage stored = new DatasetStorage(store, header, path, datatype, dataspace, layout, layoutMessage);
        DataLayout current = stored.current();
        DatasetStorage storage = current == layout
                ? stored
                : new DatasetStorage(store, header, path, datatype, dataspace, current, layoutMessage);
        storage.check();
        return storage;
    }

    /** The layout; version 1 and 2 are converted to version 3, which is written on a change. */
    private DataLayout current() {
        if (!(layout instanceof DataLayout.Old old)) {
            return layout;
        }
        if (old.layoutClass() == DataLayout.COMPACT) {
            return new DataLayout.Compact(LAYOUT_VERSION, old.data());
        }
        long size = storageSize();
        checkInside(old.address(), size);
        return new DataLayout.Contiguous(LAYOUT_VERSION, old.address(), size);
    }

    private static Datatype datatype(ObjectStore store, ObjectHeader header, String path) throws IOException {
        LiveMessage message = present(store, header, path, MessageType.DATATYPE);
        if ((message.flags() & MessageFlags.SHARED) == 0) {
            return Datatype.decode(message.body(store.sizes(), MessageType.DATATYPE.title()));
        }
        return CommittedDatatypes.read(
                store,
                reference(store, message),
                "%s: %s, object header at address %d".formatted(store.fileName(), path, header.address()));
    }

    private static SharedMessage reference(ObjectStore store, LiveMessage message) {
        return SharedMessage.decode(message.body(store.sizes(), "shared datatype"));
    }

    private static LiveMessage present(ObjectStore store, ObjectHeader header, String path, MessageType type) {
        LiveMessage message = header.find(type);
        if (message == null) {
            throw new CorruptFileException("%s: %s, object header at address %d: a dataset without %s"
                    .formatted(store.fileName(), path, header.address(), type.title()));
        }
        return message;
    }

    private static LiveMessage message(ObjectStore store, ObjectHeader header, String path, MessageType type) {
        LiveMessage message = present(store, header, path, type);
        if ((message.flags() & MessageFlags.SHARED) != 0) {
            throw new UnsupportedFeatureException(
                    "%s: %s, object header at address %d: a shared %s is not supported yet"
                            .formatted(store.fileName(), path, header.address(), type.title()));
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

    private String where() {
        return store.fileName() + ": " + path;
    }

    /** The datatype of the elements. */
    public Datatype datatype() {
        return datatype;
    }

    /** The address of its committed datatype; -1 if it has its own datatype. */
    public long committedDatatypeAddress() {
        LiveMessage message = present(store, header, path, MessageType.DATATYPE);
        return (message.flags() & MessageFlags.SHARED) == 0
                ? Addresses.UNDEFINED
                : CommittedDatatypes.addressOf(reference(store, message), where());
    }

    /** The number of elements in each dimension; empty for a scalar; null for a null dataspace. */
    public long[] dimensions() {
        return dataspace.kind() == Dataspace.Kind.NULL ? null : dataspace.sizes();
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

    /** The total size of the elements in bytes. */
    public long storageSize() {
        try {
            return Math.multiplyExact(dataspace.elementCount(), datatype.size());
        } catch (ArithmeticException e) {
            throw corrupt("%d elements of %d bytes".formatted(dataspace.elementCount(), datatype.size()));
        }
    }

    /**
     * Visits the global heap objects that the dataset refers to. Reads all elements.
     *
     * @throws UnsupportedFeatureException if the elements' storage is not understood
     */
    public void forEachHeapReference(HeapVisitor visitor) throws IOException {
        checkUnderstood();
        forEachReferenceOfFillValue(visitor);
        forEachReferenceOfElements(visitor);
    }

    private void forEachReferenceOfFillValue(HeapVisitor visitor) throws IOException {
        if (datatype.refersToGlobalHeap()) {
            byte[] fill = FillValues.of(store, header);
            new GlobalHeapReferences(store, visitor, Holding.COPIED).collect(datatype, fill, fill.length);
        }
    }

    private void forEachReferenceOfElements(HeapVisitor visitor) throws IOException {
        if (!datatype.refersToGlobalHeap()) {
            return;
        }
        GlobalHeapReferences references = new GlobalHeapReferences(store, visitor);
        if (layout instanceof DataLayout.Compact compact) {
            references.collect(datatype, compact.data(), compact.data().length);
        } else if (storageAddress() != Addresses.UNDEFINED) {
            ContiguousElements.forEachPiece(
                    store,
                    storageAddress(),
                    storageSize(),
                    datatype,
                    (bytes, offset) -> references.collect(datatype, bytes, bytes.length));
        }
    }

    /** The reason why some global heap objects of the dataset are unknown; null if all are known. */
    public String notFollowed() {
        String elsewhere = elsewhere();
        return elsewhere == null || layout.layoutClass() == DataLayout.VIRTUAL || !datatype.refersToGlobalHeap()
                ? null
                : "%s: %s, and the elements refer to a global heap".formatted(where(), elsewhere);
    }

    /** Visits the known global heap objects of the dataset, including the mapping of a virtual dataset. */
    public void forEachKnownReference(HeapVisitor visitor) throws IOException {
        forEachReferenceOfFillValue(visitor);
        if (layout.layoutClass() == DataLayout.VIRTUAL) {
            FieldReader in = layoutMessage.body(store.sizes(), MessageType.DATA_LAYOUT.title());
            in.skip(2); // version and class
            GlobalHeapId mapping = GlobalHeapId.decode(in);
            if (!mapping.isNone()) {
                visitor.visit(mapping, Holding.OWN);
            }
        } else if (elsewhere() == null) {
            forEachReferenceOfElements(visitor);
        }
    }

    /**
     * Visits the chunks and the blocks of their index, for a chunked dataset, and the names of external files, if there
     * are any.
     *
     * @throws dev.fallow.format.FormatException if the index is damaged
     */
    public void forEachBlock(ChunkBlocks.Visitor visitor) throws IOException {
        if (layout.layoutClass() == DataLayout.CHUNKED) {
            ChunkBlocks.forEach(
                    store.structureStore(),
                    ChunkedLayout.decode(layoutMessage.body(store.sizes(), MessageType.DATA_LAYOUT.title())),
                    dataspace,
                    header.find(MessageType.FILTER_PIPELINE) != null,
                    store.groupK().chunkInternal(),
                    visitor);
        }
        LiveMessage external = header.find(MessageType.EXTERNAL_DATA_FILES);
        if (external != null) {
            long heap = ExternalDataFiles.decode(external.body(store.sizes(), MessageType.EXTERNAL_DATA_FILES.title()))
                    .heapAddress();
            LocalHeap.open(store.structureStore(), heap)
                    .forEachBlock((address, size, structure) -> visitor.visit(address, size, structure, false));
        }
    }

    /**
     * Checks that deleting the dataset frees all of its space.
     *
     * @throws UnsupportedFeatureException if part of its storage is not understood
     */
    public void checkDeletable() {
        String reason = elsewhere();
        if (reason != null) {
            throw new UnsupportedFeatureException("%s, object header at address %d: %s, so it cannot be deleted yet"
                    .formatted(where(), header.address(), reason));
        }
    }

    /**
     * Checks that the location of all elements is known.
     *
     * @throws UnsupportedFeatureException if they are in chunks, in other datasets or in other files
     */
    void checkUnderstood() {
        String reason = elsewhere();
        if (reason != null) {
            throw new UnsupportedFeatureException(
                    "%s, object header at address %d: %s".formatted(where(), header.address(), reason));
        }
    }

    /** A description of the elements' location if it is not understood; otherwise null. */
    private String elsewhere() {
        if (layout instanceof DataLayout.Other) {
            return "a " + layout().name().toLowerCase(java.util.Locale.ROOT) + " layout (version " + layout.version()
                    + ") is not followed";
        }
        if (header.find(MessageType.EXTERNAL_DATA_FILES) != null) {
            return "elements in external files are not followed";
        }
        return null;
    }

    /** Reads all elements. */
    public Object read() throws IOException {
        if (dataspace.kind() == Dataspace.Kind.NULL) {
            return null;
        }
        checkUnderstood();
        ElementContext context = new ElementContext(where(), store.sizes(), HeapValues.reading(store));
        long[] dimensions = dataspace.sizes();
        if (layout instanceof DataLayout.Compact compact) {
            return Elements.decode(datatype, dimensions, Elements.of(compact.data()), context);
        } else if (storageAddress() != Addresses.UNDEFINED) {
            return Elements.decode(datatype, dimensions, ContiguousElements.source(store, storageAddress()), context);
        }
        return Elements.repeat(datatype, dimensions, FillValues.of(store, header), context);
    }

    /**
     * Reads all elements' bytes as stored in the file.
     *
     * @throws dev.fallow.TooLargeException if they exceed the length of an array, or there is not enough memory
     */
    public byte[] readBytes() throws IOException {
        checkUnderstood();
        if (layout instanceof DataLayout.Compact compact) {
            return compact.data().clone();
        }
        byte[] bytes = Memory.bytes(where(), storageSize());
        if (storageAddress() != Addresses.UNDEFINED) {
            ContiguousElements.read(store, storageAddress(), bytes);
            return bytes;
        }
        byte[] fill = FillValues.of(store, header);
        if (fill.length == datatype.size()) {
            for (int at = 0; at < bytes.length; at += fill.length) {
                System.arraycopy(fill, 0, bytes, at, fill.length);
            }
        }
        return bytes;
    }

    /**
     * Checks that all elements can be overwritten by a value of the same shape. Elements that refer to the global heap
     * are written to new space, so that they change together with the heap; the old ones' heap objects are freed.
     *
     * @return the change; it allocates space if the elements have none
     */
    public Change write(Object value, WriteMode mode) throws IOException {
        if (dataspace.kind() == Dataspace.Kind.NULL) {
            throw new WrongTypeException(where() + " has a null dataspace, which has no elements to write");
        }
        checkUnderstood();
        ElementContext context = ElementContext.of(where(), store.sizes());
        TypedValue typed = TypedValue.of(datatype, dataspace.sizes(), value, context);
        if (datatype.refersToGlobalHeap()) {
            return writeWithParts(typed, context);
        } else if (layout instanceof DataLayout.Contiguous && storageAddress() != Addresses.UNDEFINED) {
            if (mode == WriteMode.COPY) {
                store.announceElements(typed.size());
                return () -> replaceElements(typed);
            }
            return () -> ContiguousElements.write(store, storageAddress(), typed, context);
        }
        store.announceElements(typed.size());
        return () -> place(typed, store.globalHeap().insertion());
    }

    private Change writeWithParts(TypedValue typed, ElementContext context) throws IOException {
        HeapRemoval removal = store.globalHeap().removal();
        forEachReferenceOfFillValue(removal::keep);
        forEachReferenceOfElements(removal::add);
        removal.prepare();
        store.announceElements(typed.size());
        HeapInsertion insertion = store.globalHeap().insertion();
        Elements.forEachPart(datatype, typed.value(), typed.rank(), context, insertion::announce);
        store.header(header.address()); // it may have been evicted from the cache
        return () -> {
            of(store, store.header(header.address()), path).place(typed, insertion);
            if (storageAddress() != Addresses.UNDEFINED) {
                store.space().release(RAW_DATA, storageAddress(), typed.size());
            }
            removal.apply();
        };
    }

    /** Writes elements to new space, and frees the old space. */
    private void replaceElements(TypedValue typed) throws IOException {
        place(typed, store.globalHeap().insertion());
        if (typed.size() > 0) {
            store.space().release(RAW_DATA, storageAddress(), typed.size());
        }
    }

    /** Writes elements that had no space yet, or that must not overwrite the old ones. */
    private void place(TypedValue typed, HeapInsertion insertion) throws IOException {
        if (layout instanceof DataLayout.Compact) {
            replaceLayout(new DataLayout.Compact(layout.version(), NewDataset.bytes(store, typed, insertion)));
        } else if (typed.size() > 0) {
            long address = ContiguousElements.writeToNewSpace(store, typed, insertion);
            replaceLayout(new DataLayout.Contiguous(layout.version(), address, typed.size()));
        }
    }

    private void replaceLayout(DataLayout changed) {
        header.replace(layoutMessage, MessageType.DATA_LAYOUT, store.encode(changed::encode));
    }

    /**
     * Checks that the global heap objects of the elements and of the fill value can be copied. Reads the elements if
     * they refer to the heap.
     *
     * @param copy the conversion
     * @throws UnsupportedFeatureException if the elements' storage is not understood
     */
    public void announceCopy(ElementCopy copy) throws IOException {
        checkUnderstood();
        if (copy.isPlain(datatype)) {
            return;
        }
        if (datatype.size() > LARGEST_ELEMENT) {
            throw new UnsupportedFeatureException("%s: elements of %d bytes that refer to something cannot be copied"
                    .formatted(where(), datatype.size()));
        }
        copy.announce(datatype, FillValues.of(store, header).clone());
        if (layout instanceof DataLayout.Compact compact) {
            copy.announce(datatype, compact.data().clone());
        } else if (storageAddress() != Addresses.UNDEFINED) {
            ContiguousElements.forEachPiece(
                    store,
                    storageAddress(),
                    storageSize(),
                    datatype,
                    (bytes, offset) -> copy.announce(datatype, bytes));
        }
    }

    /**
     * Copies contiguous elements, which must be allocated, to new space, in pieces of bounded size.
     *
     * @param copy the conversion
     * @return the address of the new space; on failure none stays allocated
     */
    public long copyElements(ObjectStore target, ElementCopy copy) throws IOException {
        long size = storageSize();
        long address = target.space().allocate(RAW_DATA, size);
        try {
            // byte by byte if no conversion is needed, because an element may exceed any array
            Datatype unit = copy.isPlain(datatype) ? FixedPoint.INT8 : datatype;
            ContiguousElements.forEachPiece(store, storageAddress(), size, unit, (bytes, offset) -> {
                copy.convert(datatype, bytes);
                target.storage().write(target.base() + address + offset, ByteBuffer.wrap(bytes));
            });
            return address;
        } catch (IOException | RuntimeException e) {
            target.space().release(RAW_DATA, address, size);
            throw e;
        }
    }

    /**
     * The layout message of the copy.
     *
     * @param address the copied elements, if they are contiguous and allocated
     */
    public DataLayout copiedLayout(long address, ElementCopy copy) throws IOException {
        if (layout instanceof DataLayout.Compact compact) {
            byte[] data = compact.data().clone();
            copy.convert(datatype, data);
            return new DataLayout.Compact(layout.version(), data);
        }
        return new DataLayout.Contiguous(layout.version(), address, storageSize());
    }
}
