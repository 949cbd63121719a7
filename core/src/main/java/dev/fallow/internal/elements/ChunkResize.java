package dev.fallow.internal.elements;

import dev.fallow.filter.FilterData;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.format.layout.FillValue.AllocationTime;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.internal.chunk.ChunkIndex;
import dev.fallow.internal.chunk.StoredChunk;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.slice.Grid;
import dev.fallow.internal.storage.ElementsNotWrittenException;
import dev.fallow.internal.storage.Memory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Adapts the chunks of a dataset to another extent. Chunks outside it are removed. In chunks that a new edge cuts, the
 * elements outside become the fill value, so that they do not come back when the dataset grows. With early allocation new
 * chunks are made at once. Chunks whose filters depend on whether they are partial are stored anew.
 *
 * <p>With an implicit index all chunks exist, in one block; those that the dataset grows into become the fill value. If an
 * edge cuts chunks, the block is copied first, because the last commit refers to the elements that are reset.
 */
public final class ChunkResize {
    private final ChunkedElements elements;
    private final Grid before;
    private final Grid after;
    /** Whether a dimension becomes smaller. */
    private final boolean shrinks;

    /** @param extent the new one */
    public ChunkResize(ChunkedElements elements, long[] extent) {
        this.elements = elements;
        before = elements.grid();
        after = new Grid(extent, before.chunk());
        shrinks = IntStream.range(0, extent.length).anyMatch(i -> extent[i] < before.extent()[i]);
    }

    /** Whether any chunk may have to change. */
    public boolean isNeeded() {
        return shrinks
                || !Arrays.equals(after.extent(), before.extent())
                        && (elements.allocation() == AllocationTime.EARLY
                                || elements.layout().partialUnfiltered()
                                || isImplicit());
    }

    /**
     * Prepares a dataset for a write to the elements that it gets, after which all its new chunks are stored. Only the
     * chunks of an implicit index exist before; what they have outside the dataset becomes the fill value.
     *
     * @throws ElementsNotWrittenException if this fails; no element of the dataset has changed
     */
    public void prepareGrowth() throws IOException {
        if (isImplicit() && isNeeded()) {
            apply();
        }
    }

    private boolean isImplicit() {
        return elements.layout().index() == ChunkedLayout.Index.IMPLICIT;
    }

    /**
     * Changes the chunks. The index is changed at the end, when nothing can fail.
     *
     * @return the layout with the root of the index
     * @throws ElementsNotWrittenException if this fails before
     */
    public ChunkedLayout apply() throws IOException {
        if (isImplicit()) {
            return elements.layout().address() < 0 ? elements.layout() : changedBlock();
        }
        ChunkChanges changes = new ChunkChanges(elements, after);
        try {
            changes.make(() -> {
                removeOutside(changes);
                storeEdges(changes);
                if (elements.allocation() == AllocationTime.EARLY) {
                    storeNew(changes);
                }
            });
        } catch (IOException | RuntimeException e) {
            throw new ElementsNotWrittenException(e);
        }
        elements.store().decodedChunks().removeAll(elements.dataset());
        return changes.apply();
    }

    // ---- an implicit index -----------------------------------------------------------------------------------

    private ChunkedLayout changedBlock() throws IOException {
        ObjectStore store = elements.store();
        ChunkedLayout layout = elements.layout();
        try {
            store.decodedChunks().removeAll(elements.dataset());
            if (!shrinks) {
                reset(elements);
                return layout;
            }
            long bytes = ChunkIndex.implicitLength(layout, elements.space());
            long address = new BlockCopy(store).copyToNew(layout.address(), bytes, moved -> {
                reset(elements.with(layout.at(moved)));
            });
            store.space().release(AllocationType.RAW_DATA, layout.address(), bytes);
            return layout.at(address);
        } catch (IOException | RuntimeException e) {
            throw new ElementsNotWrittenException(e);
        }
    }

    /** Resets what is outside the new extent in chunks that it cuts, and all chunks that it has in addition. */
    private void reset(ChunkedElements moved) throws IOException {
        ObjectStore store = elements.store();
        ChunkIndex index = moved.index();
        Grid.forEachChunk(new long[after.rank()], after.lastChunk(), coordinates -> {
            boolean old = isInside(before, coordinates);
            if (old && (!shrinks || !after.isPartial(coordinates))) {
                return;
            }
            StoredChunk chunk = index.find(coordinates);
            byte[] raw = Memory.bytes(moved.where(), moved.layout().chunkBytes());
            if (old) {
                moved.load(before, coordinates, chunk, raw);
                resetOutside(moved.fillElement(), after, coordinates, FilterData.of(raw));
            } else {
                ByteTarget.fill(raw, 0, raw.length, moved.newElement());
            }
            store.storage().write(store.base() + chunk.address(), ByteBuffer.wrap(raw));
        });
    }

