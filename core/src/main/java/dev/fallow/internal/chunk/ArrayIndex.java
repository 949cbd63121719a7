package dev.fallow.internal.chunk;

import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.Addresses;
import dev.fallow.format.FormatException;
import dev.fallow.format.array.ChunkElement;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.internal.cache.Block;
import dev.fallow.internal.cache.BlockSource;
import dev.fallow.internal.cache.PendingRelease;
import java.io.IOException;

/** An index in which each chunk of the grid has an element with a number. */
abstract class ArrayIndex implements ChunkIndex {
    private static final String CHUNK_INDEX = "chunk index";
    /** The largest block or page that is created, in bytes; libhdf5 uses much smaller ones. */
    private static final long LARGEST_BLOCK = 1 << 26;

    protected final BlockSource source;
    protected final ChunkGrid grid;
    protected ChunkedLayout layout;
    /** The elements of the array; null until its header has been read. */
    protected ChunkElements elements;

    private final boolean filtered;
    private final Place place = new Place();

    protected ArrayIndex(BlockSource source, ChunkedLayout layout, ChunkGrid grid, boolean filtered) {
        this.source = source;
        this.filtered = filtered;
        this.layout = layout;
        this.grid = grid;
    }

    /** Where an element is, or the end of a part of the array that does not exist. */
    protected static final class Place {
        /** The image that contains the element; null if it is not allocated. */
        byte[] image;
        /** The block of the image. */
        Block block;
        /** Its position in the image. */
        int at;
        /** The number after the last element that follows in this image; or that is not allocated either. */
        long end;

        void missing(long until) {
            image = null;
            end = until < 0 ? Long.MAX_VALUE : until; // the sum may overflow in a damaged file
        }

        void found(Block in, long position, long until) {
            block = in;
            image = in.image();
            at = Math.toIntExact(position);
            end = until < 0 ? Long.MAX_VALUE : until;
        }
    }

    /**
     * Finds an element of the array, whose header exists.
     *
     * @param walking whether the block may be one that is not cached
     */
    protected abstract void locate(long number, boolean walking, Place place) throws IOException;

    /** Reads the header and checks that it matches the layout; sets {@link #elements}. */
    protected abstract void open() throws IOException;

    /** The number of elements, from the first one on, that may be those of stored chunks. */
    protected abstract long limit() throws IOException;

    private FormatException behindLimit(long number) throws IOException {
        return new FormatException(
                CHUNK_INDEX,
                layout.address(),
                "expected chunks below number %d only, found chunk number %d".formatted(limit(), number));
    }

    protected final boolean exists() {
        return layout.address() != Addresses.UNDEFINED;
    }

    @Override
    public final StoredChunk find(long[] coordinates) throws IOException {
        grid.require(coordinates);
        if (!exists()) {
            return null;
        }
        open();
        long number = grid.number(coordinates);
        if (number >= limit()) {
            return null;
        }
        locate(number, false, place);
        return place.image == null ? null : elements.read(place.image, place.at);
    }

    @Override
    public final void forEach(long[] first, long[] last, ChunkVisitor visitor) throws IOException {
        ChunkBox box = grid.box(first, last);
        if (box == null || !exists()) {
            return;
        }
        open();
        Place at = new Place();
        long to = Math.min(grid.last(box), limit() - 1);
        long number = grid.first(box);
        while (number <= to) {
            long runEnd = Math.min(to, grid.runEnd(box, number));
            locate(number, true, at);
            if (at.image == null) {
                number = at.end > runEnd ? grid.next(box, at.end) : at.end;
                continue;
            }
            long end = Math.min(at.end, runEnd + 1);
            visit(number, end, at, visitor);
            number = end > runEnd ? grid.next(box, end) : end;
        }
    }

    @Override
    public final void forEach(ChunkVisitor visitor) throws IOException {
        if (!exists() || grid.total() == 0) {
            return;
        }
        open();
        Place at = new Place();
        for (long number = 0; number < Long.MAX_VALUE; number = at.end) {
            locate(number, true, at);
            if (at.image != null) {
                visit(number, Math.min(at.end, limit()), at, visitor);
                requireNone(Math.max(number, limit()), number, at);
            }
        }
    }

    /** Chunks behind the limit are not there for readers, but the index refers to them: whoever believes what would err. */
    private void requireNone(long from, long first, Place place) throws IOException {
        for (long number = from; number < place.end; number++) {
            if (elements.isStored(place.image, (int) (place.at + (number - first) * elements.length()))) {
                throw behindLimit(number);
            }
        }
    }

