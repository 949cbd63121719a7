package dev.fallow.internal.dataset;

import dev.fallow.format.Addresses;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.format.layout.DataLayout;
import dev.fallow.internal.elements.ChunkResize;
import dev.fallow.internal.elements.ChunkedElements;
import dev.fallow.internal.elements.ElementSource;
import dev.fallow.internal.elements.WrittenElements;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.slice.Grid;
import dev.fallow.internal.slice.Selected;
import dev.fallow.type.Datatype;
import java.io.IOException;

/** Puts elements where the layout of their dataset says, and changes the layout message if they move. */
final class ElementPlacement {
    private final DatasetStorage dataset;
    private final ObjectStore store;
    private final Datatype datatype;
    private final DataLayout layout;
    private final Grid grid;
    /** The extent that a chunked dataset gets with the write; null if it stays. */
    private final long[] extent;

    /** @param extent that a chunked dataset gets with the write, checked; null if it stays */
    ElementPlacement(DatasetStorage dataset, long[] extent) {
        this.dataset = dataset;
        this.extent = extent;
        store = dataset.store();
        datatype = dataset.datatype();
        layout = dataset.dataLayout();
        Grid current = new DatasetReader(dataset).grid();
        grid = extent == null ? current : new Grid(extent, current.chunk());
    }

    /** The chunks of the dataset with its new extent, or a grid of one. */
    Grid grid() {
        return grid;
    }

    /**
     * Checks that the elements can be stored.
     *
     * @throws dev.fallow.UnsupportedFeatureException if they are in chunks with a filter that cannot be applied
     */
    void check() {
        if (layout instanceof ChunkedLayout) {
            chunked().checkWritable();
        }
    }

    /** The most bytes that a write takes. */
    long bytesToAllocate(Selected selected) {
        return layout instanceof ChunkedLayout
                ? new WrittenElements(store, selected, null).chunkBytes(chunked())
                : dataset.storageSize();
    }

    private ChunkedElements chunked() {
        return ChunkedDatasets.of(dataset);
    }

    /** Writes the elements, and then changes the extent. */
    void write(Selected selected, ElementSource source, boolean inPlace) throws IOException {
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
