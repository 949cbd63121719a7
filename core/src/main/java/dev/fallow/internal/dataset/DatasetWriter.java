package dev.fallow.internal.dataset;

import dev.fallow.Conversion;
import dev.fallow.Empty;
import dev.fallow.Selection;
import dev.fallow.WriteMode;
import dev.fallow.WrongTypeException;
import dev.fallow.format.Addresses;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.format.layout.DataLayout;
import dev.fallow.format.message.Dataspace;
import dev.fallow.internal.data.ElementContext;
import dev.fallow.internal.data.ElementSource;
import dev.fallow.internal.data.TypedValue;
import dev.fallow.internal.elements.BlockCopy;
import dev.fallow.internal.elements.ChunkResize;
import dev.fallow.internal.elements.ChunkWriter;
import dev.fallow.internal.elements.ElementRunWriter;
import dev.fallow.internal.external.ExternalElements;
import dev.fallow.internal.globalheap.HeapInsertion;
import dev.fallow.internal.globalheap.HeapRemoval;
import dev.fallow.internal.header.Change;
import dev.fallow.internal.header.ChangeInParts;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.slice.Grid;
import dev.fallow.internal.slice.Selected;
import dev.fallow.internal.slice.Selections;
import dev.fallow.internal.storage.ElementsNotWrittenException;
import dev.fallow.type.Datatype;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.function.LongPredicate;

/**
 * Overwrites elements of a dataset: puts them where its layout says, and changes the layout message if they move. If this
 * fails, an {@link ElementsNotWrittenException} says that nothing has changed but perhaps elements that are overwritten in
 * place.
 */
public final class DatasetWriter {
    private final DatasetStorage dataset;
    private final ObjectStore store;
    private final Datatype datatype;
    private final DataLayout layout;
    /** The chunks of the dataset with its new extent, or a grid of one. */
    private final Grid grid;
    /** The extent that a chunked dataset gets with the write; null if it stays. */
    private final long[] extent;

    public DatasetWriter(DatasetStorage dataset) {
        this(dataset, null);
    }

    /** A writer for a chunked dataset that grows; the new extent must have been checked. */
    DatasetWriter(DatasetStorage dataset, long[] extent) {
        this.dataset = dataset;
        this.extent = extent;
        store = dataset.store();
        datatype = dataset.datatype();
        layout = dataset.dataLayout();
        Grid current = new DatasetReader(dataset).grid();
        grid = extent == null ? current : new Grid(extent, current.chunk());
    }

    /**
     * Checks that selected elements can be overwritten by a value of the same shape. Elements that refer to the global
     * heap are written to new space, so that they change together with the heap; the old ones' heap objects are freed.
     *
     * @param selection null for all elements
     * @param conversion what happens with a number that is not represented exactly
     * @return the change; it allocates space if the elements have none. It may be made in parts only where chunks are replaced
     *     as a whole
     */
    public ChangeInParts write(Selection selection, Object value, WriteMode mode, Conversion conversion)
            throws IOException {
        if (dataset.dataspace().kind() == Dataspace.Kind.NULL) {
            if (value instanceof Empty) {
                return once(() -> {}); // what it has already
            }
            throw new WrongTypeException(dataset.where() + " has a null dataspace, which has no elements to write");
        }
        boolean external = mode == WriteMode.IN_PLACE
                && extent == null
                && !datatype.refersToGlobalHeap()
                && ExternalElements.isExternal(dataset.header());
        if (!external) {
            dataset.checkUnderstood();
        }
        ElementContext context =
                ElementContext.of(dataset.where(), store.sizes()).withObjects(store::mayRefer);
        Selected selected = Selections.of(selection, grid, dataset.where());
        long[] shape =
                Selections.shape(selection, selected, grid, dataset.dataspace().sizes().length == 0);
        TypedValue typed = TypedValue.of(datatype, shape, value, conversion, context);
        if (typed.size() == 0) {
            return once(extent == null ? () -> {} : new DatasetResize(dataset).to(extent));
        }
        if (external) {
            ElementSource source =
                    new ValueSource(store, typed, store.globalHeap().insertion());
            return once(new ExternalElements(store, dataset.header(), dataset.where())
                    .overwrite(selected, dataset.storageSize(), (int) datatype.size(), source));
        }
        if (layout instanceof ChunkedLayout) {
            dataset.chunksAsStored().checkWritable();
        }
        HeapRemoval removal = null;
        if (datatype.refersToGlobalHeap() && extent == null) {
            removal = store.globalHeap().removal();
            new DatasetReferences(dataset).addElements(Collections.singletonList(selection), removal);
            removal.prepare();
        }
        HeapInsertion insertion = store.globalHeap().insertion();
        typed.forEachPart(context, insertion::announce);
        store.announceElements(
                layout instanceof ChunkedLayout
                        ? ChunkWriter.bytes(dataset.chunksAsStored(), selected)
                        : dataset.storageSize());
        store.header(dataset.header().address()); // it may have been evicted from the cache
        boolean inPlace = mode == WriteMode.IN_PLACE && !datatype.refersToGlobalHeap();
        boolean divisible = extent == null && !datatype.refersToGlobalHeap();
        HeapRemoval removed = removal;
        long[][] next = {null};
        return enough -> {
            store.unplacedElements().place(dataset.headerAddress());
            ElementSource source = new ValueSource(store, typed, insertion);
            LongPredicate end = divisible ? enough : released -> false;
            try {
                next[0] = new DatasetWriter(dataset.reloaded(), extent).place(selected, source, inPlace, next[0], end);
            } catch (ElementsNotWrittenException e) {
                insertion.undo();
                throw next[0] == null ? e : e.after(next[0]);
            } catch (IOException | RuntimeException e) {
                insertion.undo();
                throw e;
            }
            if (removed != null) {
                removed.apply();
            }
            return next[0] != null;
        };
    }

