package dev.fallow.internal.elements;

import dev.fallow.internal.storage.Storage;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Writes runs of elements to a block of the file, in pieces of bounded size. */
public final class RunWriter {
    private static final int BUFFER_BYTES = 1 << 18;
    /** Outside the heap: a channel would copy the bytes through such a buffer otherwise. */
    private static final ThreadLocal<ByteBuffer> BUFFER =
            ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect(BUFFER_BYTES));

    private final Storage storage;
    private final long position;
    private final int elementSize;
    private final ElementSource source;
    private final ByteBuffer buffer;

    /**
     * @param position of the block in the storage
     * @param elementSize in bytes
     */
    public RunWriter(Storage storage, long position, int elementSize, ElementSource source) {
        this.storage = storage;
        this.position = position;
        this.elementSize = elementSize;
        this.source = source;
        buffer = elementSize > BUFFER_BYTES ? ByteBuffer.allocate(elementSize) : BUFFER.get();
    }

    /**
     * Writes elements.
     *
     * @param offset of the first one in the block, in elements
     * @param index of the first one in the value
     */
    public void write(long offset, long index, long count) throws IOException {
        int most = buffer.capacity() / elementSize;
        for (long done = 0; done < count; done += most) {
            int piece = (int) Math.min(most, count - done);
            source.get(buffer.clear(), index + done, piece);
            storage.write(
                    position + (offset + done) * elementSize,
                    buffer.limit(piece * elementSize).position(0));
        }
    }
}
