package dev.fallow.cli;

import dev.fallow.ContainerFile;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code fallow mv}: gives a link another name or another group. */
@Command(
        name = "mv",
        mixinStandardHelpOptions = true,
        description = "Gives a link of a file another name, or another group. What it leads to is not touched.")
final class MoveCommand extends EditCommand {
    @Mixin
    private EditedFile edited;

    @Parameters(index = "0", paramLabel = "FILE", description = "An HDF5 file.")
    private Path file;

    @Parameters(index = "1", paramLabel = "FROM", description = "The path of the link.")
    private String from;

    @Parameters(index = "2", paramLabel = "TO", description = "Its new path, which must be free.")
    private String to;

    @Override
    void edit() {
        try (ContainerFile container = edited.open(file)) {
            container.move(from, to);
        }
    }
}
