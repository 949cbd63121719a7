package dev.fallow.cli.edit;

import dev.fallow.ContainerFile;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fallow ln}: adds a name for an object, or a link to a path. */
@Command(
        name = "ln",
        description = {
            "Creates a hard, soft or external link.",
            "A hard link is an additional name for an object, which exists until its last name is deleted."
        })
public final class LinkCommand extends EditCommand {
    @Mixin
    private EditedFile edited;

    @Parameters(
            index = "1",
            paramLabel = "TARGET",
            description = "The path of an object; with -s or -e any path, which need not exist.")
    private String target;

    @Parameters(index = "2", paramLabel = "PATH", description = "The path of the link, which must not exist.")
    private String path;

    @ArgGroup
    private Kind kind = new Kind();

    private static final class Kind {
        @Option(
                names = {"-s", "--soft"},
                description = "Create a soft link: TARGET is resolved whenever the link is followed.")
        private boolean soft;

        @Option(
                names = {"-e", "--external"},
                paramLabel = "OTHER",
                description = "Create an external link to TARGET in this file.")
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
