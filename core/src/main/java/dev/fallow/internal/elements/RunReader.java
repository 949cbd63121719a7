package dev.fallow.internal.elements;

import dev.fallow.internal.data.ElementTarget;
import dev.fallow.internal.slice.Selected;
import dev.fallow.internal.storage.Memory;
import dev.fallow.internal.storage.Storage;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Reads runs of bytes that are stored without filters. Runs that are near each other are read with one access. Bytes past
 * the end of the file are zeros: space that was allocated but never written.
 */
public final class RunReader {
    /** The size of the buffer in bytes; larger runs are delivered in pieces. */
    private static final int BUFFER_BYTES = 1 << 18;
    /** From this version on, what the JVM copies at a time on x86 with AVX-512 is stored past the cache if it has more than 2.5 MB. */
    private static final int FIRST_WITH_LONG_COPIES = 22;
    /** If the gap behind a run is at most this long, reading on costs less than another access. */
    private static final long NEAR = 4096;

    private static final int WINDOW_BYTES = 1 << 16;

    /** Outside the heap: a channel would copy the bytes through such a buffer otherwise. */
    private static final ThreadLocal<ByteBuffer> BUFFER =
            ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect(BUFFER_BYTES));

    private final Storage storage;
    private final String where;
    private final int elementSize;
    /** What was read last; null until something is read. */
    private ByteBuffer buffer;
    /** While a long run is delivered in long pieces; otherwise null. */
    private ByteBuffer longBuffer;

    private long position;
    private long size;
    private long windowFrom;
    private long windowTo;
    /** The length of the storage when it was last asked for, which takes a system call. */
    private long knownLength;
    /** How far to announce reads. */
    private final long ahead;
    /** Whether long runs are read in long pieces. */
    private final boolean longPieces;

    private long announcedTo;

    /** @param elementSize in bytes; runs are of whole elements */
    public RunReader(Storage storage, String where, int elementSize) {
        this(storage, where, elementSize, Runtime.version().feature());
    }

    /** @param version of the JVM */
    RunReader(Storage storage, String where, int elementSize, int version) {
        this.where = where;
        this.storage = storage;
        ahead = storage.announcedBytes();
        this.elementSize = elementSize;
        longPieces = version >= FIRST_WITH_LONG_COPIES
                && ahead == 0 // what is announced arrives while short pieces are delivered
                && elementSize <= BUFFER_BYTES;
    }

    /**
     * Goes to a block.
     *
     * @param blockPosition of its first byte in the storage
     * @param blockSize in bytes
     */
    public RunReader at(long blockPosition, long blockSize) {
        position = blockPosition;
        size = blockSize;
        windowFrom = 0;
        windowTo = 0;
        announcedTo = 0;
        return this;
    }

    /**
     * Says which runs of the block will be delivered. If they are near each other and fit into the buffer, they are read
     * with one access.
     *
     * @param selected of which the chunk at these coordinates is the block
     */
    void expect(Selected selected, long[] coordinates) throws IOException {
        if (size <= NEAR) {
            fill(0, (int) size);
            return;
        }
        Span span = new Span();
        selected.forEachRun(coordinates, span);
        long bytes = (span.to - span.from) * elementSize;
        long gaps = bytes - span.elements * elementSize;
        if (span.runs > 1 && bytes <= BUFFER_BYTES && gaps / span.runs <= NEAR) {
            fill(span.from * elementSize, (int) bytes);
        }
    }

    /** Where the runs of a block are. */
    private static final class Span implements Selected.RunVisitor {
        private long from = Long.MAX_VALUE;
        private long to;
        private long elements;
        private long runs;

        @Override
        public void visit(long offset, long index, long count) {
            from = Math.min(from, offset);
            to = Math.max(to, offset + count);
            elements += count;
            runs++;
        }
    }

    /** Delivers the selected elements of a grid of one chunk, which is the block. */
    public void deliver(Selected selected, ElementTarget target) throws IOException {
        selected.forEachRun((offset, index, count) -> deliver(offset, index, count, target));
    }

    /** Delivers the selected elements of a chunk, which is the block. */
    void deliver(Selected selected, long[] coordinates, ElementTarget target) throws IOException {
        selected.forEachRun(coordinates, (offset, index, count) -> deliver(offset, index, count, target));
    }

    /**
     * Delivers elements of the block.
     *
     * @param offset of the first one in the block, in elements
     * @param index of the first one in the result
     */
    private void deliver(long offset, long index, long count, ElementTarget target) throws IOException {
        if (longPieces && count >= 2 * Scratches.LONG_BUFFER_BYTES / elementSize) {
            longBuffer = Scratches.takeLongBuffer();
        }
        if (longBuffer == null) {
            deliver(offset, index, count, target, BUFFER_BYTES);
            return;
        }
        try {
            deliver(offset, index, count, target, Scratches.LONG_BUFFER_BYTES);
        } finally {
            Scratches.giveLongBuffer(longBuffer);
            longBuffer = null;
            windowTo = windowFrom;
        }
    }

    private void deliver(long offset, long index, long count, ElementTarget target, int pieceBytes) throws IOException {
        int most = Math.max(1, pieceBytes / elementSize);
        for (long done = 0; done < count; done += most) {
            int piece = (int) Math.min(most, count - done);
            announce((offset + done) * elementSize, (offset + count) * elementSize);
            target.put(read((offset + done) * elementSize, piece * elementSize), index + done, piece);
        }
    }

    /** Announces what follows a place in the block, up to the end of a run. */
    private void announce(long at, long end) {
        if (ahead == 0 || end - at <= BUFFER_BYTES) {
            return;
        }
        if (announcedTo < at || announcedTo - at > ahead) {
            announcedTo = at;
        }
        if (announcedTo < end && announcedTo - at <= ahead / 2) {
            long to = Math.min(end, announcedTo + ahead / 2);
            storage.willRead(new long[] {position + announcedTo}, new long[] {to - announcedTo});
            announcedTo = to;
        }
    }

    /** The bytes of a run, valid until the next call. */
    private ByteBuffer read(long offset, int bytes) throws IOException {
        if (offset < windowFrom || offset + bytes > windowTo) {
            boolean near = offset >= windowTo && offset - windowTo <= NEAR && windowTo > windowFrom;
            long length = near ? Math.max(bytes, WINDOW_BYTES) : bytes;
            fill(offset, (int) Math.min(length, size - offset));
        }
        int from = (int) (offset - windowFrom);
        return buffer.limit(from + bytes).position(from);
    }

    private void fill(long offset, int bytes) throws IOException {
        if (longBuffer != null) {
            buffer = longBuffer;
        } else if (elementSize <= BUFFER_BYTES) {
            buffer = BUFFER.get();
        } else if (buffer == null) {
            buffer = ByteBuffer.wrap(Memory.bytes(where, elementSize));
        }
        windowFrom = offset;
        windowTo = offset; // in case of a failure
        if (bytes > knownLength - position - offset) {
            knownLength = storage.size();
        }
        long present = Math.max(0, Math.min(bytes, knownLength - position - offset));
        buffer.clear().limit((int) present);
        if (present > 0) {
            storage.read(position + offset, buffer);
        }
        buffer.limit(bytes);
        while (buffer.hasRemaining()) {
            buffer.put((byte) 0);
        }
        windowTo = offset + bytes;
    }
}
