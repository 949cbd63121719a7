package dev.fallow.internal.elements;

import dev.fallow.WrongTypeException;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.internal.chunk.ChunkIndex;
import dev.fallow.internal.chunk.StoredChunk;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.slice.Grid;
import dev.fallow.internal.storage.ElementsNotWrittenException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Stores chunks whose filters an application has applied itself.
 *
 * @param elements the dataset
 * @param grid its chunks
 */
public record StoredBytes(ChunkedElements elements, Grid grid) {
    /**
     * Checks the length of a chunk. Bits of the mask beyond the filters of the dataset mean nothing.
     *
     * @throws WrongTypeException if no filter is applied to it, and it has another length than a whole chunk; or it is too
     *     long for the index, or empty
     */
    public void check(long[] coordinates, int length, int filterMask) throws IOException {
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
    public ChunkedLayout replace(ChunkIndex index, long[] coordinates, byte[] bytes, int filterMask)
            throws IOException {
        ObjectStore store = elements.store();
        StoredChunk old = index.find(coordinates);
        boolean fixed = elements.layout().index() == ChunkedLayout.Index.IMPLICIT && old != null;
        long address = fixed ? old.address() : store.space().allocate(AllocationType.RAW_DATA, bytes.length);
        try {
            store.storage().write(store.base() + address, ByteBuffer.wrap(bytes));
        } catch (IOException | RuntimeException e) {
            if (!fixed) {
                store.space().release(AllocationType.RAW_DATA, address, bytes.length);
            }
            throw new ElementsNotWrittenException(e);
        }
        store.decodedChunks().remove(elements.dataset(), coordinates);
        if (!fixed) {
            index.put(coordinates, new StoredChunk(address, bytes.length, filterMask & elements.allFilters()));
            if (old != null) {
                store.space().release(AllocationType.RAW_DATA, old.address(), old.size());
            }
        }
        return index.layout();
    }
}
