package dev.fallow.cli.look;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.cli.npy.NpyWriter;
import dev.fallow.cli.shell.CsvValues;
import dev.fallow.cli.shell.ExchangeFormat;
import dev.fallow.cli.shell.Json;
import dev.fallow.cli.shell.Meter;
import dev.fallow.cli.shell.OutputFile;
import dev.fallow.cli.shell.Screen;
import dev.fallow.cli.shell.ShapeText;
import dev.fallow.cli.shell.Values;
import dev.fallow.cli.shell.Verb;
import dev.fallow.cli.shell.VirtualSources;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fallow export}: writes a dataset as an array of numpy, or as comma-separated values. */
@Command(
        name = "export",
        description = {
            "Writes a dataset to a file of numpy or CSV, or to standard output.",
            "The ending of OUT, which must not exist, says which; - is standard output, and CSV without --format.",
            "numpy: numbers in the order of bytes that they have, booleans, complex numbers, fixed strings, opaque bytes, and"
                    + " compounds of these; enumerated values are their numbers.",
            "CSV: as fallow cat --csv prints it.",
            "Exit code 1: elements of a virtual dataset are written as the fill value, because their source is missing."
        })
public final class ExportCommand extends Verb.OnFile {
    @Parameters(index = "1", paramLabel = "PATH", description = "A dataset.")
    private String path;

    @Parameters(index = "2", paramLabel = "OUT", description = "A file, or - for standard output.")
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
        ExchangeFormat found = format != null
                ? format
                : ExchangeFormat.ofName(target)
                        .orElseThrow(() -> wrong("expected OUT.npy, OUT.csv, - or --format, found " + target));
        boolean standard = target.equals(ExchangeFormat.STANDARD);
        if (standard && json) {
            throw wrong("--json needs standard output for itself: name a file");
        }
        try (ContainerFile container = read()) {
            Dataset dataset = container.dataset(path);
            VirtualSources sources = VirtualSources.of(dataset);
            int code = tell(sources);
            if (standard) {
                writeToStandardOutput(dataset, found);
            } else {
                write(dataset, found);
            }
            if (json) {
                report(dataset, found, sources);
            }
            return code;
        }
    }

    private void writeToStandardOutput(Dataset dataset, ExchangeFormat found) throws IOException {
        if (found == ExchangeFormat.CSV) {
            csv(dataset, out());
        } else if (Screen.isTerminal()) {
            throw new ContainerException("bytes would be sent to a terminal: name a file, or use a pipe");
        } else {
            OutputStream stream = new BufferedOutputStream(System.out);
            array(dataset).write(stream, Meter.of(spec));
            stream.flush();
        }
    }

    /** What cannot be written is refused before the file is made. */
    private void write(Dataset dataset, ExchangeFormat found) throws IOException {
        if (found == ExchangeFormat.NPY) {
            NpyWriter array = array(dataset);
            OutputFile.create(Path.of(target), stream -> array.write(stream, Meter.of(spec)));
        } else {
            OutputFile.createText(Path.of(target), out -> csv(dataset, out));
        }
    }

    private NpyWriter array(Dataset dataset) {
        return new NpyWriter(dataset, name(dataset));
    }

    private String name(Dataset dataset) {
        return file + ": " + dataset.path();
    }

    private void csv(Dataset dataset, PrintWriter out) throws IOException {
        long[] shape = ShapeText.dimensions(dataset);
        boolean single = shape == null || shape.length == 0;
        new CsvValues(out, name(dataset), Values.of(dataset, single ? null : Values.whole(shape), shape)).print();
    }

    private void report(Dataset dataset, ExchangeFormat found, VirtualSources sources) throws IOException {
        long bytes = Files.size(Path.of(target));
        Json.print(out(), "export/1", generator -> {
            generator.writeStringField("path", dataset.path());
            generator.writeStringField("format", found.label());
            generator.writeStringField("type", dataset.datatype().toString());
            long[] shape = ShapeText.dimensions(dataset);
            generator.writeFieldName("shape");
            if (shape == null) {
                generator.writeNull();
            } else {
                generator.writeArray(shape, 0, shape.length);
            }
            generator.writeNumberField("bytes", bytes);
            sources.writeMissing(generator);
        });
    }
}
