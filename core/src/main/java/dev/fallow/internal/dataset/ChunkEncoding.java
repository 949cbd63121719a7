package dev.fallow.internal.dataset;

import dev.fallow.Conversion;
import dev.fallow.RawChunk;
import dev.fallow.Selection;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.internal.data.ElementContext;
import dev.fallow.internal.data.HeapObjects;
import dev.fallow.internal.data.TypedValue;
import dev.fallow.internal.elements.ChunkEncoder;
import dev.fallow.internal.elements.ChunkedElements;
import dev.fallow.internal.slice.Grid;
import dev.fallow.internal.slice.Selected;
import dev.fallow.internal.slice.Selections;
import java.io.IOException;
import java.util.Arrays;

/** Checks and encodes the elements of whole chunks. Made from the container, and then used without it, by any number of threads. */
public final class ChunkEncoding {
    private final DatasetStorage dataset;
    private final DirectChunks chunks;
    private final ChunkEncoder encoder;
    private final Grid grid;

    /**
     * Reads what is needed of the container.
     *
     * @throws UnsupportedFeatureException if the dataset has no chunks, or its elements refer to something in the container, or a filter
     *     can be neither applied nor skipped
     */
    public ChunkEncoding(DatasetStorage dataset) throws IOException {
        this.dataset = dataset;
        chunks = new DirectChunks(dataset);
        if (dataset.datatype().refersToGlobalHeap() || ElementCopy.hasReferences(dataset.datatype())) {
            throw new UnsupportedFeatureException(dataset.where()
                    + ": elements of variable length, and references, are not encoded without the container");
        }
        ChunkedElements elements = dataset.chunks();
        grid = elements.grid();
        encoder = new ChunkEncoder(elements);
    }

    /**
     * Encodes a chunk.
     *
     * @param offset the first element
     * @param value the elements of the chunk that are inside the dataset
     * @throws dev.fallow.WrongTypeException if no chunk begins there, or the elements have another shape or do not fit
     */
    public RawChunk encode(long[] offset, Object value) throws IOException {
        long[] coordinates = chunks.coordinates(offset);
        long[] count = new long[offset.length];
        Arrays.setAll(count, i -> Math.min(grid.chunk()[i], grid.extent()[i] - offset[i]));
        Selected selected = Selections.of(Selection.block(offset, count), grid, dataset.where());
        ElementContext context =
                ElementContext.of(dataset.where(), dataset.store().sizes());
        TypedValue typed = TypedValue.of(dataset.datatype(), count, value, Conversion.LOSSLESS, context);
        return encoder.encode(coordinates, selected, new ValueSource(dataset.store(), typed, HeapObjects.NONE));
    }
}