    private static ChangeInParts once(Change change) {
        return enough -> {
            change.apply();
            return false;
        };
    }

    /**
     * Writes the elements, and then changes the extent.
     *
     * @param first the first chunk to write; null for all
     * @return the first chunk that is not written; null if all are
     */
    private long[] place(Selected selected, ElementSource source, boolean inPlace, long[] first, LongPredicate enough)
            throws IOException {
        long[] next = null;
        if (extent != null) {
            new ChunkResize(dataset.chunksAsStored(), extent).prepareGrowth();
        }
        if (layout instanceof ChunkedLayout) {
            ChunkWriter writer = new ChunkWriter(dataset.chunksAsStored(), grid, selected, source, inPlace);
            dataset.replaceChunks(writer.write(first, enough));
            next = writer.next();
        } else if (layout instanceof DataLayout.Compact compact) {
            dataset.replaceLayout(new DataLayout.Compact(
                    layout.version(), changed(compact.data().clone(), selected, source)));
        } else if (dataset.storageAddress() != Addresses.UNDEFINED && inPlace) {
            try {
                overwrite(dataset.storageAddress(), selected, source);
            } catch (IOException | RuntimeException e) {
                throw new ElementsNotWrittenException(e);
            }
        } else {
            move(selected, source);
        }
        if (extent != null) {
            DatasetResize.setExtent(dataset, extent);
        }
        return next;
    }

    /** Changes the selected ones of elements in memory. */
    private byte[] changed(byte[] data, Selected selected, ElementSource source) throws IOException {
        int size = (int) datatype.size();
        ByteBuffer buffer = ByteBuffer.wrap(data);
        try {
            selected.forEachRun((offset, index, count) ->
                    source.get(buffer.clear().position((int) offset * size), index, (int) count));
        } catch (IOException | RuntimeException e) {
            throw new ElementsNotWrittenException(e);
        }
        return data;
    }

    /** Overwrites the selected ones of elements that are in one block. */
    private void overwrite(long address, Selected selected, ElementSource source) throws IOException {
        new ElementRunWriter(store.storage(), store.base() + address, (int) datatype.size(), source).write(selected);
    }

    /** Writes the elements of a block to new space, with the selected ones changed. */
    private void move(Selected selected, ElementSource source) throws IOException {
        long bytes = dataset.storageSize();
        long old = dataset.storageAddress();
        int size = (int) datatype.size();
        byte[] fill = FillValues.of(dataset.header());
        long address = store.space().allocate(DatasetStorage.RAW_DATA, bytes);
        try {
            boolean whole = selected.isWhole(selected.firstChunk(), bytes / size);
            if (!whole && old == Addresses.UNDEFINED) {
                new BlockCopy(store).fill(address, bytes, fill.length == size ? fill : new byte[size]);
            } else if (!whole) {
                new BlockCopy(store).copy(old, address, bytes);
            }
            overwrite(address, selected, source);
        } catch (IOException | RuntimeException e) {
            store.space().release(DatasetStorage.RAW_DATA, address, bytes);
            throw new ElementsNotWrittenException(e);
        }
        dataset.replaceLayout(new DataLayout.Contiguous(layout.version(), address, bytes));
        if (old != Addresses.UNDEFINED) {
            store.space().release(DatasetStorage.RAW_DATA, old, bytes);
        }
    }
}
