package dev.fallow.internal.dataset;

import dev.fallow.CorruptFileException;
import dev.fallow.WrongTypeException;
import dev.fallow.format.Addresses;
import dev.fallow.format.datatype.Datatype;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.format.layout.DataLayout;
import dev.fallow.format.layout.VirtualLayout;
import dev.fallow.format.message.Dataspace;
import dev.fallow.format.selection.Selection;
import dev.fallow.internal.data.ElementContext;
import dev.fallow.internal.data.element.ElementCodec;
import dev.fallow.internal.data.element.ElementRows;
import dev.fallow.internal.elements.ByteTarget;
import dev.fallow.internal.elements.ConvertedTarget;
import dev.fallow.internal.elements.ElementTarget;
import dev.fallow.internal.elements.RowTarget;
import dev.fallow.internal.elements.SelectedElements;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.slice.ElementRuns;
import dev.fallow.internal.slice.Grid;
import dev.fallow.internal.slice.Regular;
import dev.fallow.internal.slice.Selected;
import dev.fallow.internal.slice.Selections;
import dev.fallow.internal.storage.Memory;
import dev.fallow.value.Conversion;
import java.io.IOException;

/** Reads the elements of a dataset. */
public final class DatasetReader {
    private final DatasetStorage dataset;
    private final ObjectStore store;
    private final Datatype datatype;
    private final DataLayout layout;
    /** The virtual datasets of which this one is a source; null for none. */
    private final VirtualChain readers;
    /** Null if the dataset is not virtual, or not needed yet. */
    private VirtualDataset virtual;

    /** A reader for a dataset. */
    public DatasetReader(DatasetStorage dataset) {
        this(dataset, null);
    }

    DatasetReader(DatasetStorage dataset, VirtualChain readers) {
        this.dataset = dataset;
        this.readers = readers;
        store = dataset.store();
        datatype = dataset.datatype();
        layout = dataset.dataLayout();
    }

    /**
     * Reads selected elements.
     *
     * @param selection null for all elements
     * @return an array of the selection's shape; the element itself if the dataset is a scalar; null if it has a null
     *     dataspace
     */
    public Object read(Selection selection) throws IOException {
        return read(selection, Object.class, Conversion.LOSSLESS);
    }

    /**
     * Reads selected elements as a Java type, as {@link TypedReader} describes it; null for a null dataspace.
     *
     * @param selection null for all elements
     * @throws WrongTypeException if the type does not fit the dataset, or an element does not fit the type
     */
    public Object read(Selection selection, Class<?> type, Conversion conversion) throws IOException {
        if (!hasValue()) {
            return null;
        }
        Grid grid = currentGrid();
        Selected selected = Selections.of(selection, grid, dataset.where());
        return typed(selection, selected, conversion)
                .read(type, isStored(), (codec, array, rank) -> fill(selection, selected, grid, codec, array, rank));
    }

    /**
     * Reads selected elements into an array.
     *
     * @param selection null for all elements
     * @throws WrongTypeException if there is no value, or the array has another shape, or an element does not fit
     */
    public void readInto(Selection selection, Object array, Conversion conversion) throws IOException {
        if (!hasValue()) {
            throw new WrongTypeException(dataset.where() + " has a null dataspace, which has no elements to read");
        }
        Grid grid = currentGrid();
        Selected selected = Selections.of(selection, grid, dataset.where());
        typed(selection, selected, conversion)
                .readInto(array, (codec, target, rank) -> fill(selection, selected, grid, codec, target, rank));
    }

    private TypedReader typed(Selection selection, Selected selected, Conversion conversion) {
        boolean scalar = selection == null && dataset.dataspace().sizes().length == 0;
        return new TypedReader(datatype, scalar ? new long[0] : selected.shape(), conversion, context());
    }

    private boolean hasValue() {
        if (dataset.dataspace().kind() == Dataspace.Kind.NULL) {
            return false;
        }
        dataset.checkUnderstood();
        return true;
    }

    private boolean isStored() {
        return !(layout instanceof DataLayout.Contiguous) || dataset.storageAddress() != Addresses.UNDEFINED;
    }

    private void fill(Selection selection, Selected selected, Grid grid, ElementCodec codec, Object array, int rank)
            throws IOException {
        if (selected.count() > 0) {
            RowTarget target = new RowTarget(ElementRows.of(codec, array, rank));
            boolean concurrent = !datatype.refersToGlobalHeap();
            read(selection, selected, grid, target, concurrent);
        }
    }

