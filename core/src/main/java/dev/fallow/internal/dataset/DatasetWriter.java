package dev.fallow.internal.dataset;

import dev.fallow.WrongTypeException;
import dev.fallow.format.Addresses;
import dev.fallow.format.datatype.Datatype;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.format.layout.DataLayout;
import dev.fallow.format.message.Dataspace;
import dev.fallow.format.selection.Selection;
import dev.fallow.internal.data.ElementContext;
import dev.fallow.internal.data.Elements;
import dev.fallow.internal.data.TypedValue;
import dev.fallow.internal.elements.ChunkResize;
import dev.fallow.internal.elements.ChunkedElements;
import dev.fallow.internal.elements.ElementSource;
import dev.fallow.internal.elements.ExternalMessages;
import dev.fallow.internal.elements.WrittenElements;
import dev.fallow.internal.globalheap.HeapInsertion;
import dev.fallow.internal.globalheap.HeapRemoval;
import dev.fallow.internal.header.Change;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.slice.Grid;
import dev.fallow.internal.slice.Selected;
import dev.fallow.internal.slice.Selections;
import dev.fallow.options.WriteMode;
import java.io.IOException;
import java.util.Collections;

/** Overwrites elements of a dataset. */
public final class DatasetWriter {
    private final DatasetStorage dataset;
    private final ObjectStore store;
    private final Datatype datatype;
    private final DataLayout layout;
    private final Grid grid;
    /** The extent that a chunked dataset gets with the write; null if it stays. */
    private final long[] extent;

    /** A writer for a dataset. */
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
     * @return the change; it allocates space if the elements have none
     */
    public Change write(Selection selection, Object value, WriteMode mode) throws IOException {
        if (dataset.dataspace().kind() == Dataspace.Kind.NULL) {
            throw new WrongTypeException(dataset.where() + " has a null dataspace, which has no elements to write");
        }
        boolean external = mode == WriteMode.IN_PLACE
                && extent == null
                && !datatype.refersToGlobalHeap()
                && ExternalMessages.isExternal(dataset.header());
        if (!external) {
            dataset.checkUnderstood();
        }
        ElementContext context = ElementContext.of(dataset.where(), store.sizes());
        Selected selected = Selections.of(selection, grid, dataset.where());
        long[] shape = selection == null ? dataset.dataspace().sizes() : selected.shape();
        TypedValue typed = TypedValue.of(datatype, shape, value, context);
        if (typed.size() == 0) {
            return extent == null ? () -> {} : new DatasetResize(dataset).to(extent);
        }
        if (external) {
            return ExternalMessages.overwrite(
                    store,
                    dataset.header(),
                    dataset.storageSize(),
                    (int) datatype.size(),
                    dataset.where(),
                    selected,
                    new ValueSource(store, typed, store.globalHeap().insertion()));
        }
        HeapRemoval removal = null;
        if (datatype.refersToGlobalHeap() && extent == null) {
            removal = store.globalHeap().removal();
            new DatasetReferences(dataset).addElements(Collections.singletonList(selection), removal);
            removal.prepare();
        }
        HeapInsertion insertion = store.globalHeap().insertion();
        Elements.forEachPart(datatype, typed.value(), typed.rank(), context, insertion::announce);
        store.announceElements(bytesToAllocate(selected));
        store.header(dataset.header().address()); // it may have been evicted from the cache
        boolean inPlace = mode == WriteMode.IN_PLACE && !datatype.refersToGlobalHeap();
        HeapRemoval removed = removal;
        return () -> {
            ElementSource source = new ValueSource(store, typed, insertion);
            try {
                new DatasetWriter(dataset.reloaded(), extent).placeAndGrow(selected, source, inPlace);
            } catch (IOException | RuntimeException e) {
                insertion.undo();
                throw e;
            }
            if (removed != null) {
                removed.apply();
            }
        };
    }

    private long bytesToAllocate(Selected selected) {
        return layout instanceof ChunkedLayout
                ? new WrittenElements(store, selected, null).chunkBytes(chunked())
                : dataset.storageSize();
    }

    private ChunkedElements chunked() {
        return ChunkedDatasets.of(dataset);
    }

    private void placeAndGrow(Selected selected, ElementSource source, boolean inPlace) throws IOException {
        if (extent == null) {
            place(selected, source, inPlace);
        } else {
            new ChunkResize(chunked(), extent).prepareGrowth();
            place(selected, source, inPlace);
            DatasetResize.setExtent(dataset, extent);
        }
    }

    private void place(Selected selected, ElementSource source, boolean inPlace) throws IOException {
        WrittenElements elements = new WrittenElements(store, selected, source);
        int size = (int) datatype.size();
        if (layout instanceof ChunkedLayout) {
            ChunkedLayout changed = elements.chunked(chunked(), grid, inPlace);
            if (!changed.equals(layout)) {
                dataset.replaceLayout(changed);
            }
        } else if (layout instanceof DataLayout.Compact compact) {
            dataset.replaceLayout(new DataLayout.Compact(layout.version(), elements.inMemory(compact.data(), size)));
        } else if (dataset.storageAddress() != Addresses.UNDEFINED && inPlace) {
            elements.inPlace(dataset.storageAddress(), size);
        } else {
            long bytes = dataset.storageSize();
            long old = dataset.storageAddress();
            long address = elements.moved(old, bytes, size, FillValues.of(store, dataset.header()));
            dataset.replaceLayout(new DataLayout.Contiguous(layout.version(), address, bytes));
            if (old != Addresses.UNDEFINED) {
                store.space().release(DatasetStorage.RAW_DATA, old, bytes);
            }
        }
    }
}
