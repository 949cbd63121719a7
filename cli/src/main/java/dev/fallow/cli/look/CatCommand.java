package dev.fallow.cli.look;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.OpenOptions;
import dev.fallow.cli.shell.CsvValues;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.Json;
import dev.fallow.cli.shell.ObjectNames;
import dev.fallow.cli.shell.OutputFile;
import dev.fallow.cli.shell.Screen;
import dev.fallow.cli.shell.Verb;
import dev.fallow.cli.shell.VirtualSources;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fallow cat}: prints the elements of a dataset or an attribute. */
@Command(
        name = "cat",
        description = {
            "Prints elements of a dataset or an attribute.",
            Elements.SLICES + " PATH@NAME is an attribute.",
            "Of more than 200 elements, the first and the last are printed, unless --all or a format is given.",
            "With --json: path, type, shape, and values in row-major order. There, NaN and infinities are strings,"
                    + " enumerated values are numbers, opaque bytes are hexadecimal.",
            "With --csv: a line for each row of two and more dimensions, otherwise for each element; the members"
                    + " of a compound are columns, and the first line has their names."
                    + " A string with a byte that is not UTF-8 is refused. Control characters other than line ends and tabs are escaped there,"
                    + " as everywhere but in JSON.",
            "With --raw: the bytes of the elements as they are in the file, without the effect of filters."
        })
public final class CatCommand extends Verb.OnLocation {
    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "PATH",
            defaultValue = "",
            description =
                    "A dataset, or an attribute after @, with an optional slice. It may stand behind FILE instead.")
    private String path;

    @Option(names = "--all", description = "Print all elements.")
    private boolean all;

    @ArgGroup
    private Format format = new Format();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUT",
            description = "Write to this file, which must not exist, instead of to standard output.")
    private Path output;

    @Option(
            names = "--external",
            paramLabel = "FOLDER",
            description = "A directory whose files may be read too, if elements are stored in them; may be repeated."
                    + " Default: only the directory of FILE.")
    private List<Path> folders = List.of();

    /** Of the file that is open. */
    private ObjectNames names;
    /** Of the elements that are printed; nothing for an attribute. */
    private Optional<VirtualSources> sources;

    /** At most one of these. */
    private static final class Format {
        @Option(names = "--json", description = "Print one JSON object.")
        private boolean json;

        @Option(names = "--csv", description = "Print comma-separated values.")
        private boolean csv;

        @Option(names = "--raw", description = "Print the bytes of the elements.")
        private boolean raw;
    }

    @Override
    public Integer call() throws IOException {
        requirePath(path);
        OpenOptions options =
                OpenOptions.defaults().withReadOnly(true).withExternalFolders(folders.toArray(Path[]::new));
        try (ContainerFile container = open(options)) {
            requirePath(path);
            names = new ObjectNames(container);
            Elements target = Elements.of(container, location.path(path));
            sources = target.sources();
            int code = sources.map(this::tell).orElse(ExitCode.OK);
            if (output != null) {
                write(target);
            } else if (format.raw) {
                if (Screen.isTerminal()) {
                    throw new ContainerException("bytes would be sent to a terminal: use --output, or a pipe");
                }
                writeRaw(target, System.out);
            } else {
                print(target, out());
            }
            return code;
        }
    }

    private void write(Elements target) throws IOException {
        if (format.raw) {
            OutputFile.create(output, target::writeRaw);
        } else {
            OutputFile.createText(output, out -> print(target, out));
        }
    }

    private static void writeRaw(Elements target, OutputStream stream) throws IOException {
        try (OutputStream out = new BufferedOutputStream(stream)) {
            target.writeRaw(out);
        }
    }

    private void print(Elements target, PrintWriter out) throws IOException {
        if (format.json) {
            Json.print(out, "cat/1", json -> {
                json.writeStringField("path", target.name());
                target.values().writeFields(json);
                if (sources.isPresent()) {
                    sources.get().writeMissing(json);
                }
                writeHttp(json);
            });
        } else if (format.csv) {
            new CsvValues(out, location + ": " + target.name(), target.values()).print();
        } else if (all) {
            target.values().naming(names).printAll(out);
        } else {
            target.values().naming(names).printEnds(out);
        }
    }
}
