package dev.fallow.freespace.trace;

import dev.fallow.freespace.file.AllocationListener;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.freespace.file.FileSpace;
import java.util.Objects;

/**
 * Records the requests to a file space from its creation until it is closed, as its listener. It buffers 8 KiB;
 * everything else is written to the sink at once, in 4 to 8 bytes for most calls.
 *
 * <p>What the aggregators hold when recording begins counts as in use until it is seen to be handed out: begin before
 * the first allocation where it matters. If the sink throws, recording stops, the space is not disturbed, and {@link
 * #close} throws what the sink threw.
 */
public final class TraceRecorder implements AutoCloseable {
    private final FileSpace space;
    private final TraceEncoder out;
    private long records;
    private long lastAddress;
    private RuntimeException failure;
    private boolean closed;

    /** Writes the beginning of a trace: the options and the free sections as they are now. */
    public TraceRecorder(FileSpace space, TraceSink sink) {
        this.space = Objects.requireNonNull(space, "space");
        out = new TraceEncoder(Objects.requireNonNull(sink, "sink"));
        TraceHeader.of(space).write(out);
        space.setListener(new Listener());
    }

    /** How many calls were recorded. */
    public long records() {
        return records;
    }

    /** Writes the end of the trace, without which it is taken for truncated. The sink is the caller's to close. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        space.setListener(null);
        if (failure != null) {
            throw failure;
        }
        out.octet(TraceOperation.END);
        out.varint(records);
        out.finish();
    }

    /**
     * A record: the operation's code and, 16 times, the type's number (0 if it has none) in one byte; then for a block the
     * signed distance of its address from the one before, and its size; for an extension also the bytes to add.
     */
    private void record(TraceOperation operation, AllocationType type, long address, long size, long extra) {
        if (failure != null) {
            return;
        }
        try {
            out.octet(operation.code() | (type == null ? 0 : type.number() << 4));
            if (operation.hasBlock()) {
                out.signed(address - lastAddress);
                out.varint(size);
                lastAddress = address;
            }
            if (operation.isExtension()) {
                out.varint(extra);
            }
            records++;
        } catch (RuntimeException e) {
            failure = e; // thrown by close(): the call that is recorded has been done, and must not seem to have failed
        }
    }

    private final class Listener implements AllocationListener {
        @Override
        public void allocated(AllocationType type, long size, long address) {
            record(TraceOperation.ALLOCATE, type, address, size, 0);
        }

        @Override
        public void allocatedAtEnd(long size, long address) {
            record(TraceOperation.ALLOCATE_AT_END, null, address, size, 0);
        }

        @Override
        public void released(AllocationType type, long address, long size) {
            record(TraceOperation.RELEASE, type, address, size, 0);
        }

        @Override
        public void extended(AllocationType type, long address, long size, long extra, boolean done) {
            record(done ? TraceOperation.EXTEND : TraceOperation.REFUSED_EXTENSION, type, address, size, extra);
        }

        @Override
        public void gaveBackAggregators() {
            record(TraceOperation.GIVE_BACK_AGGREGATORS, null, 0, 0, 0);
        }

        @Override
        public void shrunk() {
            record(TraceOperation.SHRINK, null, 0, 0, 0);
        }
    }
}
