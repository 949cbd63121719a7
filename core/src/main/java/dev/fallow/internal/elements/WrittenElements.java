package dev.fallow.internal.elements;

import dev.fallow.format.Addresses;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.internal.chunk.ChunkIndexes;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.slice.Grid;
import dev.fallow.internal.slice.Selected;
import dev.fallow.internal.storage.ElementsNotWrittenException;
import dev.fallow.internal.storage.Memory;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Writes selected elements, wherever they are to be. If this fails, an {@link ElementsNotWrittenException} says that
 * nothing has changed but perhaps elements that are overwritten in place.
 */
public final class WrittenElements {
    private static final int COPY_BYTES = 1 << 20;

    private final ObjectStore store;
    private final Selected selected;
    private final ElementSource source;

    /** Elements to be written. */
    public WrittenElements(ObjectStore store, Selected selected, ElementSource source) {
        this.store = store;
        this.selected = selected;
        this.source = source;
    }

    /** The bytes of all chunks with selected elements, without filters; saturates at 2^63-1. */
    public long chunkBytes(ChunkedElements elements) {
        return Memory.product(selected.chunkCount(), elements.layout().chunkBytes());
    }

    /**
     * Writes elements that are in chunks.
     *
     * @param inPlace whether chunks without filters are overwritten
     * @return the layout with the root of the index
     */
    public ChunkedLayout chunked(ChunkedElements elements, Grid grid, boolean inPlace) throws IOException {
        boolean fixed = elements.layout().index() == ChunkedLayout.Index.IMPLICIT;
        return fixed && (!inPlace || elements.layout().address() == Addresses.UNDEFINED)
                ? movedBlock(elements, grid)
                : new ChunkWriter(elements, grid, selected, source, inPlace).write();
    }

    /** Copies the block of an implicit index, whose chunks have fixed places in it, and writes to the copy. */
    private ChunkedLayout movedBlock(ChunkedElements elements, Grid grid) throws IOException {
        ChunkedLayout layout = elements.layout();
        long bytes = ChunkIndexes.implicitLength(layout, elements.space());
        long address = store.space().allocate(AllocationType.RAW_DATA, bytes);
        try {
            if (layout.address() == Addresses.UNDEFINED) {
                fill(address, bytes, elements.newElement());
            } else {
                new BlockCopy(store).copy(layout.address(), address, bytes);
            }
            ChunkedElements moved = elements.with(layout.at(address));
            new ChunkWriter(moved, grid, selected, source, true).write();
            if (layout.address() != Addresses.UNDEFINED) {
                store.space().release(AllocationType.RAW_DATA, layout.address(), bytes);
            }
            return moved.layout();
        } catch (IOException | RuntimeException e) {
            store.space().release(AllocationType.RAW_DATA, address, bytes);
            throw e instanceof ElementsNotWrittenException same ? same : new ElementsNotWrittenException(e);
        }
    }

    /** The elements of a dataset in memory, with the selected ones changed. */
    public byte[] inMemory(byte[] data, int elementSize) throws IOException {
        byte[] changed = data.clone();
        ByteBuffer buffer = ByteBuffer.wrap(changed);
        try {
            selected.forEachRun((offset, index, count) ->
                    source.get(buffer.clear().position((int) offset * elementSize), index, (int) count));
        } catch (IOException | RuntimeException e) {
            throw new ElementsNotWrittenException(e);
        }
        return changed;
    }

    /** Overwrites elements that are in one block. */
    public void inPlace(long address, int elementSize) throws IOException {
        try {
            selected.forEachRun(new RunWriter(store.storage(), store.base() + address, elementSize, source)::write);
        } catch (IOException | RuntimeException e) {
            throw new ElementsNotWrittenException(e);
        }
    }

    /**
     * Writes the elements of a block to new space, with the selected ones changed.
     *
     * @param old the address of the block, or {@link Addresses#UNDEFINED}
     * @param bytes of the block
     * @param fill one element as stored, if there is no block yet; zeros if it has another length
     * @return the address of the new block
     */
    public long moved(long old, long bytes, int elementSize, byte[] fill) throws IOException {
        long address = store.space().allocate(AllocationType.RAW_DATA, bytes);
        try {
            if (selected.count() < bytes / elementSize) {
                if (old == Addresses.UNDEFINED) {
                    fill(address, bytes, fill.length == elementSize ? fill : new byte[elementSize]);
                } else {
                    new BlockCopy(store).copy(old, address, bytes);
                }
            }
            selected.forEachRun(new RunWriter(store.storage(), store.base() + address, elementSize, source)::write);
            return address;
        } catch (IOException | RuntimeException e) {
            store.space().release(AllocationType.RAW_DATA, address, bytes);
            throw new ElementsNotWrittenException(e);
        }
    }

    private void fill(long address, long bytes, byte[] element) throws IOException {
        int piece = Math.max(1, COPY_BYTES / element.length) * element.length;
        byte[] filled = new byte[(int) Math.min(piece, bytes)];
        ByteTarget.fill(filled, 0, filled.length, element);
        for (long done = 0; done < bytes; done += filled.length) {
            int length = (int) Math.min(filled.length, bytes - done);
            store.storage().write(store.base() + address + done, ByteBuffer.wrap(filled, 0, length));
        }
    }
}
