package dev.fallow.internal.elements;

import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.internal.chunk.ChunkIndex;
import dev.fallow.internal.chunk.ChunkIndexes;
import dev.fallow.internal.chunk.StoredChunk;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.slice.Grid;
import dev.fallow.internal.storage.ElementsNotWrittenException;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Adapts the chunks of an implicit index to another extent: they stay where they are, in one block. If an edge cuts
 * chunks, the block is copied first, because the last commit refers to the elements that are reset.
 */
final class ImplicitResize {
    private final ChunkedElements elements;
    private final Grid before;
    private final Grid after;
    private final ObjectStore store;

    ImplicitResize(ChunkedElements elements, Grid before, Grid after) {
        this.elements = elements;
        this.before = before;
        this.after = after;
        store = elements.store();
    }

    ChunkedLayout apply() throws IOException {
        ChunkedLayout layout = elements.layout();
        if (layout.address() < 0) {
            return layout;
        }
        try {
            store.decodedChunks().removeAll(elements.dataset());
            if (!shrinks()) {
                reset(elements);
                return layout;
            }
            ChunkedLayout moved = copy(layout);
            store.space().release(AllocationType.RAW_DATA, layout.address(), length(layout));
            return moved;
        } catch (IOException | RuntimeException e) {
            throw new ElementsNotWrittenException(e);
        }
    }

    private boolean shrinks() {
        for (int i = 0; i < after.rank(); i++) {
            if (after.extent()[i] < before.extent()[i]) {
                return true;
            }
        }
        return false;
    }

    private long length(ChunkedLayout layout) {
        return ChunkIndexes.implicitLength(layout, elements.space());
    }

    private ChunkedLayout copy(ChunkedLayout layout) throws IOException {
        long bytes = length(layout);
        long address = store.space().allocate(AllocationType.RAW_DATA, bytes);
        try {
            new BlockCopy(store).copy(layout.address(), address, bytes);
            reset(elements.with(layout.at(address)));
            return layout.at(address);
        } catch (IOException | RuntimeException e) {
            store.space().release(AllocationType.RAW_DATA, address, bytes);
            throw e;
        }
    }

    /** Resets what is outside the new extent in chunks that it cuts, and all chunks that it has in addition. */
    private void reset(ChunkedElements moved) throws IOException {
        ChunkIndex index = moved.index();
        long[] coordinates = new long[after.rank()];
        if (!ChunkResize.isInside(after, coordinates)) {
            return;
        }
        do {
            boolean old = ChunkResize.isInside(before, coordinates);
            if (old && (!shrinks() || !after.isPartial(coordinates))) {
                continue;
            }
            StoredChunk chunk = index.find(coordinates);
            byte[] raw = moved.newChunk();
            if (old) {
                moved.load(before, coordinates, chunk, raw);
                ChunkResize.resetOutside(moved.fillElement(), after, coordinates, raw);
            }
            store.storage().write(store.base() + chunk.address(), ByteBuffer.wrap(raw));
        } while (ChunkResize.advance(coordinates, after));
    }
}
