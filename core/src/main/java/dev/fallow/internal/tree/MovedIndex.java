package dev.fallow.internal.tree;

import dev.fallow.format.Addresses;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.internal.cache.StructureStore.Displaced;
import dev.fallow.internal.chunk.ChunkIndex;
import dev.fallow.internal.elements.ChunkMoves.Movable;
import dev.fallow.internal.elements.ChunkedElements;
import java.io.IOException;

/** The index of a chunked dataset in memory, between freeing its blocks and making it anew. */
final class MovedIndex implements Displaced {
    private final MovableChunks.Owned dataset;
    private ChunkedElements elements;

    MovedIndex(MovableChunks.Owned dataset) {
        this.dataset = dataset;
    }

    /** Whether a new index can have all chunks; otherwise false or an exception. */
    boolean isPossible() throws IOException {
        ChunkedElements now = dataset.elements();
        ChunkIndex index = now.with(now.layout().at(Addresses.UNDEFINED)).index();
        long largest = index.largestSize();
        for (Movable chunk : dataset.chunks()) {
            index.prepare(chunk.coordinates());
            if (chunk.size() > largest) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void lift() throws IOException {
        elements = dataset.elements();
        ChunkIndex index = elements.index();
        index.release();
        elements = elements.with(index.layout());
    }

    @Override
    public void land() throws IOException {
        ChunkIndex index = elements.index();
        for (Movable chunk : dataset.chunks()) {
            index.prepare(chunk.coordinates());
            index.put(chunk.coordinates(), chunk.chunk());
        }
        ChunkedLayout layout = index.layout();
        dataset.become(layout);
    }
}
