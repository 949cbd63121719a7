package dev.fallow.cli.look;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.cli.look.ElementComparison.Tolerance;
import dev.fallow.cli.shell.Meter;
import dev.fallow.cli.shell.Verb;
import dev.fallow.cli.text.IoConsumer;
import dev.fallow.cli.text.Json;
import dev.fallow.options.OpenOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fallow diff}: compares two files. */
@Command(
        name = "diff",
        exitCodeListHeading = "%nExit codes, as those of h5diff:%n",
        exitCodeList = {"0:no differences", "1:differences", "2:usage error, or something cannot be read"},
        description = {
            "Compares two files, or an object of each.",
            "Compares links, kinds of objects, attributes, types, shapes and elements. How elements are stored makes no"
                    + " difference: layout, chunks, filters, byte order, the size of numbers and of strings.",
            "NaN equals NaN, and 0 equals -0. References are equal if they lead to objects with the same path.",
            "Objects whose types or shapes cannot be compared are different; h5diff only mentions them."
        })
public final class DiffCommand extends Verb {
    private static final int EQUAL = 0;
    private static final int DIFFERENT = 1;
    private static final int ERROR = 2;

    @Parameters(index = "0", paramLabel = "A", description = "An HDF5 file.")
    private Path first;

    @Parameters(index = "1", paramLabel = "B", description = "Another one.")
    private Path second;

    @Parameters(
            index = "2",
            arity = "0..1",
            paramLabel = "PATH",
            defaultValue = "/",
            description = "An object of A. Default: the root group, and so everything.")
    private String path;

    @Parameters(index = "3", arity = "0..1", paramLabel = "PATH_B", description = "An object of B. Default: PATH.")
    private String pathB;

    @ArgGroup
    private Limits limits = new Limits();

    /** At most one of these. */
    private static final class Limits {
        @Option(
                names = {"-d", "--delta"},
                paramLabel = "D",
                description = "Numbers are equal if they differ by at most D.")
        private double delta;

        @Option(
                names = {"-p", "--relative"},
                paramLabel = "R",
                description = "Numbers are equal if they differ by at most R times the one in A.")
        private double relative;
    }

    @Option(
            names = {"-q", "--quiet"},
            description = "Print nothing but errors.")
    private boolean quiet;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Option(
            names = "--external",
            paramLabel = "FOLDER",
            description = "A directory whose files may be read too, if elements are stored in them; may be repeated."
                    + " Default: only the directory of each file.")
    private List<Path> folders = List.of();

    private long differences;
    private final List<String> problems = new ArrayList<>();

    @Override
    public Integer call() throws IOException {
        if (!(limits.delta >= 0 && limits.relative >= 0)) {
            throw wrong("D and R must be at least 0");
        }
        OpenOptions options = OpenOptions.reading().withExternalFolders(folders.toArray(Path[]::new));
        try (ContainerFile a = ContainerFile.open(first, options);
                ContainerFile b = ContainerFile.open(second, options)) {
            a.root().get(path);
            b.root().get(pathB == null ? path : pathB);
            if (json) {
                printJson(a, b);
            } else {
                compare(a, b, null);
            }
        } catch (ContainerException e) {
            problems.add(e.getMessage());
        }
        problems.forEach(this::complain);
        return !problems.isEmpty() ? ERROR : differences > 0 ? DIFFERENT : EQUAL;
    }

    private void printJson(ContainerFile a, ContainerFile b) {
        Json.print(out(), "diff/1", generator -> {
            generator.writeStringField("a", a.name());
            generator.writeStringField("b", b.name());
            generator.writeArrayFieldStart("differences");
            compare(a, b, generator);
            generator.writeEndArray();
            Json.strings(generator, "errors", problems);
            generator.writeBooleanField("equal", differences == 0 && problems.isEmpty());
        });
    }

    private void compare(ContainerFile a, ContainerFile b, JsonGenerator generator) throws IOException {
        IoConsumer<FileComparison.Difference> found = difference -> {
            differences++;
            if (generator != null) {
                difference.write(generator);
            } else if (!quiet) {
                out().println(difference.line());
            }
        };
        Tolerance tolerance = new Tolerance(limits.delta, limits.relative);
        new FileComparison(a, b, tolerance, Meter.ofObjects(spec), found, problems::add)
                .compare(path, pathB == null ? path : pathB);
    }
}
