package dev.fallow.research.session;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.freespace.trace.Trace;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * A recorded session.
 *
 * @param trace all allocations and releases, from creation to close
 * @param fileLength the length of the closed file, in bytes
 */
public record RecordedSession(Trace trace, long fileLength) {
    /**
     * Runs a session on a new file in a temporary directory, which is deleted afterwards.
     *
     * @throws IOException if the directory or a file in it cannot be written, read or deleted
     */
    public static RecordedSession of(Consumer<ContainerFile> work) throws IOException {
        return of(Files.createTempDirectory("fallow-session"), work);
    }

    /** As {@link #of(Consumer)}, in this directory, which is deleted. */
    static RecordedSession of(Path folder, Consumer<ContainerFile> work) throws IOException {
        Path container = folder.resolve("container.h5");
        Path trace = folder.resolve("session.trace");
        RecordedSession session;
        try {
            try (ContainerFile file =
                    ContainerFile.create(container, CreateOptions.defaults().withTrace(trace))) {
                work.accept(file);
            }
            session = new RecordedSession(Trace.read(Files.readAllBytes(trace)), Files.size(container));
        } catch (IOException | RuntimeException | Error e) {
            try {
                deleteAll(folder);
            } catch (IOException other) {
                e.addSuppressed(other); // it does not hide the failure of the session
            }
            throw e;
        }
        deleteAll(folder);
        return session;
    }

    /** Deletes a directory with the files in it; a session that failed may leave more than it was given. */
    private static void deleteAll(Path folder) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }
}
