package dev.fallow.internal.session;

import dev.fallow.ShrinkPolicy;
import dev.fallow.internal.commit.WriteOut;
import dev.fallow.internal.storage.Storage;
import dev.fallow.internal.trace.TraceFile;
import java.util.function.Function;

/**
 * What a session starts with.
 *
 * @param name the file's name, for messages
 * @param storage owned by the session
 * @param readOnly whether changes are refused
 * @param state built from the last commit, or new
 * @param rebuilding rebuilds the state from the last commit; null if a failed change cannot be rolled back
 * @param writeOut writes commits
 * @param trace the recorder of this session's allocations; null without one
 * @param shrinking when the session shrinks the file
 * @param splitCommits whether a change commits first if the file would otherwise become much longer
 * @param mostUncommittedBytes if changes take more memory, the next one makes room before it starts: it writes blocks, or commits
 * @param versions opens committed states of the container
 * @param linked makes the containers that the external links lead to
 */
public record SessionParts(
        String name,
        Storage storage,
        boolean readOnly,
        SessionState state,
        SessionState.Source rebuilding,
        WriteOut writeOut,
        TraceFile trace,
        ShrinkPolicy shrinking,
        boolean splitCommits,
        long mostUncommittedBytes,
        VersionOpener versions,
        Function<Session, LinkedContainers> linked) {
    /** Opens a committed state of a container. */
    @FunctionalInterface
    public interface VersionOpener {
        /**
         * The parts of a read-only session.
         *
         * @param version owned by the session from then on; closed if opening fails
         * @param name the file's name, for messages
         */
        SessionParts open(Storage version, String name);
    }
}
