package dev.fallow.freespace.trace;

import dev.fallow.freespace.file.AllocationListener.Call;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.freespace.file.FileSpace;
import java.util.Objects;

/**
 * Records the requests to a file space, as its listener, until it is closed. Most calls take 4 to 8 bytes. They are
 * written to the sink through a buffer of 8 KiB.
 *
 * <p>Unused bytes of the aggregators count as in use when recording starts, until they are allocated; to avoid this,
 * start recording before the first allocation. If the sink throws, recording stops, the space is not affected, and
 * {@link #close} throws the sink's exception.
 */
public final class TraceRecorder implements AutoCloseable {
    /** The code that ends the records. */
    static final int END = 0;

    private final FileSpace space;
    private final TraceEncoder out;
    private long records;
    private long lastAddress;
    private RuntimeException failure;
    private boolean closed;

    /** Writes the header of a trace: the options and the current free sections. */
    public TraceRecorder(FileSpace space, TraceSink sink) {
        this.space = Objects.requireNonNull(space, "space");
        out = new TraceEncoder(Objects.requireNonNull(sink, "sink"));
        TraceHeader.of(space).write(out);
        space.setListener(this::record);
    }

    /** The number of recorded calls. */
    public long records() {
        return records;
    }

    /** Writes the end of the trace, without which it counts as truncated. Does not close the sink. */
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
        out.octet(END);
        out.varint(records);
        out.finish();
    }

    /**
     * Writes a record: a byte with the call's code plus 16 times the type's number (0 if there is none); then, for
     * a block, the signed distance of its address from that of the previous record, and its size; for an extension,
     * also the number of bytes to add.
     */
    private void record(Call call, AllocationType type, long address, long size, long extra) {
        if (failure != null) {
            return;
        }
        try {
            out.octet(call.code() | (type == null ? 0 : type.number() << 4));
            if (call.hasBlock()) {
                out.signed(address - lastAddress);
                out.varint(size);
                lastAddress = address;
            }
            if (call.isExtension()) {
                out.varint(extra);
            }
            records++;
        } catch (RuntimeException e) {
            failure = e; // thrown by close(), because the recorded call itself has succeeded
        }
    }
}
