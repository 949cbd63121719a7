package dev.fallow.internal.dataset;

import dev.fallow.WrongTypeException;
import dev.fallow.format.layout.VirtualLayout;
import dev.fallow.format.message.Dataspace;
import dev.fallow.internal.data.ElementContext;
import dev.fallow.internal.data.element.ElementCodec;
import dev.fallow.internal.data.element.ElementRows;
import dev.fallow.internal.elements.ByteTarget;
import dev.fallow.internal.elements.ElementTarget;
import dev.fallow.internal.elements.RowTarget;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.slice.ElementRuns;
import dev.fallow.internal.slice.Grid;
import dev.fallow.internal.slice.Selected;
import dev.fallow.internal.slice.Selections;
import dev.fallow.internal.storage.Memory;
import dev.fallow.internal.virtual.Source;
import dev.fallow.internal.virtual.VirtualChain;
import dev.fallow.selection.Selection;
import dev.fallow.type.Datatype;
import dev.fallow.value.Conversion;
import java.io.IOException;

/** Reads the elements of a dataset. */
public final class DatasetReader implements Source {
    private final DatasetStorage dataset;
    private final Datatype datatype;
    private final StoredElements elements;

    /** A reader for a dataset. */
    public DatasetReader(DatasetStorage dataset) {
        this(dataset, null);
    }

    /** @param readers the virtual datasets of which this one is a source; null for none */
    DatasetReader(DatasetStorage dataset, VirtualChain readers) {
        this.dataset = dataset;
        datatype = dataset.datatype();
        elements = new StoredElements(dataset, readers);
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
        Selected selected = selected(selection);
        return typed(selection, selected, conversion)
                .read(
                        type,
                        elements.areStored(),
                        (codec, array, rank) -> fill(selection, selected, codec, array, rank));
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
        Selected selected = selected(selection);
        typed(selection, selected, conversion)
                .readInto(array, (codec, target, rank) -> fill(selection, selected, codec, target, rank));
    }

    private Selected selected(Selection selection) throws IOException {
        return Selections.of(selection, elements.currentGrid(), dataset.where());
    }

    private TypedReader typed(Selection selection, Selected selected, Conversion conversion) {
        boolean scalar = selection == null && dataset.dataspace().sizes().length == 0;
        return new TypedReader(datatype, scalar ? new long[0] : selected.shape(), conversion, context());
    }

    private boolean hasValue() {
        return dataset.dataspace().kind() != Dataspace.Kind.NULL;
    }

    private void fill(Selection selection, Selected selected, ElementCodec codec, Object array, int rank)
            throws IOException {
        if (selected.count() > 0) {
            RowTarget target = new RowTarget(ElementRows.of(codec, array, rank));
            boolean concurrent = !datatype.refersToGlobalHeap();
            elements.read(selection, selected, target, concurrent);
        }
    }

    @Override
    public ElementContext context() {
        return new ElementContext(dataset.where(), dataset.store().sizes(), HeapValues.reading(dataset.store()));
    }

    @Override
    public ObjectStore store() {
        return dataset.store();
    }

    @Override
    public Datatype datatype() {
        return datatype;
    }

    @Override
    public long[] extent() throws IOException {
        return elements.extent();
    }

    /** The number of elements in each dimension; null for a null dataspace. Opens sources that determine it. */
    public long[] dimensions() throws IOException {
        return elements.dimensions();
    }

    /** The total size of the elements in bytes. */
    public long size() throws IOException {
        if (!(dataset.dataLayout() instanceof VirtualLayout)) {
            return dataset.storageSize();
        }
        long size = hasValue() ? datatype.size() : 0;
        for (long length : hasValue() ? elements.dimensions() : new long[0]) {
            size = Memory.product(size, length);
        }
        return size;
    }

    /** The chunks, or a grid of one. */
    Grid grid() {
        return elements.grid();
    }

    @Override
    public void deliver(Selection selection, ElementTarget target) throws IOException {
        elements.deliver(selection, target);
    }

    @Override
    public void deliver(ElementRuns runs, ElementTarget target) throws IOException {
        elements.deliver(runs, target);
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
        Selected selected = selected(selection);
        byte[] bytes = Memory.bytes(dataset.where(), Memory.product(selected.count(), datatype.size()));
        if (bytes.length > 0) {
            elements.read(selection, selected, new ByteTarget(bytes, (int) datatype.size()), true);
        }
        return bytes;
    }
}
