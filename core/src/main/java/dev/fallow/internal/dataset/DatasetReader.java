package dev.fallow.internal.dataset;

import dev.fallow.WrongTypeException;
import dev.fallow.format.Addresses;
import dev.fallow.format.datatype.Datatype;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.format.layout.DataLayout;
import dev.fallow.format.message.Dataspace;
import dev.fallow.format.selection.Selection;
import dev.fallow.internal.data.ElementContext;
import dev.fallow.internal.data.element.ElementCodec;
import dev.fallow.internal.data.element.ElementRows;
import dev.fallow.internal.elements.ByteTarget;
import dev.fallow.internal.elements.ElementTarget;
import dev.fallow.internal.elements.RowTarget;
import dev.fallow.internal.elements.SelectedElements;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.slice.Grid;
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

    /** A reader for a dataset. */
    public DatasetReader(DatasetStorage dataset) {
        this.dataset = dataset;
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
        Grid grid = grid();
        Selected selected = Selections.of(selection, grid, dataset.where());
        return typed(selection, selected, conversion)
                .read(type, isStored(), (codec, array, rank) -> fill(selected, grid, codec, array, rank));
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
        Grid grid = grid();
        Selected selected = Selections.of(selection, grid, dataset.where());
        typed(selection, selected, conversion)
                .readInto(array, (codec, target, rank) -> fill(selected, grid, codec, target, rank));
    }

    private TypedReader typed(Selection selection, Selected selected, Conversion conversion) {
        ElementContext context = new ElementContext(dataset.where(), store.sizes(), HeapValues.reading(store));
        long[] shape = selection == null ? dataset.dataspace().sizes() : selected.shape();
        return new TypedReader(datatype, shape, conversion, context);
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

    private void fill(Selected selected, Grid grid, ElementCodec codec, Object array, int rank) throws IOException {
        if (selected.count() > 0) {
            RowTarget target = new RowTarget(ElementRows.of(codec, array, rank));
            boolean concurrent = !datatype.refersToGlobalHeap();
            boolean independent = codec.javaType().isPrimitive(); // other codecs may keep state
            read(selected, grid, independent ? target : ElementTarget.oneAtATime(target), concurrent);
        }
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
     * @param concurrent whether threads may put elements into the target at the same time
     */
    private void read(Selected selected, Grid grid, ElementTarget target, boolean concurrent) throws IOException {
        SelectedElements elements = new SelectedElements(selected, (int) datatype.size(), target);
        if (layout instanceof DataLayout.Compact compact) {
            elements.inMemory(compact.data());
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
        Grid grid = grid();
        Selected selected = Selections.of(selection, grid, dataset.where());
        if (selected.count() > 0) {
            read(selected, grid, target, false);
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
        Grid grid = grid();
        Selected selected = Selections.of(selection, grid, dataset.where());
        byte[] bytes = Memory.bytes(dataset.where(), Memory.product(selected.count(), datatype.size()));
        if (bytes.length > 0) {
            read(selected, grid, new ByteTarget(bytes, (int) datatype.size()), true);
        }
        return bytes;
    }
}
