package dev.fallow.internal.chunk;

import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FormatException;
import dev.fallow.format.array.ChunkElement;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.internal.cache.Block;
import dev.fallow.internal.cache.StructureStore;
import java.io.IOException;

/** An index in which each chunk of the grid has an element with a number. */
abstract class ArrayIndex extends ChunkIndex {
    /** The largest block or page that is created, in bytes; libhdf5 uses much smaller ones. */
    private static final long LARGEST_BLOCK = 1 << 26;

    protected final FieldSizes sizes;
    /** The elements of the array; null until its header has been read. */
    protected ChunkElements elements;

    private final Place place = new Place();

    protected ArrayIndex(StructureStore store, ChunkedLayout layout, ChunkGrid grid, boolean filtered) {
        super(store, layout, grid, filtered);
        sizes = store.sizes();
    }

    /** Where an element is, or the end of a part of the array that does not exist. */
    protected static final class Place {
        /** The image that contains the element; null if it is not allocated. */
        byte[] image;

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

    // ---- what depends on the kind of array -------------------------------------------------------------------

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

    /** Checks a page that was read. */
    protected abstract void checkPage(FieldReader in, long page);

    /**
     * Checks a data block that was read, or the part of it before its pages.
     *
     * @param superBlock the number of its super block, if the array has any
     */
    protected abstract void checkBlock(FieldReader in, int superBlock);

    /**
     * Determines the numbers of an array that does not exist yet; sets {@link #elements}.
     *
     * @throws FormatException if the layout message does not allow such an array
     */
    protected abstract void plan();

    /** @throws UnsupportedFeatureException if the array cannot have an element with this number */
    protected abstract void requireRoom(long number);

    /** Creates the header; returns its address. */
    protected abstract long create();

    /** Creates the blocks that an element needs. */
    protected abstract void extend(long number) throws IOException;

    /** Records that an element has been stored. */
    protected void stored(long number) {}

    // ---- reading ---------------------------------------------------------------------------------------------

    @Override
    protected final StoredChunk found(long[] coordinates) throws IOException {
        open();
        long number = grid.number(coordinates);
        if (number >= limit()) {
            return null;
        }
        locate(number, false, place);
        return place.image == null ? null : elements.read(place.image, place.at);
    }

    @Override
    public final void forEachIn(ChunkBox box, ChunkVisitor visitor) throws IOException {
        if (box == null) {
            visitAll(visitor);
            return;
        }
        open();
        Place at = new Place();
        long to = Math.min(grid.last(box), limit() - 1);
        long number = grid.first(box);
        while (number <= to) {
            long runEnd = Math.min(to, grid.runEnd(box, number));
            locate(number, true, at);
            long end = at.end;
            if (at.image != null) {
                end = Math.min(end, runEnd + 1);
                visit(number, end, at, visitor);
            }
            number = end > runEnd ? grid.next(box, end) : end;
        }
    }

    private void visitAll(ChunkVisitor visitor) throws IOException {
        if (grid.total() == 0) {
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
    private void requireNone(long from, long first, Place in) throws IOException {
        for (long number = from; number < in.end; number++) {
            if (elements.isStored(in.image, (int) (in.at + (number - first) * elements.length()))) {
                throw new FormatException(
                        "chunk index",
                        layout.address(),
                        "expected chunks below number %d only, found chunk number %d".formatted(limit(), number));
            }
        }
    }

    /** Visits the chunks with numbers in one image. */
    private void visit(long from, long end, Place in, ChunkVisitor visitor) throws IOException {
        long[] coordinates = new long[grid.rank()];
        int at = in.at;
        for (long number = from; number < end; number++) {
            if (elements.isStored(in.image, at)) {
                grid.coordinates(number, coordinates);
                visitor.visit(coordinates, elements.read(in.image, at));
            }
            at += elements.length();
        }
    }

    /** The data block at an address; the parameters are its length with its pages, and as for {@link #checkBlock}. */
    protected final ElementBlock dataBlock(
            long at, long length, ElementBlock.Shape shape, String structure, int superBlock, boolean walking)
            throws IOException {
        store.reader().requireInside(at, length, structure);
        ElementBlock held = source.held(at, ElementBlock.class, structure);
        if (held != null) {
            held.require(layout.address(), shape);
            return held;
        }
        Block head = source.read(at, shape.headLength(), structure, Integer.BYTES);
        checkBlock(source.fields(head, structure), superBlock);
        return source.loaded(
                new ElementBlock(store.cache(), layout.address(), structure, shape, head),
                walking && shape.pages() == 0); // the rest of a paged block is small
    }

    // ---- changing --------------------------------------------------------------------------------------------

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
        requireStorable(coordinates, chunk);
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
    protected final boolean removed(long[] coordinates) throws IOException {
        open();
        long number = grid.number(coordinates);
        locate(number, false, place);
        if (place.image != null && number < limit() && elements.isStored(place.image, place.at)) {
            elements.write(place.image, place.at, null);
            place.block.markDirty();
        }
        return false;
    }

    @Override
    public final long largestSize() throws IOException {
        if (exists()) {
            open();
            return elements.largestSize();
        }
        return filtered ? ChunkElements.largest(layout.chunkSizeWidth(sizes)) : layout.chunkBytes();
    }

    /** The size of an element of a new array in bytes. */
    protected final int newElementSize() {
        return sizes.offsets() + (filtered ? layout.chunkSizeWidth(sizes) + Integer.BYTES : 0);
    }

    /** The client number in the header and the blocks. */
    protected final int client() {
        return filtered ? ChunkElement.FILTERED : ChunkElement.PLAIN;
    }

    /** @throws UnsupportedFeatureException if a new block would be too large for memory */
    protected final void requireModest(String structure, long length) {
        if (length < 0 || length > LARGEST_BLOCK) {
            throw new UnsupportedFeatureException("%s: %s: expected at most %d bytes of a new block or page, found %d"
                    .formatted(store.reader().fileName(), structure, LARGEST_BLOCK, length));
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
        int offsets = sizes.offsets();
        return new ChunkElements(
                store.reader(),
                layout.chunkBytes(),
                elementSize == offsets ? 0 : elementSize - offsets - Integer.BYTES);
    }
}
