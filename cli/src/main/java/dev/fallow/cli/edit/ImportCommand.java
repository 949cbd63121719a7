package dev.fallow.cli.edit;

import dev.fallow.Dataset;
import dev.fallow.cli.npy.NpyArray;
import dev.fallow.cli.shell.ExchangeFormat;
import dev.fallow.cli.shell.GivenValue;
import dev.fallow.cli.shell.Json;
import dev.fallow.type.Datatype;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fallow import}: creates a dataset from an array of numpy, or from comma-separated values. */
@Command(
        name = "import",
        description = {
            "Creates a dataset from a file of numpy or CSV, or from standard input.",
            "The ending of IN says which; - is standard input, and CSV without --format."
                    + " FILE is created if it does not exist, and so are the groups on the way to PATH, which must not exist.",
            "numpy: numbers in either order of bytes, booleans, complex numbers, texts, and structures of these, in C or"
                    + " Fortran order. Complex numbers are compounds of r and i, texts of numpy's type U strings of variable length.",
            "CSV: as fallow create --csv reads it."
        })
public final class ImportCommand extends NewDatasetCommand {
    @Parameters(index = "2", paramLabel = "IN", description = "A file, or - for standard input.")
    private String in;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            converter = ExchangeFormat.Parser.class,
            description = "npy or csv, whatever the file is called.")
    private ExchangeFormat format;

    @Option(names = "--header", description = "CSV: the first line has the names of the columns.")
    private boolean header;

    @Option(names = "--delimiter", paramLabel = "C", description = "CSV: separates the cells. Default: a comma.")
    private Character delimiter;

    @Option(
            names = "--type",
            paramLabel = "TYPE",
            converter = GivenValue.TypeParser.class,
            description = "CSV: the type: " + GivenValue.TypeParser.NAMES + ". Default: the simplest that fits.")
    private Datatype type;

    @Option(names = "--json", description = "Print one JSON object about the dataset.")
    private boolean json;

    @Override
    void edit() throws IOException {
        ExchangeFormat found = format != null
                ? format
                : ExchangeFormat.ofName(in)
                        .orElseThrow(() ->
                                new IllegalArgumentException("expected IN.npy, IN.csv, - or --format, found " + in));
        if (found == ExchangeFormat.NPY) {
            if (header || delimiter != null || type != null) {
                throw new IllegalArgumentException(
                        "--header, --delimiter and --type are for CSV; npy has its own type");
            }
            importArray();
        } else {
            importTable();
        }
    }

    private boolean isStandard() {
        return in.equals(ExchangeFormat.STANDARD);
    }

    private String source() {
        return isStandard() ? "standard input" : in;
    }

    private void importArray() throws IOException {
        try (InputStream stream =
                new BufferedInputStream(isStandard() ? System.in : Files.newInputStream(Path.of(in)))) {
            NpyArray array = NpyArray.of(stream, source());
            if (!isStandard() && Files.isRegularFile(Path.of(in))) {
                array.requireLength(Files.size(Path.of(in)));
            }
            create(array.type(), array.shape(), array::writeTo);
            report(ExchangeFormat.NPY, array.type(), array.shape());
        }
    }

    /** A table is read twice: from a copy, if it comes from standard input. */
    private void importTable() throws IOException {
        Path copy = isStandard() ? Files.createTempFile("fallow", ".csv") : null;
        try {
            if (copy != null) {
                Files.copy(System.in, copy, StandardCopyOption.REPLACE_EXISTING);
            }
            CsvTable table = CsvTable.of(
                    copy == null ? Path.of(in) : copy, source(), delimiter == null ? ',' : delimiter, header, type);
            create(table.type(), table.shape(), (Dataset dataset) -> table.writeTo(dataset));
            report(ExchangeFormat.CSV, table.type(), table.shape());
        } finally {
            if (copy != null) {
                Files.deleteIfExists(copy);
            }
        }
    }

    private void report(ExchangeFormat found, Datatype elements, long[] shape) {
        if (json) {
            Json.print(out(), "import/1", generator -> {
                generator.writeStringField("path", path.startsWith("/") ? path : "/" + path);
                generator.writeStringField("format", found.label());
                generator.writeStringField("type", elements.toString());
                generator.writeFieldName("shape");
                generator.writeArray(shape, 0, shape.length);
            });
        }
    }
}
