package dev.fallow.cli.shell;

import dev.fallow.ContainerFile;
import dev.fallow.options.OpenOptions;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;

/** Opens files for commands that may take long: a {@link Meter} shows how far they are. */
public final class Opening {
    private Opening() {}

    /** Opens a file for reading. */
    public static ContainerFile reading(CommandSpec command, Path file) {
        return ContainerFile.open(file, OpenOptions.reading().withProgress(Meter.of(command)));
    }
}
