package dev.fallow.internal.trace;

import dev.fallow.freespace.file.FileSpace;
import dev.fallow.freespace.trace.TraceRecorder;
import dev.fallow.internal.storage.FileChannelStorage;
import dev.fallow.internal.storage.Storage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** The trace of one session, in a separate file. */
public final class TraceFile implements AutoCloseable {
    private final Storage storage;
    private final TraceRecorder recorder;
    private long length;

    private TraceFile(Storage storage, FileSpace space) {
        this.storage = storage;
        recorder = new TraceRecorder(space, this::write);
    }

    /**
     * Starts recording.
     *
     * @param path a file that must not exist yet; if null, nothing is recorded and the result is null
     */
    public static TraceFile start(Path path, FileSpace space) throws IOException {
        return path == null ? null : new TraceFile(FileChannelStorage.create(path), space);
    }

    private void write(byte[] bytes, int offset, int count) {
        try {
            storage.write(length, ByteBuffer.wrap(bytes, offset, count));
            length += count;
        } catch (IOException e) {
            throw new UncheckedIOException(e); // close() reports it
        }
    }

    /** Ends the trace, and reports a failure to write it. The container is not affected. */
    @Override
    public void close() throws IOException {
        try (storage) {
            recorder.close();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
