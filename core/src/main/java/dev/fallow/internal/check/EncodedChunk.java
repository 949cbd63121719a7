package dev.fallow.internal.check;

import dev.fallow.UnsupportedFeatureException;
import dev.fallow.internal.chunk.StoredChunk;
import dev.fallow.internal.dataset.DatasetStorage;
import dev.fallow.internal.elements.ChunkedElements;
import dev.fallow.internal.elements.FilteredChunk;
import dev.fallow.internal.header.ObjectStore;
import java.io.IOException;

/**
 * A chunk with filters whose elements contain addresses. To change an address, all elements are decoded and encoded, and the
 * chunk can get another size.
 *
 * @param header the address of the object header of its dataset
 * @param coordinates in the grid of chunks
 */
public record EncodedChunk(long header, long[] coordinates, StoredChunk chunk, ChunkEntry entry) {
    /** The same chunk after blocks were moved. */
    public EncodedChunk at(long newHeader, long address) {
        return new EncodedChunk(
                newHeader, coordinates, new StoredChunk(address, chunk.size(), chunk.filterMask()), entry);
    }

    /** The same chunk, stored again. */
    public EncodedChunk stored(long address, FilteredChunk bytes) {
        return new EncodedChunk(header, coordinates, new StoredChunk(address, bytes.length(), bytes.mask()), entry);
    }

    /** The chunks of its dataset. */
    public ChunkedElements elements(ObjectStore store) throws IOException {
        return DatasetStorage.of(store, store.header(header), "object header at address " + header)
                .chunks();
    }

    /** Its elements. */
    public byte[] raw(ChunkedElements elements) throws IOException {
        return elements.raw(elements.grid(), coordinates, chunk);
    }

    /** Why its elements cannot be stored again, each filter applied; null if they can. Applies the filters to find out. */
    String problem(ChunkedElements elements, byte[] raw) {
        String problem = elements.filters().problem();
        if (problem == null) {
            try {
                encode(elements, raw);
            } catch (UnsupportedFeatureException e) {
                problem = e.getCause() == null ? e.getMessage() : e.getCause().getMessage(); // that of the filter
            }
        }
        return problem;
    }

    /** Other elements, as they are to be stored. */
    public FilteredChunk encode(ChunkedElements elements, byte[] raw) {
        long encoded = elements.store().encodedBytes().of(elements.filters());
        return FilteredChunk.of(elements, coordinates, raw, encoded, entry.largestSize());
    }
}
