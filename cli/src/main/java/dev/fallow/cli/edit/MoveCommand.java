package dev.fallow.cli.edit;

import dev.fallow.ContainerFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code fallow mv}: renames a link or moves it to another group. */
@Command(
        name = "mv",
        description = {"Renames a link, or moves it to another group.", "The object itself is not changed."})
public final class MoveCommand extends EditCommand {
    @Mixin
    private EditedFile edited;

    @Parameters(index = "1", paramLabel = "FROM", description = "The path of the link.")
    private String from;

    @Parameters(index = "2", paramLabel = "TO", description = "Its new path, which must not exist.")
    private String to;

    @Override
    void edit() {
        try (ContainerFile container = edited.open(file)) {
            container.move(from, to);
        }
    }
}
