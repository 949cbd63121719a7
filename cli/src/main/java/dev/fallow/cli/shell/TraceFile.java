package dev.fallow.cli.shell;

import dev.fallow.ContainerException;
import dev.fallow.freespace.trace.TraceFormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;

/** Reads traces. */
public final class TraceFile {
    private TraceFile() {}

    /**
     * Reads a trace.
     *
     * @param reader makes something of its bytes
     * @throws ContainerException if it is not a regular file, cannot be read, or is not a trace
     */
    public static <T> T read(Path file, Function<byte[], T> reader) {
        if (Files.exists(file) && !Files.isRegularFile(file)) { // a FIFO or a device can be endless
            throw new ContainerException(file + ": is not a regular file");
        }
        try {
            return reader.apply(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new ContainerException(file + ": cannot be read", e);
        } catch (TraceFormatException e) {
            throw new ContainerException(file + ": " + e.getMessage(), e);
        }
    }
}
