package dev.fallow.internal.pointer;

import dev.fallow.UnsupportedFeatureException;
import dev.fallow.internal.chunk.StoredChunk;
import dev.fallow.internal.elements.ChunkedElements;
import dev.fallow.internal.elements.FilteredChunk;
import java.io.IOException;

/**
 * A chunk with filters whose elements contain addresses. To change an address, all elements are decoded and encoded, and the
 * chunk can get another size.
 *
 * @param coordinates in the grid of chunks
 */
public record EncodedChunk(ChunkedElements elements, long[] coordinates, StoredChunk chunk, ChunkEntry entry) {
    /** Its elements. */
    public byte[] raw() throws IOException {
        return elements.raw(elements.grid(), coordinates, chunk);
    }

    /** The reason why its elements cannot be encoded again; null if they can. Applies all filters. */
    String problem(byte[] raw) {
        String problem = elements.filters().problem();
        if (problem == null) {
            try {
                encode(raw);
            } catch (UnsupportedFeatureException e) {
                problem = e.getCause() == null ? e.getMessage() : e.getCause().getMessage(); // that of the filter
            }
        }
        return problem;
    }

    /** Other elements, as they are to be stored. */
    public FilteredChunk encode(byte[] raw) {
        return FilteredChunk.of(elements, coordinates, raw, entry.largestSize());
    }
}
