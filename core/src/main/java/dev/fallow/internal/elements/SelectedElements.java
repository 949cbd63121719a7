package dev.fallow.internal.elements;

import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.slice.Grid;
import dev.fallow.internal.slice.Selected;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Reads selected elements, wherever they are. */
public final class SelectedElements {
    private final Selected selected;
    private final ElementTarget target;
    private final int elementSize;

    /**
     * Elements to be read.
     *
     * @param elementSize in bytes
     */
    public SelectedElements(Selected selected, int elementSize, ElementTarget target) {
        this.selected = selected;
        this.elementSize = elementSize;
        this.target = target;
    }

    /** Reads elements that are in one block of the file. */
    public void contiguous(ObjectStore store, long address) throws IOException {
        RunReader runs = new RunReader(store.storage(), elementSize).at(store.base() + address, Long.MAX_VALUE);
        selected.forEachRun((offset, index, count) -> runs.deliver(offset, index, count, elementSize, target));
    }

    /** Reads elements that are in memory. */
    public void inMemory(byte[] data) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(data);
        selected.forEachRun((offset, index, count) ->
                target.put(bytes.clear().position((int) offset * elementSize), index, (int) count));
    }

    /**
     * Delivers the fill value for all elements.
     *
     * @param fill one element as stored; zeros if it has another length
     */
    public void notStored(byte[] fill) throws IOException {
        if (selected.count() > 0) {
            target.repeat(fill.length == elementSize ? fill : new byte[elementSize], 0, selected.count());
        }
    }

    /**
     * Reads elements that are in chunks.
     *
     * @param grid of which the elements are selected
     * @param concurrent whether threads may put elements into the target at the same time
     */
    public void chunked(ChunkedElements elements, Grid grid, boolean concurrent) throws IOException {
        new ChunkReader(elements, grid, selected, target).read(concurrent);
    }
}
