package dev.fallow.cli.edit;

import dev.fallow.ContainerFile;
import dev.fallow.options.OpenOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fallow cp}: copies an object; a group with its contents. */
@Command(
        name = "cp",
        description = {
            "Copies an object, or a group with its contents.",
            "The copy is in the same file or in another one."
        })
public final class CopyCommand extends EditCommand {
    @Mixin
    private EditedFile edited;

    @Parameters(index = "1", paramLabel = "FROM", description = "The path of an object in it.")
    private String from;

    @Parameters(index = "2", paramLabel = "TO", description = "The path of the copy, which must not exist.")
    private String to;

    @Option(
            names = "--into",
            paramLabel = "OTHER",
            description = "Copy into this HDF5 file, which must exist. Default: FILE itself.")
    private Path other;

    @Option(
            names = "--skip-unwritable-filters",
            description = {
                "If chunks have to be written anew, because their elements refer to other objects, write them without",
                "the optional filters that can only be read, such as blosc2. By default such a copy is refused."
            })
    private boolean skipFilters;

    @Override
    void edit() throws IOException {
        OpenOptions options = OpenOptions.edit().withUnwritableFiltersSkipped(skipFilters);
        if (other == null || Files.exists(other) && Files.exists(file) && Files.isSameFile(file, other)) {
            try (ContainerFile container = edited.open(file, options)) {
                container.copy(from, to);
            }
        } else {
            try (ContainerFile source = ContainerFile.openReadOnly(file);
                    ContainerFile target = edited.open(other, options)) {
                source.copyTo(target, from, to);
            }
        }
    }
}