    // ---- other indexes ---------------------------------------------------------------------------------------

    private void removeOutside(ChunkChanges changes) throws IOException {
        long[] first = new long[before.rank()];
        long[] last = before.lastChunk();
        for (int i = 0; i < first.length; i++) {
            long kept = after.chunks(i);
            if (kept < before.chunks(i)) {
                first[i] = kept;
                forEach(changes.index(), first, last, changes::remove);
                first[i] = 0;
            }
            last[i] = Math.min(last[i], kept - 1);
        }
    }

    /** Stores the chunks anew that a new edge cuts, or that are partial now and were not, or the reverse. */
    private void storeEdges(ChunkChanges changes) throws IOException {
        Set<List<Long>> stored = new HashSet<>();
        byte[] fill = elements.fillElement(); // even if it is never to be written
        for (int i = 0; i < after.rank(); i++) {
            long from = after.extent()[i];
            long to = before.extent()[i];
            boolean cut = from < to;
            if (from == to || !cut && !elements.layout().partialUnfiltered()) {
                continue;
            }
            long edge = Math.min(from, to);
            if (edge % after.chunk()[i] == 0) {
                continue;
            }
            long[] first = new long[after.rank()];
            long[] last = before.lastChunk();
            long[] lastAfter = after.lastChunk();
            for (int d = 0; d < last.length; d++) {
                last[d] = Math.min(last[d], lastAfter[d]);
            }
            first[i] = edge / after.chunk()[i];
            last[i] = first[i];
            forEach(changes.index(), first, last, (coordinates, chunk) -> {
                if (stored.add(Arrays.stream(coordinates).boxed().toList())) {
                    ChunkContent content = elements.content(before, coordinates, chunk)
                            .with(raw -> resetOutside(fill, after, coordinates, raw));
                    changes.store(coordinates, chunk, content, false);
                }
            });
        }
    }

    /** Stores the chunks that are only in the new extent: those behind the old one in a dimension, each once. */
    private void storeNew(ChunkChanges changes) throws IOException {
        long[] first = new long[after.rank()];
        long[] last = after.lastChunk();
        for (int i = 0; i < first.length; i++) {
            long old = before.chunks(i);
            if (after.chunks(i) > old) {
                first[i] = old;
                Grid.forEachChunk(first, last, coordinates -> {
                    if (changes.index().find(coordinates) == null) {
                        changes.store(coordinates.clone(), null, elements.newChunk(), false);
                    }
                });
                first[i] = 0;
                last[i] = old - 1;
            }
        }
    }

    /** Whether a chunk has elements of a grid. */
    private static boolean isInside(Grid grid, long[] coordinates) {
        for (int i = 0; i < coordinates.length; i++) {
            if (coordinates[i] >= grid.chunks(i)) {
                return false;
            }
        }
        return true;
    }

    /** A snapshot of the chunks, because the visitor's changes may not happen during a walk. */
    private static void forEach(ChunkIndex index, long[] first, long[] last, ChunkIndex.ChunkVisitor visitor)
            throws IOException {
        for (int i = 0; i < first.length; i++) {
            if (first[i] > last[i]) {
                return;
            }
        }
        record Found(long[] coordinates, StoredChunk chunk) {}
        List<Found> found = new ArrayList<>();
        index.forEach(first, last, (coordinates, chunk) -> found.add(new Found(coordinates.clone(), chunk)));
        for (Found each : found) {
            visitor.visit(each.coordinates, each.chunk);
        }
    }

    /** Sets the elements of a chunk that are outside a grid. */
    static void resetOutside(byte[] element, Grid grid, long[] coordinates, FilterData raw) {
        resetOutside(grid, coordinates, 0, 0, true, raw, element);
    }

    private static void resetOutside(
            Grid grid, long[] coordinates, int dimension, long offset, boolean inside, FilterData raw, byte[] fill) {
        long width = grid.chunk()[dimension];
        long kept = inside
                ? Math.max(0, Math.min(width, grid.extent()[dimension] - grid.from(coordinates[dimension], dimension)))
                : 0;
        if (dimension == grid.rank() - 1) {
            int from = raw.offset() + (int) (offset * width + kept) * fill.length;
            ByteTarget.fill(raw.array(), from, (int) (width - kept) * fill.length, fill);
            return;
        }
        for (long i = 0; i < width; i++) {
            resetOutside(grid, coordinates, dimension + 1, offset * width + i, i < kept, raw, fill);
        }
    }
}
