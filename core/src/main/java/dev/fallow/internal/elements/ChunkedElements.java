package dev.fallow.internal.elements;

import dev.fallow.CorruptFileException;
import dev.fallow.TooLargeException;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.filter.FilterData;
import dev.fallow.filter.FilterException;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.format.layout.FillValue.AllocationTime;
import dev.fallow.format.message.Dataspace;
import dev.fallow.internal.chunk.ChunkIndex;
import dev.fallow.internal.chunk.StoredChunk;
import dev.fallow.internal.data.ElementSource;
import dev.fallow.internal.filter.MissingFilterException;
import dev.fallow.internal.filter.Pipeline;
import dev.fallow.internal.filter.Scratch;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.slice.Grid;
import dev.fallow.internal.storage.Memory;
import dev.fallow.type.Datatype;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A chunked dataset: its chunks, their index and their filters.
 *
 * @param dataset the address of its object header
 * @param datatype of the elements, in this container
 * @param filters null if it has none
 * @param fill one element as stored; empty if it is zeros
 * @param fillNever whether the fill value is not written into new chunks
 */
public record ChunkedElements(
        ObjectStore store,
        long dataset,
        String where,
        Datatype datatype,
        Dataspace space,
        ChunkedLayout layout,
        Pipeline filters,
        byte[] fill,
        boolean fillNever,
        AllocationTime allocation) {
    private static final String STRUCTURE = "chunk";

    /**
     * Checks the layout against the extent and the datatype.
     *
     * @throws CorruptFileException if they do not match
     */
    public void check() {
        long elementSize = datatype.size();
        int rank = space.sizes().length;
        if (layout.rank() != rank) {
            throw corrupt("expected chunks of %d dimensions, found %d".formatted(rank, layout.rank()));
        }
        long size = layout.dimensions()[rank];
        if (size != elementSize) {
            throw corrupt("expected chunks of elements of %d bytes, found %d".formatted(elementSize, size));
        }
        if (layout.chunkBytes() == Long.MAX_VALUE) {
            throw corrupt("chunks of %s elements of %d bytes: more than 2^63-1 bytes"
                    .formatted(Arrays.toString(Arrays.copyOf(layout.dimensions(), rank)), elementSize));
        }
    }

    private CorruptFileException corrupt(String problem) {
        return new CorruptFileException("%s, object header at address %d: %s".formatted(where, dataset, problem));
    }

    /** The grid of chunks. */
    public Grid grid() {
        return new Grid(space.sizes(), Arrays.copyOf(layout.dimensions(), layout.rank()));
    }

    /**
     * The size of an element in bytes.
     *
     * @throws TooLargeException if it exceeds the length of an array
     */
    public int elementSize() {
        return Memory.length(where, layout.dimensions()[layout.rank()]);
    }

    /** The fill value as one stored element. */
    byte[] fillElement() {
        return fill.length == elementSize() ? fill : Memory.bytes(where, elementSize());
    }

    /**
     * The bytes of elements that no one has written, in a new chunk: the fill value, or zeros if it is never to be
     * written.
     */
    byte[] newElement() {
        return fillNever ? Memory.bytes(where, elementSize()) : fillElement();
    }

    /** The same dataset with another layout. */
    public ChunkedElements with(ChunkedLayout changed) {
        return new ChunkedElements(
                store, dataset, where, datatype, space, changed, filters, fill, fillNever, allocation);
    }

    /** The bytes of a chunk that no one has written. */
    ChunkContent newChunk() {
        byte[] element = newElement();
        return undefined().with(raw -> ByteTarget.fill(raw.array(), raw.offset(), raw.length(), element));
    }

    /** As many bytes as a chunk has, of which none is defined. */
    ChunkContent undefined() {
        int length = Memory.length(where, layout.chunkBytes());
        return scratch -> new FilterData(scratch.input(length), 0, length);
    }

    /** Elements that no one has written. */
    public ElementSource newElements() {
        byte[] element = newElement();
        return (out, index, count) -> {
            for (int i = 0; i < count; i++) {
                out.put(element);
            }
        };
    }

    /** The index of the chunks. */
    public ChunkIndex index() {
        return ChunkIndex.of(
                store.structureStore(),
                layout,
                space,
                filters != null,
                store.groupK().chunkInternal());
    }

    /** A filter mask with a bit for each filter; others mean nothing. */
    public int allFilters() {
        return filters == null ? 0 : (int) ((1L << filters.size()) - 1);
    }

    /** Whether a chunk is stored without filters. */
    public boolean isRaw(Grid grid, long[] coordinates) {
        return filters == null || layout.partialUnfiltered() && grid.isPartial(coordinates);
    }

    /**
     * Checks that chunks can be written with the filters of the dataset.
     *
     * @throws UnsupportedFeatureException if one is not available or can only be undone, and must not be skipped
     */
    public void checkWritable() {
        String refusal = filters == null ? null : filters.refusal();
        if (refusal != null) {
            throw new UnsupportedFeatureException(where + ": " + refusal);
        }
    }

    /**
     * Checks the length of a chunk that is stored without filters.
     *
     * @throws CorruptFileException if it is not that of a whole chunk
     */
    void checkRaw(long[] coordinates, StoredChunk chunk) {
        store.structures().requireInside(chunk.address(), chunk.size(), STRUCTURE);
        if (chunk.size() != layout.chunkBytes()) {
            throw damaged(
                    coordinates,
                    chunk,
                    "expected %d bytes, found %d".formatted(layout.chunkBytes(), chunk.size()),
                    null);
        }
    }

    /**
     * The bytes of a chunk as stored.
     *
     * @throws CorruptFileException if they are not inside the file
     * @throws TooLargeException if they do not fit into memory
     */
    public byte[] stored(long[] coordinates, StoredChunk chunk) throws IOException {
        store.structures().requireInside(chunk.address(), chunk.size(), STRUCTURE);
        byte[] bytes = Memory.bytes(() -> where(coordinates, chunk), chunk.size());
        store.readElements(chunk.address(), bytes, bytes.length);
        return bytes;
    }

    /** As {@link #stored}, in an array that may be longer, and is to be given back to {@link Scratches}. */
    byte[] borrowed(long[] coordinates, StoredChunk chunk) throws IOException {
        store.structures().requireInside(chunk.address(), chunk.size(), STRUCTURE);
        byte[] idle = Scratches.takeArray(chunk.size());
        byte[] bytes = idle != null ? idle : Memory.bytes(() -> where(coordinates, chunk), chunk.size());
        store.readElements(chunk.address(), bytes, (int) chunk.size());
        return bytes;
    }

    /**
     * Undoes the filters of a chunk.
     *
     * @param stored starts with the bytes of the chunk
     * @return valid until the scratch is used again
     * @throws UnsupportedFeatureException if a filter is not available
     * @throws CorruptFileException if a filter fails, with the coordinates of the chunk
     */
    FilterData decode(long[] coordinates, StoredChunk chunk, byte[] stored, Scratch scratch) {
        if (layout.chunkBytes() > Pipeline.MAX_CHUNK) {
            throw new TooLargeException("%s: a chunk of %d bytes with filters, at most %d are decoded"
                    .formatted(where(coordinates, chunk), layout.chunkBytes(), Pipeline.MAX_CHUNK));
        }
        try {
            return filters.decode(
                    new FilterData(stored, 0, (int) chunk.size()),
                    chunk.filterMask(),
                    (int) layout.chunkBytes(),
                    scratch);
        } catch (MissingFilterException e) {
            throw new UnsupportedFeatureException(where(coordinates, chunk) + ": " + e.getMessage(), e);
        } catch (FilterException e) {
            throw damaged(coordinates, chunk, e.getMessage(), e);
        } catch (OutOfMemoryError e) {
            throw new TooLargeException(
                    "%s: not enough memory for a chunk of %d bytes"
                            .formatted(where(coordinates, chunk), layout.chunkBytes()),
                    e);
        }
    }

    /**
     * The raw bytes of a chunk, from the file.
     *
     * @throws TooLargeException if they do not fit into memory
     */
    public byte[] raw(Grid grid, long[] coordinates, StoredChunk chunk) throws IOException {
        byte[] raw = Memory.bytes(() -> where(coordinates, chunk), layout.chunkBytes());
        load(grid, coordinates, chunk, raw);
        return raw;
    }

    /**
     * Loads the raw bytes of a chunk.
     *
     * @param raw receives them; of a chunk's length
     */
    void load(Grid grid, long[] coordinates, StoredChunk chunk, byte[] raw) throws IOException {
        ChunkContent content = content(grid, coordinates, chunk);
        Scratch scratch = Scratches.take();
        try {
            FilterData data = Memory.use(where, raw.length, () -> content.raw(scratch));
            System.arraycopy(data.array(), data.offset(), raw, 0, raw.length);
        } finally {
            Scratches.give(scratch, raw.length);
        }
    }

    /**
     * The raw bytes of a chunk. What is stored is read now, and decoded later.
     *
     * @param coordinates not copied
     */
    ChunkContent content(Grid grid, long[] coordinates, StoredChunk chunk) throws IOException {
        byte[] kept = store.decodedChunks().find(dataset, coordinates);
        if (kept != null) {
            return undefined().with(raw -> System.arraycopy(kept, 0, raw.array(), raw.offset(), raw.length()));
        }
        boolean isRaw = isRaw(grid, coordinates);
        if (isRaw) {
            checkRaw(coordinates, chunk);
        }
        AtomicReference<byte[]> stored = new AtomicReference<>(stored(coordinates, chunk));
        return scratch -> {
            byte[] bytes = stored.getAndSet(null); // its memory is needed when the chunk is filtered again
            return isRaw ? FilterData.of(bytes) : decode(coordinates, chunk, bytes, scratch);
        };
    }

    private CorruptFileException damaged(long[] coordinates, StoredChunk chunk, String problem, Exception cause) {
        return new CorruptFileException(where(coordinates, chunk) + ": " + problem, cause);
    }

    /** A chunk in messages. */
    String where(long[] coordinates, StoredChunk chunk) {
        return "%s, chunk %s at address %d".formatted(where, Arrays.toString(coordinates), chunk.address());
    }
}
