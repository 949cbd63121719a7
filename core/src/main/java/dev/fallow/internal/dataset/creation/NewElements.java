package dev.fallow.internal.dataset.creation;

import dev.fallow.StorageLayout;
import dev.fallow.WrongTypeException;
import dev.fallow.format.Addresses;
import dev.fallow.format.heap.GlobalHeapId;
import dev.fallow.format.layout.DataLayout;
import dev.fallow.format.layout.FillValue;
import dev.fallow.format.layout.FillValue.AllocationTime;
import dev.fallow.format.layout.VirtualLayout;
import dev.fallow.internal.data.ElementContext;
import dev.fallow.internal.data.ElementSource;
import dev.fallow.internal.data.Shape;
import dev.fallow.internal.data.TypedValue;
import dev.fallow.internal.dataset.DatasetStorage;
import dev.fallow.internal.dataset.ValueSource;
import dev.fallow.internal.elements.ChunkWriter;
import dev.fallow.internal.elements.ChunkedElements;
import dev.fallow.internal.elements.ElementRunWriter;
import dev.fallow.internal.filter.Pipeline;
import dev.fallow.internal.globalheap.HeapInsertion;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.slice.Grid;
import dev.fallow.internal.slice.Selections;
import dev.fallow.internal.storage.ElementsNotWrittenException;
import dev.fallow.type.Datatype;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The elements of a dataset about to be created: checked, not yet allocated. */
@FunctionalInterface
public interface NewElements {
    int LAYOUT_VERSION = 3;

    byte[] ZEROS = {};
    /** As libhdf5 writes it. */
    GlobalHeapId NO_MAPPINGS = new GlobalHeapId(Addresses.UNDEFINED, 0);

    /** Allocates the elements, and writes them if there is a value. Returns their layout. */
    DataLayout place() throws IOException;

    /**
     * The elements of a value, whose variable-length parts are announced to the global heap.
     *
     * @throws WrongTypeException if the value is too large for compact layout, or the file would exceed the largest
     *     size
     */
    static NewElements of(ObjectStore store, TypedValue value, StorageLayout layout, String path) throws IOException {
        boolean compact = layout == StorageLayout.COMPACT;
        if (compact) {
            checkRoomInHeader(store, value, path);
        } else {
            checkRoom(store, value.size());
        }
        HeapInsertion insertion = store.globalHeap().insertion();
        value.forEachPart(ElementContext.of(path, store.sizes()), insertion::announce);
        return () -> compact
                ? new DataLayout.Compact(LAYOUT_VERSION, bytes(store, value, insertion))
                : contiguous(store, value, insertion);
    }

    /**
     * Contiguous elements that are not written; the dimensions must have been checked.
     *
     * @param late whether their space is not allocated yet
     * @throws WrongTypeException if the file would exceed the largest size
     */
    static NewElements unwritten(ObjectStore store, Datatype type, long[] dimensions, boolean late) {
        long size = Shape.elements(dimensions) * type.size();
        checkRoom(store, size);
        boolean allocated = size > 0 && !late && !store.placesLater();
        return () -> new DataLayout.Contiguous(
                LAYOUT_VERSION,
                allocated ? store.space().allocate(DatasetStorage.RAW_DATA, size) : Addresses.UNDEFINED,
                size);
    }

    /**
     * Elements in chunks.
     *
     * @param value null if they are not written
     */
    static NewElements inChunks(
            ObjectStore store, Datatype type, NewChunks chunks, FillValue fill, TypedValue value, String path)
            throws IOException {
        boolean allocated = value != null && value.size() > 0 || fill.allocationTime() == AllocationTime.EARLY;
        checkRoom(store, allocated ? chunks.bytes() : 0);
        HeapInsertion insertion = store.globalHeap().insertion();
        if (value != null) {
            value.forEachPart(ElementContext.of(path, store.sizes()), insertion::announce);
        }
        ChunkedElements elements = new ChunkedElements(
                store,
                Addresses.UNDEFINED,
                store.fileName() + ": " + path,
                type,
                chunks.space(),
                chunks.layout(),
                chunks.filters() == null ? null : new Pipeline(chunks.filters(), store.skipsUnwritableFilters()),
                fill.value(),
                fill.fillTime() == FillValue.FillTime.NEVER,
                fill.allocationTime());
        return () -> {
            if (!allocated) {
                return chunks.layout();
            }
            Grid grid = elements.grid();
            ElementSource source = value == null ? elements.newElements() : new ValueSource(store, value, insertion);
            try {
                return new ChunkWriter(elements, grid, Selections.of(null, grid, elements.where()), source, false)
                        .write();
            } catch (IOException | RuntimeException e) {
                insertion.undo();
                throw e;
            }
        };
    }

    /**
     * The mappings of a virtual dataset.
     *
     * @param mappings encoded; null for none
     */
    static NewElements virtual(ObjectStore store, byte[] mappings) throws IOException {
        if (mappings == null) {
            return () -> new VirtualLayout(VirtualLayout.VERSION, NO_MAPPINGS);
        }
        HeapInsertion insertion = store.globalHeap().insertion();
        insertion.announce(mappings.length);
        return () -> new VirtualLayout(VirtualLayout.VERSION, insertion.put(mappings));
    }

    private static DataLayout contiguous(ObjectStore store, TypedValue value, HeapInsertion insertion)
            throws IOException {
        if (value.size() == 0) {
            return new DataLayout.Contiguous(LAYOUT_VERSION, Addresses.UNDEFINED, 0);
        }
        long address = store.space().allocate(DatasetStorage.RAW_DATA, value.size());
        int size = (int) value.datatype().size();
        try {
            new ElementRunWriter(
                            store.storage(), store.base() + address, size, new ValueSource(store, value, insertion))
                    .write(0, 0, value.size() / size);
            return new DataLayout.Contiguous(LAYOUT_VERSION, address, value.size());
        } catch (IOException | RuntimeException e) {
            insertion.undo();
            store.space().release(DatasetStorage.RAW_DATA, address, value.size());
            if (e instanceof IOException) {
                throw new ElementsNotWrittenException(e);
            }
            throw e;
        }
    }

    private static void checkRoomInHeader(ObjectStore store, TypedValue value, String path) {
        int most = store.newObjects().largestMessage()
                - new DataLayout.Compact(LAYOUT_VERSION, ZEROS).addressAt(store.sizes());
        if (value.size() > most) {
            throw new WrongTypeException("%s: %s: a compact dataset holds at most %d bytes, found %d"
                    .formatted(store.fileName(), path, most, value.size()));
        }
    }

    /** Encodes the elements of a small value; variable-length parts are stored in the global heap. */
    static byte[] bytes(ObjectStore store, TypedValue value, HeapInsertion insertion) throws IOException {
        ByteBuffer data = ByteBuffer.allocate((int) value.size());
        if (value.size() > 0) {
            int count = (int) (value.size() / value.datatype().size());
            new ValueSource(store, value, insertion).get(data, 0, count);
        }
        return data.array();
    }

    private static void checkRoom(ObjectStore store, long size) {
        long end = store.space().endOfAllocation() + store.unplacedElements().bytes();
        if (size > store.largestEnd() - end) {
            throw new WrongTypeException("%s: elements of %d bytes: the file ends at %d, the maximum is %d"
                    .formatted(store.fileName(), size, end, store.largestEnd()));
        }
        store.announceElements(size);
    }
}
