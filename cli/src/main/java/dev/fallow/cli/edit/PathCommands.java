package dev.fallow.cli.edit;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.Entry;
import dev.fallow.OpenOptions;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.PathPattern;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands that create, copy, rename and delete what a path leads to. */
public final class PathCommands {
    private PathCommands() {}

    /** {@code fallow mkdir}: creates groups. */
    @Command(name = "mkdir", description = "Creates groups.")
    public static final class MakeGroup extends EditCommand {
        @Parameters(index = "1..*", arity = "1..*", paramLabel = "PATH", description = "The groups to create.")
        private List<String> paths;

        @Option(
                names = {"-p", "--parents"},
                description = "Create the groups on the way that do not exist; a group that exists is no error.")
        private boolean parents;

        @Override
        void edit() {
            try (ContainerFile container = open()) {
                for (String path : paths) {
                    if (parents) {
                        container.root().createGroups(path);
                    } else {
                        container.root().createGroup(path);
                    }
                }
            }
        }
    }

    /** {@code fallow cp}: copies an object; a group with its contents. */
    @Command(
            name = "cp",
            description = {
                "Copies an object, or a group with its contents.",
                "The copy is in the same file or in another one."
            })
    public static final class Copy extends EditCommand {
        @Parameters(index = "1", paramLabel = "FROM", description = "The path of an object in it.")
        private String from;

        @Parameters(
                index = "2",
                paramLabel = "TO",
                description = "The path of the copy, which must not exist; or another HDF5 file, which must.")
        private String to;

        @Parameters(
                index = "3",
                arity = "0..1",
                paramLabel = "TO_IN_OTHER",
                description = "The path of the copy in the other file: fallow cp A.h5 /x B.h5 /y")
        private String toInOther;

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
            if (toInOther != null) {
                if (other != null) {
                    throw wrong("--into: the other file is given already: " + to);
                }
                other = Path.of(to);
                to = toInOther;
            }
            OpenOptions options = OpenOptions.defaults().withUnwritableFiltersSkipped(skipFilters);
            if (!isOther(other)) {
                try (ContainerFile container = open(file, options)) {
                    container.copy(from, to);
                }
            } else {
                try (ContainerFile source = ContainerFile.openReadOnly(file);
                        ContainerFile target = open(other, options)) {
                    source.copyTo(target, from, to);
                }
            }
        }
    }

    /** {@code fallow mv}: renames a link or moves it to another group. */
    @Command(
            name = "mv",
            description = {"Renames a link, or moves it to another group.", "The object itself is not changed."})
    public static final class Move extends EditCommand {
        @Parameters(index = "1", paramLabel = "FROM", description = "The path of the link.")
        private String from;

        @Parameters(index = "2", paramLabel = "TO", description = "Its new path, which must not exist.")
        private String to;

        @Override
        void edit() {
            try (ContainerFile container = open()) {
                container.move(from, to);
            }
        }
    }

    /** {@code fallow ln}: adds a name for an object, or a link to a path. */
    @Command(
            name = "ln",
            description = {
                "Creates a hard, soft or external link.",
                "A hard link is an additional name for an object, which exists until its last name is deleted."
            })
    public static final class Link extends EditCommand {
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
            try (ContainerFile container = open()) {
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

    /** {@code fallow rm}: deletes links, and objects that are no longer reachable. */
    @Command(
            name = "rm",
            description = {
                "Deletes objects, and groups with their contents.",
                "Deletes the links, and the objects that become unreachable.",
                "Continues after a path that cannot be deleted.",
                "PATH may have wildcards, as those of fallow ls, which have to be quoted: \"/run1/tmp*\"."
            })
    public static final class Remove extends EditCommand {
        @Parameters(
                index = "1..*",
                arity = "1..*",
                paramLabel = "PATH",
                description = "The paths of the links to delete.")
        private List<String> paths;

        @Override
        void edit() {
            try (ContainerFile container = open()) {
                for (String path : paths) {
                    if (PathPattern.isWild(path) && !PathPattern.isPath(container, path)) {
                        deleteMatching(container, path);
                    } else {
                        delete(container, path);
                    }
                }
            }
        }

        /** What is in a group that matches goes with it. */
        private void deleteMatching(ContainerFile container, String pattern) {
            List<Entry> found = PathPattern.find(container, pattern);
            if (found.isEmpty()) {
                complain(container.name() + ": nothing matches " + pattern);
                code = ExitCode.CANNOT_OPEN;
            }
            String deleted = null;
            for (Entry entry : found) {
                String path = entry.path();
                if (deleted == null || !path.startsWith(deleted)) {
                    delete(container, path);
                    deleted = path + "/";
                }
            }
        }

        private void delete(ContainerFile container, String path) {
            try {
                container.delete(path);
            } catch (ContainerException e) {
                complain(e.getMessage());
                code = ExitCode.CANNOT_OPEN;
            }
        }
    }
}
