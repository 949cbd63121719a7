package dev.fallow.internal.open;

import dev.fallow.ObjectExistsException;
import dev.fallow.freespace.file.FileSpace;
import dev.fallow.internal.session.Failures;
import dev.fallow.internal.session.SessionState;
import dev.fallow.internal.trace.TraceFile;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;

/** Starts the recording of allocations that the options ask for. */
final class Traces {
    private Traces() {}

    /**
     * Starts a trace.
     *
     * @param path a new file; null for no trace
     * @return null without a path
     */
    static TraceFile start(Path path, SessionState state) {
        return start(path, state.store().space());
    }

    /** As {@link #start(Path, SessionState)}. */
    static TraceFile start(Path path, FileSpace space) {
        try {
            return TraceFile.start(path, space);
        } catch (FileAlreadyExistsException e) {
            throw new ObjectExistsException(path + " exists; a trace needs a new file", e);
        } catch (IOException e) {
            throw Failures.opening(path.toString(), e);
        }
    }
}
