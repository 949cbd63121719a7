package dev.fallow.internal.object;

import dev.fallow.CorruptFileException;
import dev.fallow.StorageLayout;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.WrongTypeException;
import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.datatype.Datatype;
import dev.fallow.format.message.ChunkedLayout;
import dev.fallow.format.message.DataLayout;
import dev.fallow.format.message.Dataspace;
import dev.fallow.format.message.ExternalDataFiles;
import dev.fallow.format.message.FillValue;
import dev.fallow.format.message.OldFillValue;
import dev.fallow.format.message.SharedMessage;
import dev.fallow.format.objectheader.MessageFlags;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.internal.chunk.ChunkBlocks;
import dev.fallow.internal.data.Elements;
import dev.fallow.internal.data.TypedValue;
import dev.fallow.internal.heap.LocalHeap;
import dev.fallow.internal.storage.ElementsNotWrittenException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.LongConsumer;

/** A dataset as its header describes it, and its elements: contiguous in the file, or compact in the header. */
public final class DatasetStorage {
    private static final int PIECE_BYTES = 1 << 20;

    /** The address of elements that have no place. */
    static final long NOT_ALLOCATED = Addresses.UNDEFINED;

    static final AllocationType RAW_DATA = AllocationType.RAW_DATA;

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
     * Reads what a header says of its dataset.
     *
     * @throws CorruptFileException if a message is missing, or elements lie outside the file
     * @throws UnsupportedFeatureException if its type or space is stored elsewhere
     */
    public static DatasetStorage of(ObjectStore store, ObjectHeader header, String path) throws IOException {
        LiveMessage layoutMessage = message(store, header, path, MessageType.DATA_LAYOUT);
        Datatype datatype = datatype(store, header, path);
        Dataspace dataspace = Dataspace.decode(
                message(store, header, path, MessageType.DATASPACE).body(store.sizes(), MessageType.DATASPACE.title()));
        DataLayout layout = DataLayout.decode(layoutMessage.body(store.sizes(), MessageType.DATA_LAYOUT.title()));
        DatasetStorage storage = new DatasetStorage(store, header, path, datatype, dataspace, layout, layoutMessage);
        storage.check();
        return storage;
    }

    private static Datatype datatype(ObjectStore store, ObjectHeader header, String path) throws IOException {
        LiveMessage message = present(store, header, path, MessageType.DATATYPE);
        if ((message.flags() & MessageFlags.SHARED) == 0) {
            return Datatype.decode(message.body(store.sizes(), MessageType.DATATYPE.title()));
        }
        return CommittedDatatype.read(
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
            long end = store.space().endOfAllocation();
            if (contiguous.address() != Addresses.UNDEFINED
                    && (contiguous.size() > end || contiguous.address() > end - contiguous.size())) {
                throw corrupt("elements of %d bytes at address %d, the end of allocation is %d"
                        .formatted(contiguous.size(), contiguous.address(), end));
            }
            stored = contiguous.size();
        }
        if (stored != size) {
            throw corrupt("expected elements of %d bytes, found %d".formatted(size, stored));
        }
    }

    private CorruptFileException corrupt(String problem) {
        return new CorruptFileException(
                "%s, object header at address %d: %s".formatted(where(), header.address(), problem));
    }

    private String where() {
        return store.fileName() + ": " + path;
    }

    /** The type of the elements. */
    public Datatype datatype() {
        return datatype;
    }

    /** Where the object header of a committed datatype lies; -1 if the dataset has a datatype of its own. */
    public long committedDatatypeAddress() {
        LiveMessage message = present(store, header, path, MessageType.DATATYPE);
        return (message.flags() & MessageFlags.SHARED) == 0
                ? Addresses.UNDEFINED
                : CommittedDatatype.addressOf(reference(store, message), where());
    }

    /** Elements in each dimension; none for a scalar; null for a null dataspace. */
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

    /** Where contiguous elements lie; -1 if they are not allocated, or the layout is another. */
    public long storageAddress() {
        return layout instanceof DataLayout.Contiguous contiguous ? contiguous.address() : Addresses.UNDEFINED;
    }

    /** Bytes of all elements. */
    public long storageSize() {
        try {
            return Math.multiplyExact(dataspace.elementCount(), datatype.size());
        } catch (ArithmeticException e) {
            throw corrupt("%d elements of %d bytes".formatted(dataspace.elementCount(), datatype.size()));
        }
    }

