package dev.fallow.cli.look;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.OpenOptions;
import dev.fallow.cli.npy.NpyWriter;
import dev.fallow.cli.shell.CsvValues;
import dev.fallow.cli.shell.ExchangeFormat;
import dev.fallow.cli.shell.Json;
import dev.fallow.cli.shell.Meter;
import dev.fallow.cli.shell.OutputFile;
import dev.fallow.cli.shell.Screen;
import dev.fallow.cli.shell.Verb;
import dev.fallow.cli.shell.VirtualSources;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fallow export}: writes a dataset as an array of numpy, or as comma-separated values. */
@Command(
        name = "export",
        customSynopsis = "fallow export [OPTION...] FILE [PATH] OUT",
        description = {
            "Writes a dataset to a file of numpy or CSV, or to standard output.",
            "The ending of OUT, which must not exist, says which; - is standard output, and CSV without --format.",
            Elements.SLICES,
            "numpy: numbers in the order of bytes that they have, booleans, complex numbers, fixed strings, opaque bytes, and"
                    + " compounds of these; enumerated values are their numbers.",
            "CSV: as fallow cat --csv prints it."
        })
public final class ExportCommand extends Verb.OnLocation {
    @Parameters(index = "1", arity = "0..1", paramLabel = "PATH", description = Elements.DATASET)
    private String path;

    /** The last argument, which is the second one if the path stands behind the file. */
    @Parameters(
            index = "2",
            arity = "0..1",
            paramLabel = "OUT",
            description = "A file, or - for standard output. Always the last argument.")
    private String target;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            converter = ExchangeFormat.Parser.class,
            description = "npy or csv, whatever the file is called.")
    private ExchangeFormat format;

    @Option(names = "--json", description = "Print one JSON object about what was written.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        boolean behind = target == null;
        if (behind) {
            target = path;
            path = "";
        }
        if (target == null
                || behind && !location.isAddress() && location.inside().isEmpty()) {
            throw missing("OUT");
        }
        ExchangeFormat found = format != null
                ? format
                : ExchangeFormat.ofName(target)
                        .orElseThrow(() -> wrong("expected OUT.npy, OUT.csv, - or --format, found " + target));
        boolean standard = target.equals(ExchangeFormat.STANDARD);
        if (standard && json) {
            throw wrong("--json needs standard output for itself: name a file");
        }
        OpenOptions options = OpenOptions.defaults().withReadOnly(true).withProgress(Meter.of(spec));
        try (ContainerFile container = open(options)) {
            requirePath(path);
            Elements elements = Elements.ofDataset(container, location.path(path));
            String name = container.name() + ": " + elements.name();
            VirtualSources sources = elements.sources().orElseThrow();
            int code = tell(sources);
            if (standard) {
                writeToStandardOutput(elements, name, found);
            } else {
                write(elements, name, found);
            }
            if (json) {
                report(elements, found, sources);
            }
            return code;
        }
    }

    private void writeToStandardOutput(Elements elements, String name, ExchangeFormat found) throws IOException {
        if (found == ExchangeFormat.CSV) {
            new CsvValues(out(), name, elements.values()).print();
        } else if (Screen.isTerminal()) {
            throw new ContainerException("bytes would be sent to a terminal: name a file, or use a pipe");
        } else {
            OutputStream stream = new BufferedOutputStream(System.out);
            array(elements, name).write(stream, Meter.of(spec));
            stream.flush();
        }
    }

    /** What cannot be written is refused before the file is made. */
    private void write(Elements elements, String name, ExchangeFormat found) throws IOException {
        if (found == ExchangeFormat.NPY) {
            NpyWriter array = array(elements, name);
            OutputFile.create(Path.of(target), stream -> array.write(stream, Meter.of(spec)));
        } else {
            OutputFile.createText(Path.of(target), out -> new CsvValues(out, name, elements.values()).print());
        }
    }

    private static NpyWriter array(Elements elements, String name) {
        return new NpyWriter(elements.dataset().orElseThrow(), elements.part(), elements.shape(), name);
    }

    private void report(Elements elements, ExchangeFormat found, VirtualSources sources) throws IOException {
        long bytes = Files.size(Path.of(target));
        Dataset dataset = elements.dataset().orElseThrow();
        Json.print(out(), "export/1", generator -> {
            generator.writeStringField("path", dataset.path());
            generator.writeStringField("format", found.label());
            generator.writeStringField("type", dataset.datatype().toString());
            Json.shape(generator, elements.shape());
            generator.writeNumberField("bytes", bytes);
            sources.writeMissing(generator);
            writeHttp(generator);
        });
    }
}