    /** Visits the chunks with numbers in one image. */
    private void visit(long from, long end, Place place, ChunkVisitor visitor) throws IOException {
        long[] coordinates = new long[grid.rank()];
        int at = place.at;
        for (long number = from; number < end; number++) {
            if (elements.isStored(place.image, at)) {
                grid.coordinates(number, coordinates);
                visitor.visit(coordinates, elements.read(place.image, at));
            }
            at += elements.length();
        }
    }

    @Override
    public final void prepare(long[] coordinates) throws IOException {
        grid.require(coordinates);
        if (exists()) {
            open();
        } else {
            plan();
        }
        long number = grid.number(coordinates);
        requireRoom(number);
        if (exists()) {
            locate(number, false, place);
        }
    }

    @Override
    public final boolean put(long[] coordinates, StoredChunk chunk) throws IOException {
        grid.require(coordinates);
        ChunkElements.requireStorable(chunk, layout, filtered, largestSize());
        boolean creating = !exists();
        if (creating) {
            plan();
            layout = layout.at(create());
        }
        open();
        long number = grid.number(coordinates);
        locate(number, false, place);
        if (place.image == null) {
            extend(number);
            locate(number, false, place);
        }
        elements.write(place.image, place.at, chunk);
        place.block.markDirty();
        stored(number);
        return creating;
    }

    @Override
    public final boolean remove(long[] coordinates) throws IOException {
        grid.require(coordinates);
        if (exists()) {
            open();
            long number = grid.number(coordinates);
            locate(number, false, place);
            if (place.image != null && number < limit() && elements.isStored(place.image, place.at)) {
                elements.write(place.image, place.at, null);
                place.block.markDirty();
            }
        }
        return false;
    }

    @Override
    public final void release() throws IOException {
        if (exists()) {
            PendingRelease pending = new PendingRelease(source.store());
            forEachBlock((address, size, structure) -> pending.add(typeOf(structure), address, size, structure));
            pending.release();
            closed();
            layout = layout.at(Addresses.UNDEFINED);
        }
    }

    /**
     * Determines the numbers of an array that does not exist yet; sets {@link #elements}.
     *
     * @throws FormatException if the layout message does not allow such an array
     */
    protected abstract void plan();

    /** @throws dev.fallow.UnsupportedFeatureException if the array cannot have an element with this number */
    protected abstract void requireRoom(long number);

    /** Creates the header. */
    protected abstract long create();

    /** Creates the blocks that an element needs. */
    protected abstract void extend(long number) throws IOException;

    /** Records that an element has been stored. */
    protected void stored(long number) {}

    /** The allocation type of a block of the array. */
    protected abstract AllocationType typeOf(String structure);

    /** Forgets a header that has been freed. */
    protected abstract void closed();

    @Override
    public final long largestSize() throws IOException {
        if (exists()) {
            open();
            return elements.largestSize();
        }
        return new ChunkElements(source.store().reader(), layout.chunkBytes(), newSizeWidth()).largestSize();
    }

    /** The width of the size of a chunk in a new array, in bytes; 0 without filters. */
    private int newSizeWidth() {
        return filtered ? layout.chunkSizeWidth(source.store().sizes()) : 0;
    }

    /** The size of an element of a new array in bytes. */
    protected final int newElementSize() {
        return source.store().sizes().offsets() + (filtered ? newSizeWidth() + Integer.BYTES : 0);
    }

    /** The client number in the header and the blocks. */
    protected final int client() {
        return filtered ? ChunkElement.FILTERED : ChunkElement.PLAIN;
    }

    /** @throws UnsupportedFeatureException if a new block would be too large for memory */
    protected final void requireModest(String structure, long length) {
        if (length < 0 || length > LARGEST_BLOCK) {
            throw new UnsupportedFeatureException("%s: %s: expected at most %d bytes of a new block or page, found %d"
                    .formatted(source.store().reader().fileName(), structure, LARGEST_BLOCK, length));
        }
    }

    /** The elements of an array with a header. */
    protected final ChunkElements elements(String structure, int client, int elementSize) {
        if (client != client()) {
            throw new FormatException(
                    structure,
                    layout.address(),
                    "expected client %d, found %d: the dataset has %s"
                            .formatted(client(), client, filtered ? "filters" : "no filters"));
        }
        int offsets = source.store().sizes().offsets();
        return new ChunkElements(
                source.store().reader(),
                layout.chunkBytes(),
                elementSize == offsets ? 0 : elementSize - offsets - Integer.BYTES);
    }

    @Override
    public final ChunkedLayout layout() {
        return layout;
    }
}
