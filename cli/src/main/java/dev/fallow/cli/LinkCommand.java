package dev.fallow.cli;

import dev.fallow.ContainerFile;
import java.nio.file.Path;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fallow ln}: one more name for an object, or a link to a path. */
@Command(
        name = "ln",
        mixinStandardHelpOptions = true,
        description =
                "Makes a link in a file: one more name for an object, which then lives until its last name goes; or"
                        + " a soft or external link.")
final class LinkCommand extends EditCommand {
    @Mixin
    private EditedFile edited;

    @Parameters(index = "0", paramLabel = "FILE", description = "An HDF5 file.")
    private Path file;

    @Parameters(
            index = "1",
            paramLabel = "TARGET",
            description = "The path of an object; with -s or -e any path, of which nothing need be there.")
    private String target;

    @Parameters(index = "2", paramLabel = "PATH", description = "The path of the link, which must be free.")
    private String path;

    @ArgGroup
    private Kind kind = new Kind();

    private static final class Kind {
        @Option(
                names = {"-s", "--soft"},
                description = "A soft link: to whatever is found at TARGET when it is followed.")
        private boolean soft;

        @Option(
                names = {"-e", "--external"},
                paramLabel = "OTHER",
                description = "An external link: to TARGET in this other file.")
        private String other;
    }

    @Override
    void edit() {
        try (ContainerFile container = edited.open(file)) {
            if (kind.soft) {
                container.root().createSoftLink(path, target);
            } else if (kind.other != null) {
                container.root().createExternalLink(path, kind.other, target);
            } else {
                container.root().createHardLink(path, target);
            }
        }
    }
}
