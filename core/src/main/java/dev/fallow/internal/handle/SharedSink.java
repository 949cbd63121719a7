package dev.fallow.internal.handle;

import dev.fallow.ChunkSink;
import dev.fallow.ContainerException;
import dev.fallow.Dataset;
import dev.fallow.RawChunk;
import dev.fallow.internal.dataset.ChunkEncoding;
import dev.fallow.internal.session.Failures;
import dev.fallow.internal.session.Session;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** Lets threads use a session by turns, to place the chunks that each has encoded outside of its turn. */
public final class SharedSink implements ChunkSink {
    private final Session session;
    private final ReentrantLock turn = new ReentrantLock(true);
    private boolean closed;

    /** @throws ContainerException if the session is read-only */
    public SharedSink(Session session) {
        this.session = session;
        if (session.isReadOnly()) {
            throw new ContainerException(session.name() + " is open read-only");
        }
    }

    /** The value of a chunk, and what encodes it. */
    private record Encoding(ChunkEncoding encoding, Object value) {
        RawChunk encode(Session session, long[] offset) {
            try {
                return encoding.encode(offset, value);
            } catch (IOException e) {
                throw Failures.of(session.name(), session.store().sizes(), e);
            }
        }
    }

    @Override
    public void write(Dataset dataset, long[] offset, Object elements) {
        Objects.requireNonNull(elements, "elements");
        DatasetHandle handle = (DatasetHandle) ObjectHandle.of(dataset);
        long[] own = offset.clone();
        if (handle.session() != session) {
            throw new ContainerException(
                    "%s: %s is a dataset of another container".formatted(session.name(), handle.shownPath()));
        }
        Encoding encoding = inTurn(() ->
                new Encoding(session.reading(() -> new ChunkEncoding(handle.storage())), handle.elements(elements)));
        RawChunk chunk = encoding.encode(session, own);
        inTurn(() -> {
            handle.writeChunk(own, chunk);
            return null;
        });
    }

    private <T> T inTurn(Supplier<T> operation) {
        turn.lock();
        try {
            if (closed) {
                throw new ContainerException(session.name() + ": the sink of chunks is closed");
            }
            return operation.get();
        } finally {
            turn.unlock();
        }
    }

    @Override
    public void close() {
        turn.lock();
        closed = true;
        turn.unlock();
    }
}
