package dev.fallow.internal.elements;

import dev.fallow.internal.data.ElementSource;
import dev.fallow.internal.slice.Selected;
import dev.fallow.internal.storage.Storage;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Writes runs of elements to a block of the file, in pieces of bounded size. Runs that follow one another in the block are
 * written together. The pieces of what does not fit in the buffer end at multiples of {@link #PIECE_BYTES} in the file: a new
 * file of 1 GiB took 0.24 CPU seconds in such pieces of 256 KiB, and 0.29 in pieces that ended elsewhere.
 */
public final class ElementRunWriter {
    private static final int PIECE_BYTES = 1 << 18;
    /** What an element may extend past the end of a piece, to be written with the next one. */
    private static final int LARGEST_ALIGNED_ELEMENT = 1 << 12;
    /** Outside the heap: a channel would copy the bytes through such a buffer otherwise. */
    private static final ThreadLocal<ByteBuffer> BUFFER =
            ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect(PIECE_BYTES + LARGEST_ALIGNED_ELEMENT));

    private final Storage storage;
    private final long position;
    private final int elementSize;
    private final ElementSource source;
    private final ByteBuffer buffer;
    private final boolean aligned;

    /** Where the bytes in the buffer go. */
    private long start;
    /** The number of bytes in the buffer. */
    private int filled;

    public ElementRunWriter(Storage storage, long position, int elementSize, ElementSource source) {
        this.storage = storage;
        this.position = position;
        this.elementSize = elementSize;
        this.source = source;
        aligned = elementSize <= LARGEST_ALIGNED_ELEMENT;
        buffer = elementSize > PIECE_BYTES ? ByteBuffer.allocate(elementSize) : BUFFER.get();
    }

    /** Writes the selected elements of a grid of one chunk, which is the block. */
    public void write(Selected selected) throws IOException {
        selected.forEachRun(this::add);
        write(filled);
    }

    /** Writes the selected elements of a chunk, which is the block. */
    void write(Selected selected, long[] coordinates) throws IOException {
        selected.forEachRun(coordinates, this::add);
        write(filled);
    }

    /**
     * Writes elements.
     *
     * @param offset of the first one in the block, in elements
     * @param index of the first one in the value
     */
    public void write(long offset, long index, long count) throws IOException {
        add(offset, index, count);
        write(filled);
    }

    private void add(long offset, long index, long count) throws IOException {
        long at = position + offset * elementSize;
        if (at != start + filled) {
            write(filled);
            start = at;
        }
        int elements;
        for (long done = 0; done < count; done += elements) {
            int room = room();
            if (room == 0) {
                write(aligned ? (int) (filled - (start + filled) % PIECE_BYTES) : filled);
                room = room();
            }
            elements = (int) Math.min(count - done, room);
            source.get(buffer.clear().position(filled), index + done, elements);
            filled += elements * elementSize;
        }
    }

    /** How many elements may be added; those of a piece that begins at a multiple of its size end at or behind the next one. */
    private int room() {
        return aligned
                ? Math.max(0, PIECE_BYTES - filled + elementSize - 1) / elementSize
                : (buffer.capacity() - filled) / elementSize;
    }

    /** Writes the first bytes of the buffer. */
    private void write(int bytes) throws IOException {
        if (bytes > 0) {
            storage.write(start, buffer.limit(bytes).position(0));
            buffer.limit(filled).position(bytes).compact();
            start += bytes;
            filled -= bytes;
        }
    }
}
