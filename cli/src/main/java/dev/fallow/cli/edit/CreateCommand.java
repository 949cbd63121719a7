package dev.fallow.cli.edit;

import dev.fallow.Dataset;
import dev.fallow.RawElements;
import dev.fallow.Selection;
import dev.fallow.StorageLayout;
import dev.fallow.cli.shell.GivenValue;
import dev.fallow.cli.shell.Values;
import dev.fallow.type.Datatype;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code fallow create}: creates a dataset from a file. */
@Command(
        name = "create",
        description = {
            "Creates a dataset from a CSV file or from bytes.",
            "FILE is created if it does not exist, and so are the groups on the way to PATH.",
            "A CSV file with one column becomes a dataset of one dimension, with several columns one of two;"
                    + " with --header, the first line has names, and the columns are members of a compound."
                    + " An empty line is an empty string if there is one column of strings."
                    + " Without --type, elements are int64, float64, bool or string: the first that fits all.",
            "Bytes are elements of --type in row-major order. Without --shape, they make one dimension.",
            "Without a source, all elements are zero, and --type and --shape are required."
        })
public final class CreateCommand extends NewDatasetCommand {
    /** The bytes that are copied at a time, unless a row has more. */
    private static final long BYTES_AT_A_TIME = 8 << 20;

    @ArgGroup
    private Source source = new Source();

    /** At most one of these. */
    private static final class Source {
        @Option(names = "--csv", paramLabel = "CSV", description = "A file of comma-separated values, in UTF-8.")
        private Path csv;

        @Option(names = "--raw", paramLabel = "BYTES", description = "A file of elements as bytes.")
        private Path raw;
    }

    @Option(names = "--header", description = "With --csv: the first line has the names of the columns.")
    private boolean header;

    @Option(names = "--delimiter", paramLabel = "C", description = "With --csv: separates the cells. Default: a comma.")
    private char delimiter = ',';

    @Option(
            names = "--type",
            paramLabel = "TYPE",
            converter = GivenValue.TypeParser.class,
            description = "The type: " + GivenValue.TypeParser.NAMES + ".")
    private Datatype type;

    @Option(
            names = "--shape",
            paramLabel = "N,N",
            converter = StoredAs.ShapeParser.class,
            description = "The dimensions; with --csv they are known.")
    private StoredAs.Dimensions givenShape;

    /** The dimensions of the dataset; null until they are known. */
    private long[] shape;

    @Override
    void edit() throws IOException {
        CsvTable table = null;
        shape = givenShape == null ? null : givenShape.sizes();
        if (source.csv != null) {
            if (shape != null) {
                throw new IllegalArgumentException("--shape is not for --csv, of which the shape is known");
            }
            table = CsvTable.of(source.csv, source.csv.toString(), delimiter, header, type);
            type = table.type();
            shape = table.shape();
        } else if (type == null) {
            throw new IllegalArgumentException("--type is required without --csv");
        } else if (source.raw != null) {
            checkRaw();
        } else if (shape == null) {
            throw new IllegalArgumentException("--shape is required without --csv and --raw");
        }
        if (Arrays.stream(shape).anyMatch(size -> size < 0)) {
            throw new IllegalArgumentException("none is for --max-shape only");
        }
        CsvTable csv = table;
        create(type, shape, dataset -> fill(dataset, csv));
    }

    private void fill(Dataset dataset, CsvTable table) throws IOException {
        if (table != null) {
            table.writeTo(dataset);
        } else if (source.raw != null || dataset.layout() == StorageLayout.CONTIGUOUS && !type.refersToGlobalHeap()) {
            try (InputStream in = source.raw != null ? Files.newInputStream(source.raw) : new ZeroStream()) {
                copy(in, dataset);
            }
        }
    }

    private void checkRaw() throws IOException {
        if (type.refersToGlobalHeap()) {
            throw new IllegalArgumentException("elements of type " + type + " have no bytes of their own");
        }
        long bytes = Files.size(source.raw);
        if (shape == null) {
            if (bytes % type.size() != 0) {
                throw new IllegalArgumentException(
                        "%s: expected a multiple of %d bytes, found %d".formatted(source.raw, type.size(), bytes));
            }
            shape = new long[] {bytes / type.size()};
        }
        long elements = Values.product(shape, 0);
        long expected = elements > Long.MAX_VALUE / type.size() ? Long.MAX_VALUE : elements * type.size();
        if (bytes != expected) {
            throw new IllegalArgumentException(
                    "%s: expected %d bytes, found %d".formatted(source.raw, expected, bytes));
        }
    }

    /** Copies the elements of a stream to a dataset in row-major order. */
    private void copy(InputStream in, Dataset dataset) throws IOException {
        if (shape.length == 0) {
            dataset.write(new RawElements(read(in, 1)));
        } else if (Arrays.stream(shape).allMatch(size -> size > 0)) {
            Values.forEachPart(Values.whole(shape), Math.max(1, BYTES_AT_A_TIME / type.size()), part -> {
                long elements = Arrays.stream(part.count()).reduce(1, (x, y) -> x * y);
                dataset.write(Selection.block(part.start(), part.count()), new RawElements(read(in, elements)));
            });
        }
    }

    private byte[] read(InputStream in, long elements) throws IOException {
        long bytes = elements * type.size();
        byte[] read = in.readNBytes(Math.toIntExact(bytes));
        if (read.length < bytes) {
            throw new EOFException("expected " + bytes + " more bytes, found " + read.length);
        }
        return read;
    }

    /** Zeros without end. */
    private static final class ZeroStream extends InputStream {
        @Override
        public int read() {
            return 0;
        }

        @Override
        public int read(byte[] bytes, int from, int count) {
            Arrays.fill(bytes, from, from + count, (byte) 0);
            return count;
        }
    }
}
