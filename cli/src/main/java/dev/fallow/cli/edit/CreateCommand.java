package dev.fallow.cli.edit;

import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.RawElements;
import dev.fallow.Selection;
import dev.fallow.StorageLayout;
import dev.fallow.cli.shell.GivenValue;
import dev.fallow.cli.shell.Values;
import dev.fallow.filter.FilterSetting;
import dev.fallow.filter.Filters;
import dev.fallow.filter.Filters.BitshuffleCodec;
import dev.fallow.type.Datatype;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

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
public final class CreateCommand extends EditCommand {
    /** The approximate size in bytes of chunks without a given shape. */
    private static final long CHUNK_BYTES = 256 << 10;

    /** The bytes that are copied at a time, unless a row has more. */
    private static final long BYTES_AT_A_TIME = 8 << 20;

    @Parameters(index = "1", paramLabel = "PATH", description = "The dataset to create.")
    private String path;

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
            converter = ShapeParser.class,
            description = "The dimensions; with --csv they are known.")
    private Dimensions givenShape;

    @Option(
            names = "--chunk",
            paramLabel = "N,N",
            converter = ShapeParser.class,
            description = "The dimensions of a chunk. Default with --max-shape or --filter: about 256 KiB.")
    private Dimensions chunk;

    @Option(
            names = "--max-shape",
            paramLabel = "N,N",
            converter = ShapeParser.class,
            description = "The limits of the dimensions, none for no limit.")
    private Dimensions limits;

    @Option(
            names = "--filter",
            paramLabel = "FILTER",
            converter = FilterParser.class,
            description = "A filter; may be repeated, in the order of writing: " + FilterParser.NAMES + ".")
    private List<FilterSetting> filters = List.of();

    /** Dimensions, -1 for one without a limit: not an array, which picocli would take for several values. */
    private record Dimensions(long... sizes) {}

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
            table = CsvTable.of(source.csv, delimiter, header, type);
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
        DatasetOptions options = options();
        boolean isNew = Files.notExists(file);
        try (ContainerFile container = isNew ? ContainerFile.create(file) : open()) {
            create(container, options, table);
        } catch (IOException | RuntimeException e) {
            if (isNew) {
                Files.deleteIfExists(file);
            }
            throw e;
        }
    }

    private void create(ContainerFile container, DatasetOptions options, CsvTable table) throws IOException {
        int slash = path.lastIndexOf('/');
        if (slash > 0) {
            container.root().createGroups(path.substring(0, slash));
        }
        Dataset dataset = container.root().createDataset(path, type, shape, options);
        try {
            if (table != null) {
                table.writeTo(dataset);
            } else if (source.raw != null
                    || dataset.layout() == StorageLayout.CONTIGUOUS && !type.refersToGlobalHeap()) {
                try (InputStream in = source.raw != null ? Files.newInputStream(source.raw) : new ZeroStream()) {
                    copy(in, dataset);
                }
            }
        } catch (IOException | RuntimeException e) {
            container.delete(path);
            throw e;
        }
    }

    private DatasetOptions options() {
        if (chunk == null && limits == null && filters.isEmpty()) {
            return DatasetOptions.defaults();
        } else if (shape.length == 0) {
            throw new IllegalArgumentException("a scalar has no chunks, filters or limits");
        }
        DatasetOptions options = DatasetOptions.defaults()
                .withChunks(chunk == null ? chunkOf(shape, type.size()) : chunk.sizes())
                .withFilters(filters.toArray(FilterSetting[]::new));
        return limits == null ? options : options.withMaxDimensions(limits.sizes());
    }

    /** Whole rows of the last dimensions, of about {@link #CHUNK_BYTES} in total. */
    private static long[] chunkOf(long[] shape, long size) {
        long[] chunk = new long[shape.length];
        Arrays.fill(chunk, 1);
        long bytes = size;
        for (int i = shape.length - 1; i >= 0 && bytes < CHUNK_BYTES; i--) {
            chunk[i] = Math.max(1, Math.min(shape[i], CHUNK_BYTES / bytes));
            bytes *= chunk[i];
        }
        return chunk;
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

    /** Reads filters: a name, and for some a number, such as {@code deflate=4}. */
    static final class FilterParser implements ITypeConverter<FilterSetting> {
        /** What is understood, for help. */
        static final String NAMES =
                "shuffle, deflate=0..9, lzf, fletcher32, scaleoffset=N, nbit, lz4, zstd=1..22, bzip2=1..9, bitshuffle";

        private static final int DEFLATE_LEVEL = 4;
        private static final int ZSTD_LEVEL = 3;
        private static final int BZIP2_LEVEL = 9;

        @Override
        public FilterSetting convert(String text) {
            int equals = text.indexOf('=');
            String name = equals < 0 ? text : text.substring(0, equals);
            try {
                Integer number = equals < 0 ? null : Integer.valueOf(text.substring(equals + 1));
                FilterSetting setting = switch (name) {
                    case "deflate", "gzip" -> Filters.deflate(number == null ? DEFLATE_LEVEL : number);
                    case "zstd" -> Filters.zstd(number == null ? ZSTD_LEVEL : number);
                    case "bzip2" -> Filters.bzip2(number == null ? BZIP2_LEVEL : number);
                    case "scaleoffset" -> Filters.scaleOffset(number == null ? 0 : number);
                    default ->
                        number != null
                                ? null
                                : switch (name) {
                                    case "shuffle" -> Filters.shuffle();
                                    case "lzf" -> Filters.lzf();
                                    case "fletcher32" -> Filters.fletcher32();
                                    case "nbit" -> Filters.nbit();
                                    case "lz4" -> Filters.lz4();
                                    case "bitshuffle" -> Filters.bitshuffle(BitshuffleCodec.LZ4);
                                    default -> null;
                                };
                };
                if (setting != null) {
                    return setting;
                }
            } catch (NumberFormatException e) {
                // is no filter
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
            throw new TypeConversionException("expected one of " + NAMES + ", found " + text);
        }
    }

    /** Reads dimensions: {@code 100,3}, with {@code none} for a dimension without a limit. */
    static final class ShapeParser implements ITypeConverter<Dimensions> {
        @Override
        public Dimensions convert(String text) {
            String inner = text.strip().replaceAll("^[(\\[]|,?[)\\]]$", "");
            if (inner.isBlank()) {
                return new Dimensions();
            }
            String[] parts = inner.split(",", -1);
            long[] numbers = new long[parts.length];
            for (int i = 0; i < parts.length; i++) {
                String part = parts[i].strip();
                if (part.equalsIgnoreCase("none")) {
                    numbers[i] = DatasetOptions.UNLIMITED;
                } else if (part.matches("[0-9]{1,18}")) {
                    numbers[i] = Long.parseLong(part);
                } else {
                    throw new TypeConversionException("expected dimensions such as 100,3, found " + text);
                }
            }
            return new Dimensions(numbers);
        }
    }
}
