package dev.fallow.internal.dataset;

import dev.fallow.format.Addresses;
import dev.fallow.format.datatype.Datatype;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.format.layout.DataLayout;
import dev.fallow.format.message.Dataspace;
import dev.fallow.format.selection.Selection;
import dev.fallow.internal.data.ElementContext;
import dev.fallow.internal.data.Elements;
import dev.fallow.internal.data.element.ElementCodec;
import dev.fallow.internal.data.element.ElementRows;
import dev.fallow.internal.data.element.Shape;
import dev.fallow.internal.elements.ByteTarget;
import dev.fallow.internal.elements.ChunkedElements;
import dev.fallow.internal.elements.ElementTarget;
import dev.fallow.internal.elements.RowTarget;
import dev.fallow.internal.elements.SelectedElements;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.slice.Grid;
import dev.fallow.internal.slice.Selected;
import dev.fallow.internal.slice.Selections;
import dev.fallow.internal.storage.Memory;
import java.io.IOException;
import java.lang.reflect.Array;

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
        if (dataset.dataspace().kind() == Dataspace.Kind.NULL) {
            return null;
        }
        dataset.checkUnderstood();
        ElementContext context = new ElementContext(dataset.where(), store.sizes(), HeapValues.reading(store));
        ElementCodec codec = Elements.codec(datatype, context);
        Grid grid = grid();
        Selected selected = Selections.of(selection, grid, dataset.where());
        long[] shape = selected.shape();
        Shape.checkLengths(shape, dataset.where());
        long bytes = Memory.sum(codec.size(), Shape.heapBytes(shape, codec.javaType(), codec.heapBytes()));
        Object array = Memory.use(dataset.where(), bytes, () -> {
            Object result = Shape.newArray(codec.javaType(), shape);
            if (selected.count() > 0) {
                RowTarget target = new RowTarget(ElementRows.of(codec, result, shape.length));
                read(selected, grid, target, !datatype.refersToGlobalHeap());
            }
            return result;
        });
        return dataset.dataspace().sizes().length == 0 && selection == null ? Array.get(array, 0) : array;
    }

    /** The chunks, or a grid of one. */
    Grid grid() {
        return layout instanceof ChunkedLayout
                ? chunked().grid()
                : Grid.whole(dataset.dataspace().sizes());
    }

    private ChunkedElements chunked() {
        return ChunkedDatasets.of(dataset);
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
            elements.chunked(chunked(), grid, concurrent);
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
        dataset.checkUnderstood();
        if (dataset.dataspace().kind() == Dataspace.Kind.NULL) {
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
