package dev.fallow.internal.pointer;

import dev.fallow.internal.chunk.StoredChunk;
import dev.fallow.internal.elements.ChunkedElements;
import dev.fallow.internal.elements.FilteredChunk;
import java.io.IOException;

/**
 * A chunk with filters whose elements contain addresses. To change one, all its elements are decoded and encoded, so that it
 * may get another size.
 *
 * @param coordinates in the grid of chunks
 */
public record EncodedChunk(ChunkedElements elements, long[] coordinates, StoredChunk chunk, ChunkEntry entry) {
    /** Its elements. */
    public byte[] raw() throws IOException {
        return elements.raw(elements.grid(), coordinates, chunk);
    }

    /** Other elements, as they are to be stored. */
    public FilteredChunk encode(byte[] raw) {
        return FilteredChunk.of(elements, coordinates, raw, entry.largestSize());
    }
}
