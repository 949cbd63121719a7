package dev.fallow.cli.look;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.FileVerb;
import dev.fallow.cli.shell.Screen;
import dev.fallow.cli.text.CsvValues;
import dev.fallow.cli.text.Json;
import dev.fallow.cli.text.PlainValues;
import dev.fallow.cli.text.TerminalWriter;
import dev.fallow.options.OpenOptions;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fallow cat}: prints the elements of a dataset or an attribute. */
@Command(
        name = "cat",
        description = {
            "Prints elements of a dataset or an attribute.",
            "PATH[0:10,5,::2] has an index or from:to:step for each dimension;"
                    + " a dimension with an index is left out of the shape;"
                    + " negative numbers count from the end, \"...\" stands for whole dimensions."
                    + " Quote the path, because shells interpret brackets. PATH@NAME is an attribute.",
            "Of more than 200 elements, the first and the last are printed, unless --all or a format is given.",
            "With --json: path, type, shape, and values in row-major order. There, NaN and infinities are strings,"
                    + " enumerated values are numbers, opaque bytes are hexadecimal.",
            "With --csv: a line for each row of two and more dimensions, otherwise for each element; the members"
                    + " of a compound are columns, and the first line has their names."
                    + " A string with a byte that is not UTF-8 is refused. Control characters other than line ends and tabs are escaped there,"
                    + " as everywhere but in JSON.",
            "With --raw: the bytes of the elements as they are in the file, without the effect of filters."
        })
public final class CatCommand extends FileVerb {
    @Parameters(
            index = "1",
            paramLabel = "PATH",
            description = "A dataset, or an attribute after @, with an optional slice.")
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
        OpenOptions options = OpenOptions.reading().withExternalFolders(folders.toArray(Path[]::new));
        try (ContainerFile container = ContainerFile.open(file, options)) {
            CatTarget target = CatTarget.of(container, path);
            if (output != null) {
                write(target);
            } else if (format.raw) {
                writeRaw(target, rawOutput());
            } else {
                print(target, out());
            }
            return ExitCode.OK;
        }
    }

    /** Writes a new file, which is deleted if that fails. */
    private void write(CatTarget target) throws IOException {
        OutputStream stream = Files.newOutputStream(output, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try {
            if (format.raw) {
                writeRaw(target, stream);
                return;
            }
            try (PrintWriter out =
                    new PrintWriter(new TerminalWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8)))) {
                print(target, out);
                if (out.checkError()) {
                    throw new IOException(output + " cannot be written");
                }
            }
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(output);
            throw e;
        }
    }

    private static void writeRaw(CatTarget target, OutputStream stream) throws IOException {
        try (OutputStream out = new BufferedOutputStream(stream)) {
            target.writeRaw(out);
        }
    }

    private static OutputStream rawOutput() {
        if (Screen.isTerminal()) {
            throw new ContainerException("bytes would be sent to a terminal: use --output, or a pipe");
        }
        return System.out;
    }

    private void print(CatTarget target, PrintWriter out) throws IOException {
        if (format.json) {
            Json.print(out, "cat/1", json -> {
                json.writeStringField("path", target.name());
                target.values().writeFields(json);
            });
        } else if (format.csv) {
            new CsvValues(out, file + ": " + target.name(), target.values()).print();
        } else if (all) {
            new PlainValues(out, target.values()).printAll();
        } else {
            new PlainValues(out, target.values()).printEnds();
        }
    }
}
