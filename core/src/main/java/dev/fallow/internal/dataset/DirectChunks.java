package dev.fallow.internal.dataset;

import dev.fallow.RawChunk;
import dev.fallow.StoredChunkInfo;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.WrongTypeException;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.internal.chunk.ChunkIndex;
import dev.fallow.internal.chunk.StoredChunk;
import dev.fallow.internal.elements.ChunkedElements;
import dev.fallow.internal.header.Change;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.slice.Grid;
import dev.fallow.internal.storage.ElementsNotWrittenException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Consumer;

/** The chunks of a dataset as they are stored, without the effect of filters. */
public final class DirectChunks {
    private final DatasetStorage dataset;
    private final ObjectStore store;
    private final ChunkedElements elements;
    private final Grid grid;

    /**
     * The chunks of a dataset.
     *
     * @throws UnsupportedFeatureException if it has none
     */
    public DirectChunks(DatasetStorage dataset) {
        this.dataset = dataset;
        store = dataset.store();
        if (!(dataset.dataLayout() instanceof ChunkedLayout)) {
            throw new UnsupportedFeatureException(dataset.where() + ": the dataset has no chunks");
        }
        elements = dataset.chunksAsStored();
        grid = elements.grid();
    }

    /** Visits all stored chunks, in the order of the index. */
    public void forEach(Consumer<StoredChunkInfo> visitor) throws IOException {
        elements.index().forEach((coordinates, chunk) -> {
            long[] offset = new long[coordinates.length];
            Arrays.setAll(offset, i -> coordinates[i] * grid.chunk()[i]);
            visitor.accept(new StoredChunkInfo(offset, chunk.address(), chunk.size(), chunk.filterMask()));
        });
    }

    /** The bytes of all stored chunks. */
    public long bytes() throws IOException {
        long[] sum = {0};
        elements.index().forEach((coordinates, chunk) -> sum[0] += chunk.size());
        return sum[0];
    }

    /**
     * The bytes of a chunk.
     *
     * @return null if it is not stored
     */
    public RawChunk read(long[] offset) throws IOException {
        long[] coordinates = coordinates(offset);
        StoredChunk chunk = elements.index().find(coordinates);
        return chunk == null ? null : new RawChunk(elements.stored(coordinates, chunk), chunk.filterMask());
    }

    /**
     * Checks that a chunk can be stored.
     *
     * @throws WrongTypeException if it is outside the dataset, or has not the length of a chunk without filters, although
     *     the dataset has none or all are skipped
     */
    public Change write(long[] offset, RawChunk chunk) throws IOException {
        long[] coordinates = coordinates(offset);
        if (dataset.datatype().refersToGlobalHeap()) {
            throw new WrongTypeException(dataset.where() + ": the elements of a chunk would be addresses");
        }
        check(coordinates, chunk.bytes().length, chunk.filterMask());
        store.announceElements(chunk.bytes().length);
        elements.index().prepare(coordinates);
        store.header(dataset.header().address()); // it may have been evicted from the cache
        return () -> {
            DatasetStorage current = dataset.reloaded();
            current.replaceChunks(
                    replace(current.chunksAsStored().index(), coordinates, chunk.bytes(), chunk.filterMask()));
        };
    }

    /** Checks the length of a chunk. Bits of the mask beyond the filters of the dataset mean nothing. */
    private void check(long[] coordinates, int length, int filterMask) throws IOException {
        long whole = elements.layout().chunkBytes();
        int skipped = filterMask & elements.allFilters();
        boolean raw = elements.isRaw(grid, coordinates);
        long longest = elements.index().largestSize();
        boolean right = raw || skipped == elements.allFilters() ? length == whole : length > 0 && length <= longest;
        if (!right || raw && skipped != 0) {
            throw new WrongTypeException("%s, chunk %s: %d bytes with filter mask %d, of whole chunks of %d bytes"
                    .formatted(elements.where(), Arrays.toString(coordinates), length, filterMask, whole));
        }
    }

    /** Stores a checked chunk in new space, and frees the old one. */
    private ChunkedLayout replace(ChunkIndex index, long[] coordinates, byte[] bytes, int filterMask)
            throws IOException {
        StoredChunk old = index.find(coordinates);
        boolean fixed = elements.layout().index() == ChunkedLayout.Index.IMPLICIT && old != null;
        long address = fixed ? old.address() : store.space().allocate(DatasetStorage.RAW_DATA, bytes.length);
        try {
            store.storage().write(store.base() + address, ByteBuffer.wrap(bytes));
        } catch (IOException | RuntimeException e) {
            if (!fixed) {
                store.space().release(DatasetStorage.RAW_DATA, address, bytes.length);
            }
            throw new ElementsNotWrittenException(e);
        }
        store.decodedChunks().remove(elements.dataset(), coordinates);
        if (!fixed) {
            index.put(coordinates, new StoredChunk(address, bytes.length, filterMask & elements.allFilters()));
            if (old != null) {
                store.space().release(DatasetStorage.RAW_DATA, old.address(), old.size());
            }
        }
        return index.layout();
    }

    /**
     * The coordinates of the chunk with an offset.
     *
     * @throws WrongTypeException if no chunk begins there
     */
    long[] coordinates(long[] offset) {
        long[] extent = grid.extent();
        if (offset.length != extent.length) {
            throw new WrongTypeException("%s: expected an offset of %d dimensions, found %d"
                    .formatted(dataset.where(), extent.length, offset.length));
        }
        long[] coordinates = new long[offset.length];
        for (int i = 0; i < offset.length; i++) {
            long width = grid.chunk()[i];
            if (offset[i] < 0 || offset[i] >= extent[i] || offset[i] % width != 0) {
                throw new WrongTypeException("%s: dimension %d: expected a multiple of %d below %d, found %d"
                        .formatted(dataset.where(), i, width, extent[i], offset[i]));
            }
            coordinates[i] = offset[i] / width;
        }
        return coordinates;
    }
}
