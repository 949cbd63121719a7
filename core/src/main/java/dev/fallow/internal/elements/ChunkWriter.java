package dev.fallow.internal.elements;

import dev.fallow.format.Addresses;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.format.layout.FillValue.AllocationTime;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.internal.chunk.ChunkIndex;
import dev.fallow.internal.chunk.StoredChunk;
import dev.fallow.internal.data.ElementSource;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.slice.Grid;
import dev.fallow.internal.slice.Selected;
import dev.fallow.internal.slice.Selections;
import dev.fallow.internal.storage.ElementsNotWrittenException;
import dev.fallow.internal.storage.Memory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongPredicate;

/**
 * Writes selected elements of a chunked dataset. A chunk gets new space, and its old space is freed; so the write is part
 * of the next commit. A chunk that the last commit does not refer to may be overwritten. A chunk that is selected whole is
 * not read. A write may end before the last chunk, so that the next writer starts after a commit, if all chunks are selected
 * whole and the index has been read for them: then only the storage or a filter can fail.
 */
public final class ChunkWriter {
    /** A write to more chunks than this keeps none of them decoded. */
    private static final int MOST_KEPT = 16;

    private final ChunkedElements elements;
    private final Grid grid;
    /** The grid with which the chunks were stored. */
    private final Grid before;

    private final Selected selected;
    private final ElementSource source;
    private final int elementSize;
    private final ObjectStore store;
    private final boolean inPlace;
    private boolean overwriting;

    /** Whether all selected chunks are selected whole, and the index has been read for them; null if that is not known. */
    private Boolean whole;

    /** The first selected chunk that is not written; null if all are. */
    private long[] next;

    /** A chunk to be overwritten. */
    private record Overwritten(long[] coordinates, StoredChunk chunk) {}

    /** Chunks to be overwritten after all others are stored, because that needs no space. */
    private final List<Overwritten> overwritten = new ArrayList<>();

    /**
     * @param grid of the elements; the dataset may be about to grow to it, by elements that are all selected
     * @param inPlace whether chunks without filters are overwritten
     */
    public ChunkWriter(ChunkedElements elements, Grid grid, Selected selected, ElementSource source, boolean inPlace) {
        this.elements = elements;
        this.grid = grid;
        before = elements.grid();
        this.selected = selected;
        this.source = source;
        this.inPlace = inPlace;
        elementSize = elements.elementSize();
        store = elements.store();
    }

    /** The bytes of all chunks with selected elements, without filters; saturates at 2^63-1. */
    public static long bytes(ChunkedElements elements, Selected selected) {
        return Memory.product(selected.chunkCount(), elements.layout().chunkBytes());
    }

    /**
     * Stores the elements. The index is changed at the end, when nothing can fail.
     *
     * @return the layout with the current root of the index
     * @throws ElementsNotWrittenException if this fails before
     */
    public ChunkedLayout write() throws IOException {
        return write(null, released -> false);
    }

    /**
     * As {@link #write()}, for a part of the chunks. Ends where the file would grow, if enough bytes would be free after a commit.
     *
     * @param first the first chunk to write; null for all
     * @param enough whether the bytes of chunks that would be released are enough
     */
    public ChunkedLayout write(long[] first, LongPredicate enough) throws IOException {
        boolean fixed = elements.layout().index() == ChunkedLayout.Index.IMPLICIT;
        return fixed && (!inPlace || elements.layout().address() == Addresses.UNDEFINED)
                ? movedBlock()
                : store(first, enough);
    }

    /** The first selected chunk that is not written; null if all are. */
    public long[] next() {
        return next;
    }

    private ChunkedLayout store(long[] first, LongPredicate enough) throws IOException {
        boolean allocating = elements.allocation() == AllocationTime.LATE
                && elements.layout().address() == Addresses.UNDEFINED;
        whole = first == null ? null : true;
        ChunkChanges changes =
                new ChunkChanges(elements, grid, released -> !allocating && enough.test(released) && areWhole());
        try {
            changes.make(() -> store(first, allocating, changes));
        } catch (IOException | RuntimeException e) {
            if (overwriting && !inPlace) {
                throw e; // some elements have changed, although the change was to be whole or not at all
            }
            throw new ElementsNotWrittenException(e);
        }
        return changes.apply();
    }

    private void store(long[] first, boolean allocating, ChunkChanges changes) throws IOException {
        if (allocating) {
            storeOthers(changes);
        }
        boolean[] begun = {first == null};
        selected.forEachChunk(coordinates -> {
            begun[0] |= Arrays.equals(coordinates, first);
            if (begun[0] && changes.firstLeft() == null) {
                store(coordinates.clone(), changes);
            }
        });
        changes.finishStoring();
        next = changes.firstLeft();
        for (Overwritten each : overwritten) {
            overwrite(each.coordinates, each.chunk);
        }
    }