    /**
     * Finds the global heap collections that the elements refer to; reads the elements if they can.
     *
     * @return what hinders an account of their space
     */
    public List<String> claimGlobalHeaps(LongConsumer collections) throws IOException {
        if (layout.layoutClass() == DataLayout.VIRTUAL) {
            collections.accept(mappingAddress());
            return List.of();
        }
        if (!datatype.refersToGlobalHeap()) {
            return List.of();
        }
        String elsewhere = elsewhere();
        if (elsewhere != null) {
            return List.of("%s: %s, and its elements refer to a global heap".formatted(where(), elsewhere));
        }
        GlobalHeapReferences references = new GlobalHeapReferences(store.sizes(), collections);
        try {
            if (layout instanceof DataLayout.Compact compact) {
                references.collect(datatype, compact.data());
            } else if (storageAddress() != Addresses.UNDEFINED) {
                Elements.Source source = contiguousSource(storageAddress());
                long size = datatype.size();
                long elementsInPiece = Math.max(1, PIECE_BYTES / size);
                for (long left = dataspace.elementCount(); left > 0; left -= elementsInPiece) {
                    int bytes = Math.toIntExact(Math.min(left, elementsInPiece) * size);
                    references.collect(datatype, source.next(bytes).array());
                }
            }
        } catch (UnsupportedFeatureException e) {
            return List.of("%s: %s are not followed".formatted(where(), e.getMessage()));
        }
        return List.of();
    }

    /** The collection that says where the elements of a virtual dataset come from. */
    private long mappingAddress() {
        FieldReader in = layoutMessage.body(store.sizes(), MessageType.DATA_LAYOUT.title());
        in.skip(2); // version and class
        return in.offset();
    }

    /**
     * Tells the chunks and the blocks of their index, if the elements are in chunks; and the names of the files, if they are
     * in external ones.
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
     * Checks that nothing is lost track of when the dataset is deleted.
     *
     * @throws UnsupportedFeatureException if it has space that is not understood
     */
    public void checkDeletable() {
        String reason = notUnderstood();
        if (reason != null) {
            throw new UnsupportedFeatureException("%s, object header at address %d: %s, so it cannot be deleted yet"
                    .formatted(where(), header.address(), reason));
        }
    }