    private ElementContext context() {
        return new ElementContext(dataset.where(), store.sizes(), HeapValues.reading(store));
    }

    private VirtualDataset virtual() throws IOException {
        if (virtual == null) {
            virtual = new VirtualDataset(dataset, readers);
        }
        return virtual;
    }

    /** As {@link #grid}; a virtual dataset may have grown with its sources. */
    private Grid currentGrid() throws IOException {
        return layout instanceof VirtualLayout ? Grid.whole(virtual().extent()) : grid();
    }

    /**
     * The number of elements in each dimension; one dimension for a scalar.
     *
     * @throws CorruptFileException if it has a null dataspace
     */
    long[] extent() throws IOException {
        if (dataset.dataspace().kind() == Dataspace.Kind.NULL) {
            throw new CorruptFileException(dataset.where() + ": the source of a virtual dataset has a null dataspace");
        }
        return currentGrid().extent();
    }

    /** The number of elements in each dimension; null for a null dataspace. Opens sources that determine it. */
    public long[] dimensions() throws IOException {
        return layout instanceof VirtualLayout ? virtual().extent().clone() : dataset.dimensions();
    }

    /** The size of an element in bytes. */
    int elementSize() {
        return (int) datatype.size();
    }

    /** A target for the elements of this dataset, which converts them to those of another dataset. */
    ElementTarget converting(ElementTarget target, DatasetStorage to) {
        return ConvertedTarget.of(target, datatype, to.datatype(), context(), store == to.store());
    }

    /** The chunks, or a grid of one. */
    Grid grid() {
        return layout instanceof ChunkedLayout
                ? ChunkedDatasets.of(dataset).grid()
                : Grid.whole(dataset.dataspace().sizes());
    }

    /**
     * Reads selected elements, as stored.
     *
     * @param selected of the same elements
     * @param concurrent whether threads may put elements into the target at the same time
     */
    private void read(Selection selection, Selected selected, Grid grid, ElementTarget target, boolean concurrent)
            throws IOException {
        if (layout instanceof VirtualLayout) {
            Regular regular = Selections.regular(selection, grid, dataset.where());
            new VirtualReader(dataset, virtual(), target)
                    .read(regular != null ? regular : Selections.numbered(selection, grid.extent(), dataset.where()));
        } else {
            read(selected, grid, target, concurrent);
        }
    }

    private void read(Selected selected, Grid grid, ElementTarget target, boolean concurrent) throws IOException {
        SelectedElements elements = new SelectedElements(selected, (int) datatype.size(), target);
        if (layout instanceof DataLayout.Compact compact) {
            elements.inMemory(compact.data());
        } else if (ExternalDatasets.isExternal(dataset)) {
            ExternalDatasets.of(dataset).read(selected, target);
        } else if (layout instanceof ChunkedLayout) {
            elements.chunked(ChunkedDatasets.of(dataset), grid, concurrent);
        } else if (dataset.storageAddress() != Addresses.UNDEFINED) {
            elements.contiguous(store, dataset.storageAddress());
        } else {
            elements.notStored(FillValues.of(store, dataset.header()));
        }
    }

    /**
     * Delivers the stored elements of a selection, in one thread.
     *
     * @param selection null for all elements
     */
    void deliver(Selection selection, ElementTarget target) throws IOException {
        Grid grid = currentGrid();
        Selected selected = Selections.of(selection, grid, dataset.where());
        if (selected.count() > 0) {
            read(selection, selected, grid, target, false);
        }
    }

    /**
     * As {@link #deliver(Selection, ElementTarget)}.
     *
     * @param runs inside the dataset
     */
    void deliver(ElementRuns runs, ElementTarget target) throws IOException {
        if (layout instanceof VirtualLayout) {
            new VirtualReader(dataset, virtual(), target).read(runs);
        } else {
            Grid grid = grid();
            read(runs.in(grid), grid, target, false);
        }
    }

    /**
     * Reads the bytes of selected elements as stored in the file.
     *
     * @param selection null for all elements
     * @throws dev.fallow.TooLargeException if they exceed the length of an array, or there is not enough memory
     */
    public byte[] readBytes(Selection selection) throws IOException {
        if (!hasValue()) {
            return new byte[0];
        }
        Grid grid = currentGrid();
        Selected selected = Selections.of(selection, grid, dataset.where());
        byte[] bytes = Memory.bytes(dataset.where(), Memory.product(selected.count(), datatype.size()));
        if (bytes.length > 0) {
            read(selection, selected, grid, new ByteTarget(bytes, (int) datatype.size()), true);
        }
        return bytes;
    }
}
