package dev.fallow.internal.elements;

import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.slice.Grid;
import dev.fallow.internal.slice.Selected;
import dev.fallow.internal.storage.Memory;
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

    /**
     * Reads elements that are in one block of the file.
     *
     * @param where file and dataset, for messages
     */
    public void contiguous(ObjectStore store, String where, long address) throws IOException {
        RunReader runs = new RunReader(store.storage(), where, elementSize).at(store.base() + address, Long.MAX_VALUE);
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
     * @param where file and dataset, for messages
     * @param fill one element as stored; zeros if it has another length
     */
    public void notStored(String where, byte[] fill) throws IOException {
        if (selected.count() > 0) {
            byte[] element = fill.length == elementSize ? fill : Memory.bytes(where, elementSize);
            target.repeat(element, 0, selected.count());
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

    /**
     * Reads elements that are in chunks, but only those in stored chunks, in one thread. The cost depends on what is stored,
     * and not on the extent.
     *
     * @param grid of which the elements are selected
     */
    public void storedChunks(ChunkedElements elements, Grid grid) throws IOException {
        new ChunkReader(elements, grid, selected, target).readStored();
    }
}