    /** Whether all selected chunks are selected whole. Then checks what the index says of them. */
    private boolean areWhole() throws IOException {
        if (whole == null) {
            whole = true;
            ChunkIndex index = elements.index();
            selected.forEachChunk(coordinates -> {
                whole &= selected.isWhole(coordinates, elementsIn(coordinates));
                StoredChunk old = whole ? index.find(coordinates) : null;
                if (old != null && elements.isRaw(before, coordinates)) {
                    elements.checkRaw(coordinates, old);
                }
            });
        }
        return whole;
    }

    /** Copies the block of an implicit index, whose chunks have fixed places in it, and writes to the copy. */
    private ChunkedLayout movedBlock() throws IOException {
        ChunkedLayout layout = elements.layout();
        boolean isNew = layout.address() == Addresses.UNDEFINED;
        long bytes = ChunkIndex.implicitLength(layout, elements.space());
        long address = store.space().allocate(AllocationType.RAW_DATA, bytes);
        try {
            if (isNew) {
                new BlockCopy(store).fill(address, bytes, elements.newElement());
            } else {
                new BlockCopy(store).copy(layout.address(), address, bytes);
            }
            ChunkedElements moved = elements.with(layout.at(address));
            new ChunkWriter(moved, grid, selected, source, true).write();
            if (!isNew) {
                store.space().release(AllocationType.RAW_DATA, layout.address(), bytes);
            }
            return moved.layout();
        } catch (IOException | RuntimeException e) {
            store.space().release(AllocationType.RAW_DATA, address, bytes);
            throw e instanceof ElementsNotWrittenException same ? same : new ElementsNotWrittenException(e);
        }
    }

    private void store(long[] coordinates, ChunkChanges changes) throws IOException {
        StoredChunk old = changes.index().find(coordinates);
        if (old != null && elements.isRaw(before, coordinates) && elements.isRaw(grid, coordinates)) {
            elements.checkRaw(coordinates, old);
            if (inPlace || store.space().freeInLastCommit(old.address(), old.size())) {
                overwritten.add(new Overwritten(coordinates, old));
                return;
            }
        }
        if (elements.isRaw(grid, coordinates) && areFromStart(coordinates, old)) {
            changes.store(coordinates, old, address -> write(coordinates, address));
            return;
        }
        ChunkContent content = before(coordinates, old).with(selected, coordinates, source, elementSize);
        boolean part = selected.countIn(coordinates) < elements.layout().chunkBytes() / elementSize;
        boolean exact = elements.filters() != null && elements.filters().restoresAllBits();
        changes.store(coordinates, old, content, part && exact && selected.chunkCount() <= MOST_KEPT);
    }

    /** Whether the selected elements of a chunk follow one another from its start, and the others are not stored. */
    private boolean areFromStart(long[] coordinates, StoredChunk old) throws IOException {
        if (elements.datatype().refersToGlobalHeap() // addresses in the heap would depend on this
                || old != null && !selected.isWhole(coordinates, elementsIn(coordinates))) {
            return false;
        }
        long[] end = {0}; // negative once a run starts elsewhere
        selected.forEachRun(coordinates, (offset, index, count) -> end[0] = offset == end[0] ? offset + count : -1);
        return end[0] > 0;
    }

    /** Writes a chunk whose selected elements are at its start to new space. The others are zeros past the end of the file already. */
    private void write(long[] coordinates, long address) throws IOException {
        new ElementRunWriter(store.storage(), store.base() + address, elementSize, source).write(selected, coordinates);
        long written = selected.countIn(coordinates) * elementSize;
        if (written < elements.layout().chunkBytes()) {
            new BlockCopy(store)
                    .fill(address + written, elements.layout().chunkBytes() - written, elements.newElement());
        }
    }

    /** With late allocation, the first write allocates all chunks. */
    private void storeOthers(ChunkChanges changes) throws IOException {
        Selected all = Selections.of(null, grid, elements.where());
        all.forEachChunk(coordinates -> {
            if (selected.countIn(coordinates) == 0) {
                changes.store(coordinates.clone(), null, elements.newChunk(), false);
            }
        });
    }

    private void overwrite(long[] coordinates, StoredChunk chunk) throws IOException {
        overwriting = true;
        store.decodedChunks().remove(elements.dataset(), coordinates);
        new ElementRunWriter(store.storage(), store.base() + chunk.address(), elementSize, source)
                .write(selected, coordinates);
    }

    /** The bytes of a chunk before the change; its selected elements need not be right. */
    private ChunkContent before(long[] coordinates, StoredChunk old) throws IOException {
        boolean whole = selected.isWhole(coordinates, elementsIn(coordinates));
        if (whole && grid.isPartial(coordinates) || !whole && old == null) {
            return elements.newChunk();
        }
        return whole ? elements.undefined() : elements.content(before, coordinates, old);
    }

    /** The number of elements of a chunk that are inside the dataset. */
    private long elementsIn(long[] coordinates) {
        long count = 1;
        for (int i = 0; i < coordinates.length; i++) {
            count *= grid.to(coordinates[i], i) - grid.from(coordinates[i], i);
        }
        return count;
    }
}
