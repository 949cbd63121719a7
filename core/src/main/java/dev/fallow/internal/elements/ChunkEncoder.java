package dev.fallow.internal.elements;

import dev.fallow.RawChunk;
import dev.fallow.filter.FilterData;
import dev.fallow.internal.data.ElementSource;
import dev.fallow.internal.filter.Scratch;
import dev.fallow.internal.slice.Grid;
import dev.fallow.internal.slice.Selected;
import dev.fallow.internal.storage.Memory;
import java.io.IOException;
import java.util.Arrays;

/**
 * Encodes whole chunks of a dataset whose elements have no parts in the global heap. Does not use the container, so any number of threads
 * may do so at the same time; each needs three arrays of a chunk's size, and the encoded bytes.
 */
public final class ChunkEncoder {
    private final ChunkedElements elements;
    private final Grid grid;
    private final long largestSize;

    /**
     * Reads what is needed of the container.
     *
     * @throws dev.fallow.UnsupportedFeatureException if a filter can be neither applied nor skipped
     */
    public ChunkEncoder(ChunkedElements elements) throws IOException {
        this.elements = elements;
        elements.checkWritable();
        grid = elements.grid();
        largestSize = elements.index().largestSize();
    }

    /**
     * Encodes a chunk.
     *
     * @param selected its elements that are inside the dataset; the others become the fill value
     * @throws dev.fallow.UnsupportedFeatureException if a filter fails
     */
    public RawChunk encode(long[] coordinates, Selected selected, ElementSource source) throws IOException {
        ChunkContent content = (grid.isPartial(coordinates) ? elements.newChunk() : elements.undefined())
                .with(selected, coordinates, source, elements.elementSize());
        long bytes = elements.layout().chunkBytes();
        Scratch scratch = Scratches.take();
        try {
            return Memory.use(elements.where(), bytes, () -> {
                FilterData raw = content.raw(scratch);
                FilteredChunk chunk = elements.isRaw(grid, coordinates)
                        ? new FilteredChunk(raw, 0)
                        : FilteredChunk.of(elements, coordinates, raw, before(bytes), largestSize, scratch);
                FilterData data = chunk.data();
                return new RawChunk(Arrays.copyOfRange(data.array(), data.offset(), data.end()), chunk.mask());
            });
        } finally {
            Scratches.give(scratch, bytes);
        }
    }

    private long before(long bytes) {
        return elements.store().encodedBytes().add(elements.filters(), bytes);
    }
}