    /**
     * Checks that it is known where all its elements are.
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

    private String notUnderstood() {
        String elsewhere = elsewhere();
        if (elsewhere != null) {
            return elsewhere;
        }
        return datatype.refersToGlobalHeap() ? "elements in a global heap are not supported" : null;
    }

    /** Where the elements are if that is a place that is not understood; else null. */
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
        if (layout instanceof DataLayout.Compact compact) {
            return Elements.decodeAll(datatype, dataspace.sizes(), compact.data(), where());
        }
        return Elements.decode(datatype, dataspace.sizes(), elementSource(), where());
    }

    private Elements.Source elementSource() {
        String reason = notUnderstood();
        if (!(layout instanceof DataLayout.Contiguous contiguous) || reason != null) {
            throw new UnsupportedFeatureException(
                    "%s, object header at address %d: %s".formatted(where(), header.address(), reason));
        }
        if (contiguous.address() == Addresses.UNDEFINED) {
            return fillValues();
        }
        return contiguousSource(contiguous.address());
    }

    private Elements.Source contiguousSource(long address) {
        long[] at = {store.base() + address};
        return bytes -> {
            ByteBuffer piece = ByteBuffer.allocate(bytes);
            // what was allocated and never written may lie past the end of a file that is being made: zeros
            int present = (int) Math.max(0, Math.min(bytes, store.storage().size() - at[0]));
            if (present > 0) {
                store.storage().read(at[0], piece.slice(0, present));
            }
            at[0] += bytes;
            return piece;
        };
    }

    private Elements.Source fillValues() {
        byte[] value = fillValue();
        return bytes -> {
            ByteBuffer piece = ByteBuffer.allocate(bytes);
            while (value != null && value.length == datatype.size() && piece.hasRemaining()) {
                piece.put(value);
            }
            return piece.rewind();
        };
    }

    /** One element as stored; null where none is defined. */
    private byte[] fillValue() {
        LiveMessage message = header.find(MessageType.FILL_VALUE);
        if (message != null) {
            return FillValue.decode(message.body(store.sizes(), MessageType.FILL_VALUE.title()))
                    .value();
        }
        LiveMessage old = header.find(MessageType.FILL_VALUE_OLD);
        return old == null
                ? null
                : OldFillValue.decode(old.body(store.sizes(), MessageType.FILL_VALUE_OLD.title()))
                        .value();
    }

    /**
     * Checks that all elements can be written with those of a value of the same shape.
     *
     * @return the change; it allocates space if there is none yet
     */
    public Change write(Object value) throws IOException {
        if (dataspace.kind() == Dataspace.Kind.NULL) {
            throw new WrongTypeException(where() + " has a null dataspace: there is nothing to write");
        }
        if (layout instanceof DataLayout.Other || header.find(MessageType.EXTERNAL_DATA_FILES) != null) {
            throw new UnsupportedFeatureException(
                    "%s, object header at address %d: %s".formatted(where(), header.address(), notUnderstood()));
        }
        long[] dimensions = dataspace.sizes();
        Elements.check(datatype, dimensions, value, where());
        if (layout instanceof DataLayout.Compact) {
            byte[] data = new TypedValue(datatype, dimensions, value).bytes();
            return () -> replaceLayout(new DataLayout.Compact(layout.version(), data));
        }
        long size = storageSize();
        return () -> {
            if (storageAddress() != Addresses.UNDEFINED) {
                writeElements(store, storageAddress(), datatype, value, dimensions.length);
            } else if (size > 0) {
                long address = writeToNewSpace(store, datatype, value, dimensions.length, size);
                replaceLayout(new DataLayout.Contiguous(layout.version(), address, size));
            }
        };
    }

    private void replaceLayout(DataLayout changed) {
        header.replace(layoutMessage, MessageType.DATA_LAYOUT, store.encode(changed::encode));
    }

    /** Allocates space for elements and writes them; nothing is allocated if that fails. */
    static long writeToNewSpace(ObjectStore store, Datatype type, Object value, int rank, long size)
            throws IOException {
        long address = store.space().allocate(RAW_DATA, size);
        try {
            writeElements(store, address, type, value, rank);
            return address;
        } catch (IOException | RuntimeException e) {
            store.space().release(RAW_DATA, address, size);
            throw e;
        }
    }

    private static void writeElements(ObjectStore store, long address, Datatype type, Object value, int rank)
            throws IOException {
        long[] at = {store.base() + address};
        Elements.encode(type, value, rank, piece -> {
            int bytes = piece.remaining();
            try {
                store.storage().write(at[0], piece);
            } catch (IOException e) {
                throw new ElementsNotWrittenException(e);
            }
            at[0] += bytes;
        });
    }

    /**
     * Copies contiguous elements, which must be allocated, to new space, in pieces of bounded size.
     *
     * @param copy what becomes of them
     * @return where the new space is; none is taken if this fails
     */
    long copyElements(ObjectStore target, ElementCopy copy) throws IOException {
        long size = storageSize();
        long address = target.space().allocate(RAW_DATA, size);
        try {
            Elements.Source source = contiguousSource(storageAddress());
            long elementSize = datatype.size();
            long most = Math.max(1, PIECE_BYTES / elementSize) * elementSize;
            for (long done = 0; done < size; done += most) {
                ByteBuffer piece = source.next(Math.toIntExact(Math.min(most, size - done)));
                copy.convert(datatype, piece.array(), piece.capacity());
                target.storage().write(target.base() + address + done, piece.clear());
            }
            return address;
        } catch (IOException | RuntimeException e) {
            target.space().release(RAW_DATA, address, size);
            throw e;
        }
    }

    /**
     * The layout message of a copy.
     *
     * @param address of the copied elements, if they are contiguous and allocated
     */
    DataLayout copiedLayout(long address, ElementCopy copy) {
        if (layout instanceof DataLayout.Compact compact) {
            byte[] data = compact.data().clone();
            copy.convert(datatype, data, data.length);
            return new DataLayout.Compact(layout.version(), data);
        }
        return new DataLayout.Contiguous(layout.version(), address, storageSize());
    }
}
