package dev.fallow.benchmarks.session;

import dev.fallow.ContainerFile;
import dev.fallow.freespace.trace.Trace;
import dev.fallow.options.CreateOptions;
import java.io.IOException;
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
        Path folder = Files.createTempDirectory("fallow-session");
        Path container = folder.resolve("container.h5");
        Path trace = folder.resolve("session.trace");
        try {
            try (ContainerFile file =
                    ContainerFile.create(container, CreateOptions.defaults().withTrace(trace))) {
                work.accept(file);
            }
            return new RecordedSession(Trace.read(Files.readAllBytes(trace)), Files.size(container));
        } finally {
            Files.deleteIfExists(trace);
            Files.deleteIfExists(container);
            Files.delete(folder);
        }
    }
}
