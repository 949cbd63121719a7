package dev.fallow.cli;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.DatasetOptions;
import dev.fallow.FileFormat;
import dev.fallow.Group;
import dev.fallow.StorageLayout;
import dev.fallow.cli.shell.Choices;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.filter.Filters;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs the verbs that show what is in a file, and an edit, so that a JVM that records the classes which it loads can
 * write an archive of them. Prints nothing.
 */
final class Training {
    private static final List<String> LOOKS =
            List.of("info", "info --json", "ls", "ls -lr", "tree", "space", "why", "holes", "check", "map");

    private Training() {}

    /** Writes files into the empty folder that the argument names. */
    public static void main(String[] arguments) throws IOException {
        Fallow.prepare();
        Path folder = Path.of(arguments[0]);
        String tour = folder.resolve("tour.h5").toString();
        run("tour", tour);
        run("--help");
        look(tour);
        for (FileFormat format : List.of(FileFormat.EARLIEST, FileFormat.LATEST)) {
            Path file = folder.resolve("chunks-" + Choices.name(format) + ".h5");
            write(file, CreateOptions.defaults().withFormat(format).withPersistFreeSpace(format == FileFormat.LATEST));
            look(file.toString());
            run("cat", file.toString(), "/group/d4");
            run("attr", "ls", file.toString(), "/group/d4");
            run("mkdir", file.toString(), "/other");
        }
    }

    /** A file with each kind of layout, attributes, a dimension scale and free space. */
    private static void write(Path file, CreateOptions options) {
        try (ContainerFile container = ContainerFile.create(file, options)) {
            Group group = container.root().createGroup("group");
            DatasetOptions chunked = DatasetOptions.defaults().withChunks(10, 10);
            List<DatasetOptions> layouts = List.of(
                    DatasetOptions.defaults(),
                    chunked,
                    DatasetOptions.defaults().withLayout(StorageLayout.COMPACT),
                    chunked.withMaxDimensions(DatasetOptions.UNLIMITED, 10),
                    chunked.withFilters(Filters.shuffle(), Filters.deflate(1)),
                    DatasetOptions.defaults());
            for (int i = 0; i < layouts.size(); i++) {
                group.createDataset("d" + i, new int[100][10], layouts.get(i)).createAttribute("units", "m");
            }
            group.dataset("d4").dims().get(1).attach(container.root().createDataset("x", new double[10]));
            container.root().createDataset("text", "text");
            container.root().createSoftLink("link", "/group");
            container
                    .root()
                    .createDataset("last", new int[3_000]); // fits into no hole: how would the file become shorter?
            container.delete("/group/d0");
            container.delete("/group/d1");
        }
    }

    private static void look(String file) {
        for (String look : LOOKS) {
            List<String> words = new ArrayList<>(List.of(look.split(" ")));
            words.add(file);
            run(words.toArray(String[]::new));
        }
    }

    private static void run(String... words) {
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        int code = Fallow.run(nowhere, nowhere, words);
        if (code > ExitCode.FINDINGS) {
            throw new IllegalStateException(String.join(" ", words) + ": exit code " + code);
        }
    }
}
