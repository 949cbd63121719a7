package dev.fallow.internal.chunk;

import dev.fallow.format.Addresses;
import dev.fallow.format.FormatException;
import dev.fallow.format.layout.ChunkedLayout;
import java.io.IOException;

/** An index in which each chunk of the grid has an element with a number. */
abstract class ArrayIndex implements ChunkIndex {
    /** A search of a run costs about as much as the inspection of this many elements. */
    private static final int ELEMENTS_PER_RUN = 8;

    protected final BlockSource source;
    protected final ChunkGrid grid;
    protected ChunkedLayout layout;
    /** The elements of the array; null until its header has been read. */
    protected ChunkElements elements;

    protected ArrayIndex(BlockSource source, ChunkedLayout layout, ChunkGrid grid) {
        this.source = source;
        this.layout = layout;
        this.grid = grid;
    }

    /** Where an element is, or the end of a part of the array that does not exist. */
    protected static final class Place {
        /** The image that contains the element; null if it is not allocated. */
        byte[] image;
        /** Its position in the image. */
        int at;
        /** The number after the last element that follows in this image; or that is not allocated either. */
        long end;

        void missing(long until) {
            image = null;
            end = until < 0 ? Long.MAX_VALUE : until; // the sum may overflow in a damaged file
        }

        void found(byte[] in, long position, long until) {
            image = in;
            at = Math.toIntExact(position);
            end = until;
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

    /** The number of elements that may be allocated, from the first one on. */
    protected abstract long limit() throws IOException;

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
        Place place = new Place();
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
        long from = grid.number(box.lowest());
        long to = Math.min(grid.number(box.highest()), limit() - 1);
        if (grid.runs(box) > 1 + (to - from) / ELEMENTS_PER_RUN) {
            range(from, to, box, visitor);
            return;
        }
        long[] at = box.lowest();
        do {
            range(grid.number(at), Math.min(to, grid.runEnd(box, at)), box, visitor);
        } while (grid.nextRun(box, at));
    }

    /** Visits the chunks with these numbers that are in the box. */
    private void range(long from, long to, ChunkBox box, ChunkVisitor visitor) throws IOException {
        long[] coordinates = new long[grid.rank()];
        Place place = new Place();
        int length = elements.length();
        for (long number = from; number <= to; number = place.end) {
            locate(number, true, place);
            if (place.image == null) {
                continue;
            }
            int at = place.at;
            long end = Math.min(place.end, to + 1);
            for (long each = number; each < end; each++, at += length) {
                if (elements.isStored(place.image, at)) {
                    grid.coordinates(each, coordinates);
                    if (box.contains(coordinates)) {
                        visitor.visit(coordinates, elements.read(place.image, at));
                    }
                }
            }
        }
    }

    /** The elements of an array with a header. */
    protected final ChunkElements elements(String structure, int client, int expectedClient, int elementSize) {
        if (client != expectedClient) {
            throw new FormatException(
                    structure,
                    layout.address(),
                    "expected client %d, found %d: the dataset has %s"
                            .formatted(expectedClient, client, expectedClient == 0 ? "no filters" : "filters"));
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

    @Override
    public final long root() {
        return layout.address();
    }
}
