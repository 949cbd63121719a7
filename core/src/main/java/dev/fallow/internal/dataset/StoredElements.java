package dev.fallow.internal.dataset;

import dev.fallow.CorruptFileException;
import dev.fallow.format.Addresses;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.format.layout.DataLayout;
import dev.fallow.format.layout.VirtualLayout;
import dev.fallow.format.message.Dataspace;
import dev.fallow.internal.elements.ElementTarget;
import dev.fallow.internal.elements.SelectedElements;
import dev.fallow.internal.external.ExternalElements;
import dev.fallow.internal.external.ExternalMessages;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.slice.ElementRuns;
import dev.fallow.internal.slice.Grid;
import dev.fallow.internal.slice.Selected;
import dev.fallow.internal.slice.Selections;
import dev.fallow.internal.virtual.VirtualChain;
import dev.fallow.internal.virtual.VirtualDataset;
import dev.fallow.internal.virtual.VirtualDescription;
import dev.fallow.selection.Selection;
import java.io.IOException;

/** The elements of a dataset as stored, in whichever layout, in this container or elsewhere. */
final class StoredElements {
    private final DatasetStorage dataset;
    private final ObjectStore store;
    private final DataLayout layout;
    /** The virtual datasets of which this one is a source; null for none. */
    private final VirtualChain readers;
    /** Null if the dataset is not virtual, or not needed yet. */
    private VirtualDataset virtual;

    StoredElements(DatasetStorage dataset, VirtualChain readers) {
        this.dataset = dataset;
        this.readers = readers;
        store = dataset.store();
        layout = dataset.dataLayout();
    }

    /** The elements of a dataset in external files, which must have some. */
    private static ExternalElements external(DatasetStorage dataset) throws IOException {
        return ExternalMessages.of(
                dataset.store(), dataset.header(), dataset.storageSize(), dataset.elementSize(), dataset.where());
    }

    private boolean areExternal() {
        return ExternalMessages.isExternal(dataset.header());
    }

    /** Whether there are elements, and not only a fill value. */
    boolean areStored() {
        return !(layout instanceof DataLayout.Contiguous)
                || dataset.storageAddress() != Addresses.UNDEFINED
                || areExternal();
    }

    private VirtualDataset virtual() throws IOException {
        if (virtual == null) {
            VirtualDescription description = new VirtualDescription(
                    store,
                    dataset.header().address(),
                    dataset.where(),
                    dataset.datatype(),
                    dataset.dataspace().sizes(),
                    (VirtualLayout) layout,
                    FillValues.of(store, dataset.header()));
            virtual = new VirtualDataset(
                    description,
                    readers,
                    (other, header, path, chain) -> new DatasetReader(DatasetStorage.of(other, header, path), chain));
        }
        return virtual;
    }

    /** The chunks, or a grid of one. */
    Grid grid() {
        return layout instanceof ChunkedLayout
                ? ChunkedDatasets.of(dataset).grid()
                : Grid.whole(dataset.dataspace().sizes());
    }

    /** As {@link #grid}; a virtual dataset may have grown with its sources. */
    Grid currentGrid() throws IOException {
        return layout instanceof VirtualLayout && isArray()
                ? Grid.whole(virtual().extent())
                : grid();
    }

    private boolean isArray() {
        return dataset.dataspace().kind() != Dataspace.Kind.NULL;
    }

    /** The number of elements in each dimension; null for a null dataspace. Opens sources that determine it. */
    long[] dimensions() throws IOException {
        return layout instanceof VirtualLayout && isArray() ? virtual().extent().clone() : dataset.dimensions();
    }

    /** The number of elements in each dimension; one dimension for a scalar. */
    long[] extent() throws IOException {
        if (!isArray()) {
            throw new CorruptFileException(dataset.where() + ": the source of a virtual dataset has a null dataspace");
        }
        return currentGrid().extent();
    }

    /**
     * Reads selected elements.
     *
     * @param selection null for all elements
     * @param selected the same elements of {@link #currentGrid}
     * @param concurrent whether threads may put elements into the target at the same time
     */
    void read(Selection selection, Selected selected, ElementTarget target, boolean concurrent) throws IOException {
        if (layout instanceof VirtualLayout) {
            virtual().read(selection, target);
        } else {
            read(selected, target, concurrent);
        }
    }

    private void read(Selected selected, ElementTarget target, boolean concurrent) throws IOException {
        SelectedElements elements = new SelectedElements(selected, dataset.elementSize(), target);
        if (layout instanceof DataLayout.Compact compact) {
            elements.inMemory(compact.data());
        } else if (layout instanceof ChunkedLayout) {
            elements.chunked(ChunkedDatasets.of(dataset), grid(), concurrent);
        } else if (areExternal()) {
            external(dataset).read(selected, target);
        } else if (dataset.storageAddress() != Addresses.UNDEFINED) {
            elements.contiguous(store, dataset.where(), dataset.storageAddress());
        } else {
            elements.notStored(dataset.where(), FillValues.of(store, dataset.header()));
        }
    }

    /**
     * Delivers selected elements, in one thread.
     *
     * @param selection null for all elements
     */
    void deliver(Selection selection, ElementTarget target) throws IOException {
        Selected selected = Selections.of(selection, currentGrid(), dataset.where());
        if (selected.count() > 0) {
            read(selection, selected, target, false);
        }
    }

    /**
     * Delivers those of the selected elements that are stored in this container, in one thread. The cost depends on what is
     * stored, and not on the extent.
     *
     * @param selection null for all elements
     */
    void deliverStored(Selection selection, ElementTarget target) throws IOException {
        Selected selected = Selections.of(selection, grid(), dataset.where());
        if (selected.count() == 0 || !areStored() || layout instanceof VirtualLayout || areExternal()) {
            return;
        }
        if (layout instanceof ChunkedLayout) {
            new SelectedElements(selected, dataset.elementSize(), target)
                    .storedChunks(ChunkedDatasets.of(dataset), grid());
        } else {
            read(selected, target, false);
        }
    }

    /** Delivers elements, all of which are inside the dataset, in one thread. */
    void deliver(ElementRuns runs, ElementTarget target) throws IOException {
        if (layout instanceof VirtualLayout) {
            virtual().read(runs, target);
        } else {
            read(runs.in(grid()), target, false);
        }
    }
}
