package dev.fallow.interop;

import dev.fallow.AllocationTime;
import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.FileFormat;
import dev.fallow.Group;
import dev.fallow.Selection;
import dev.fallow.filter.FilterSetting;
import dev.fallow.filter.Filters;
import dev.fallow.filter.Filters.BitshuffleCodec;
import dev.fallow.filter.Filters.BloscCodec;
import dev.fallow.filter.Filters.BloscShuffle;
import dev.fallow.filter.Filters.SzipCoding;
import dev.fallow.type.Datatype;
import dev.fallow.type.FixedPoint;
import dev.fallow.type.FloatingPoint;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Writes chunked datasets with Fallow alone: every chunk index with every filter, in both formats. A file has a group for each
 * pipeline of filters. The attribute {@value #EQUALS} of each dataset is the path of a contiguous dataset in the same
 * file that has the same values, so that any reader can compare them. The attribute {@value #UNFILTERED_EDGES} tells {@code sweep.py}
 * not to resize the dataset if its filter may skip chunks.
 */
final class ChunkedFiles {
    /** The attribute with the path of the dataset with the same values. */
    static final String EQUALS = "equals";

    private static final String UNFILTERED_EDGES = "unfiltered edges";
    private static final String PLAIN = "/contiguous";
    private static final long NONE = DatasetOptions.UNLIMITED;
    private static final int FILL = 7;
    private static final long[] PLANE = {20, 30};
    private static final long[] TILE = {7, 8};
    private static final long[] SQUARE = {40, 40};

    private static final FixedPoint TWELVE_BITS =
            new FixedPoint(1, 2, ByteOrder.LITTLE_ENDIAN, false, false, true, 0, 12);

    /** Who can read the filters of a file. */
    enum Kind {
        /** Every build of libhdf5 with zlib and szip. */
        CORE,
        /** h5py. */
        LZF,
        /** libhdf5 with the plugins that the Python package hdf5plugin has. */
        PLUGINS
    }

    /**
     * A file of {@link #write}.
     *
     * @param values the elements that each chunked dataset must have, by path, as a flat array
     */
    record ChunkedFile(Path path, FileFormat format, Kind kind, Map<String, double[]> values) {}

    private final ContainerFile file;
    private final FileFormat format;
    private final Map<String, double[]> values = new LinkedHashMap<>();

    private ChunkedFiles(ContainerFile file, FileFormat format) {
        this.file = file;
        this.format = format;
    }

    /** Writes the files of all kinds in both formats. */
    static List<ChunkedFile> write(Path folder) {
        List<ChunkedFile> files = new ArrayList<>();
        for (FileFormat format : FileFormat.values()) {
            for (Kind kind : Kind.values()) {
                files.add(write(folder, format, kind));
            }
        }
        return files;
    }

    private static ChunkedFile write(Path folder, FileFormat format, Kind kind) {
        Path path = folder.resolve("chunks-%s-%s.h5".formatted(format, kind).toLowerCase(Locale.ROOT));
        CreateOptions options = CreateOptions.defaults().withFormat(format).withOverwrite(true);
        try (ContainerFile file = ContainerFile.create(path, options)) {
            ChunkedFiles writer = new ChunkedFiles(file, format);
            file.root().createGroup(PLAIN);
            pipelines(kind).forEach(writer::writeGroup);
            return new ChunkedFile(path, format, kind, Collections.unmodifiableMap(writer.values));
        }
    }

    private static Map<String, List<FilterSetting>> pipelines(Kind kind) {
        Map<String, List<FilterSetting>> filters = new LinkedHashMap<>();
        switch (kind) {
            case CORE -> {
                filters.put("none", List.of());
                filters.put("deflate", List.of(Filters.deflate(6)));
                filters.put("shuffle-deflate", List.of(Filters.shuffle(), Filters.deflate(6)));
                filters.put("fletcher32", List.of(Filters.fletcher32()));
                filters.put(
                        "shuffle-deflate-fletcher32",
                        List.of(Filters.shuffle(), Filters.deflate(1), Filters.fletcher32()));
                filters.put("szip-neighbour", List.of(Filters.szip(SzipCoding.NEAREST_NEIGHBOUR, 8)));
                filters.put("szip-entropy", List.of(Filters.szip(SzipCoding.ENTROPY, 4)));
                filters.put("nbit", List.of(Filters.nbit()));
                filters.put("scale-offset", List.of(Filters.scaleOffset(0)));
                filters.put(
                        "scale-offset-shuffle-deflate",
                        List.of(Filters.scaleOffset(0), Filters.shuffle(), Filters.deflate(9)));
            }
            case LZF -> {
                filters.put("lzf", List.of(Filters.lzf()));
                filters.put("shuffle-lzf-fletcher32", List.of(Filters.shuffle(), Filters.lzf(), Filters.fletcher32()));
            }
            case PLUGINS -> {
                filters.put("lz4", List.of(Filters.lz4()));
                filters.put("lz4-blocks", List.of(Filters.lz4(64)));
                filters.put("shuffle-zstd", List.of(Filters.shuffle(), Filters.zstd(3)));
                for (BitshuffleCodec codec : BitshuffleCodec.values()) {
                    filters.put("bitshuffle-" + codec, List.of(Filters.bitshuffle(codec)));
                }
                Stream.of(BloscCodec.values())
                        .filter(codec -> codec != BloscCodec.BLOSCLZ)
                        .forEach(codec ->
                                filters.put("blosc-" + codec, List.of(Filters.blosc(codec, 5, BloscShuffle.BYTES))));
                filters.put("blosc-bits", List.of(Filters.blosc(BloscCodec.LZ4, 5, BloscShuffle.BITS)));
                filters.put("bzip2", List.of(Filters.bzip2(9)));
            }
        }
        return filters;
    }

    private void writeGroup(String name, List<FilterSetting> filters) {
        Group group = file.root().createGroup(name);
        FilterSetting[] array = filters.toArray(new FilterSetting[0]);
        whole(group, "single", PLANE, chunked(PLANE, PLANE, array));
        whole(group, "fixed", PLANE, chunked(TILE, new long[] {50, 70}, array));
        whole(group, "fixed-at-limits", PLANE, chunked(TILE, PLANE, array));
        whole(group, "fixed-paged", new long[] {11_000}, chunked(new long[] {10}, new long[] {11_000}, array));
        whole(group, "extensible-first", PLANE, chunked(TILE, new long[] {NONE, 30}, array));
        whole(group, "extensible-first-of-70", PLANE, chunked(TILE, new long[] {NONE, 70}, array));
        whole(group, "extensible-second", PLANE, chunked(TILE, new long[] {40, NONE}, array));
        long[] box = {5, 6, 30};
        whole(group, "extensible-middle", box, chunked(new long[] {2, 3, 8}, new long[] {9, NONE, 31}, array));
        whole(group, "extensible-300", new long[] {3_000}, chunked(new long[] {10}, new long[] {NONE}, array));
        whole(group, "tree", PLANE, chunked(TILE, new long[] {NONE, NONE}, array));
        long[] high = {300, 40};
        whole(group, "tree-large", high, chunked(new long[] {3, 4}, new long[] {NONE, NONE}, array));
        if (filters.isEmpty()) {
            whole(group, "implicit", PLANE, chunked(TILE, new long[] {40, 70}).withAllocation(AllocationTime.EARLY));
        } else {
            edges(group, "edges-fixed", array, 45, 50);
            edges(group, "edges-extensible-first", array, NONE, 50);
            edges(group, "edges-extensible-second", array, 45, NONE);
            edges(group, "edges-tree", array, NONE, NONE);
        }
        if (format == FileFormat.LATEST && (filters.isEmpty() || name.equals("fletcher32"))) {
            whole(group, "extensible-paged", new long[] {132_000}, chunked(new long[] {1}, new long[] {NONE}, array));
        }
        parts(group, array);
        FixedPoint bigEndian = FixedPoint.of(2, true, ByteOrder.BIG_ENDIAN);
        put(group, "shorts", bigEndian, PLANE, chunked(TILE, new long[] {20, NONE}, array));
        if (!name.startsWith("scale-offset")) { // its effect on floating-point numbers has losses
            FloatingPoint doubles = FloatingPoint.ieee(8, FloatingPoint.Order.BIG_ENDIAN);
            put(group, "doubles", doubles, PLANE, chunked(TILE, new long[] {NONE, NONE}, array));
        }
        if (name.equals("nbit")) {
            put(group, "twelve-bits", TWELVE_BITS, PLANE, chunked(TILE, new long[] {NONE, 30}, array));
        }
    }

    private static DatasetOptions chunked(long[] chunk, long[] most, FilterSetting... filters) {
        return DatasetOptions.defaults()
                .withChunks(chunk)
                .withMaxDimensions(most)
                .withFilters(filters);
    }

    private void whole(Group group, String name, long[] size, DatasetOptions options) {
        put(group, name, FixedPoint.INT32, size, options);
    }

    private void put(Group group, String name, Datatype type, long[] size, DatasetOptions options) {
        double[] written = numbers(Math.toIntExact(Arrays.stream(size).reduce(1, (one, other) -> one * other)));
        Dataset dataset = group.createDataset(name, type, size, options);
        write(dataset, written);
        record(dataset, written);
    }

    private static void write(Dataset dataset, double[] numbers) {
        dataset.write(dataset.datatype() instanceof FloatingPoint ? numbers : integers(numbers));
    }

    private static int[] integers(double[] numbers) {
        return Arrays.stream(numbers).mapToInt(number -> (int) number).toArray();
    }

    private static double[] numbers(int count) {
        double[] numbers = new double[count];
        Arrays.setAll(numbers, i -> i * 7 % 1_001);
        return numbers;
    }

    /** Chunks that are missing, partly written, cut off and filled again. */
    private void parts(Group group, FilterSetting... filters) {
        long[] most = {NONE, 100};
        for (long first : new long[] {NONE, 100}) {
            DatasetOptions options = chunked(new long[] {10, 10}, new long[] {first, 100}, filters)
                    .withFillValue(FILL);
            Dataset dataset = group.createDataset(
                    "missing-" + (first == NONE ? "extensible" : "fixed"),
                    FixedPoint.INT32,
                    new long[] {100, 100},
                    options);
            double[] numbers = numbers(140);
            dataset.write(Selection.block(new long[] {15, 33}, new long[] {10, 14}), integers(numbers));
            double[] expected = new double[10_000];
            Arrays.fill(expected, FILL);
            for (int i = 0; i < numbers.length; i++) {
                expected[(15 + i / 14) * 100 + 33 + i % 14] = numbers[i];
            }
            record(dataset, expected);
        }
        for (long second : new long[] {NONE, 60}) {
            DatasetOptions options = chunked(new long[] {7, 7}, new long[] {NONE, second}, filters)
                    .withFillValue(FILL);
            Dataset dataset = group.createDataset(
                    "resized-" + (second == NONE ? "tree" : "extensible"), FixedPoint.INT32, SQUARE, options);
            write(dataset, numbers(1_600));
            dataset.resize(10, 12);
            dataset.resize(33, 30);
            dataset.append(1, new int[33][5]);
            double[] expected = new double[33 * 35];
            for (int i = 0; i < expected.length; i++) {
                int row = i / 35;
                int column = i % 35;
                expected[i] = column >= 30 ? 0 : row < 10 && column < 12 ? (row * 40 + column) * 7 % 1_001 : FILL;
            }
            record(dataset, expected);
        }
    }

    /** Edge chunks without filters, before and after they have become other chunks. */
    private void edges(Group group, String name, FilterSetting[] filters, long first, long second) {
        DatasetOptions options =
                chunked(new long[] {7, 9}, new long[] {first, second}, filters).withUnfilteredEdges(true);
        Dataset dataset = group.createDataset(name, FixedPoint.INT32, SQUARE, options);
        write(dataset, numbers(1_600));
        dataset.resize(45, 50);
        dataset.resize(33, 41);
        double[] expected = new double[33 * 41];
        for (int i = 0; i < expected.length; i++) {
            expected[i] = i % 41 == 40 ? 0 : (i / 41 * 40 + i % 41) * 7 % 1_001;
        }
        dataset.createAttribute(UNFILTERED_EDGES, 1);
        record(dataset, expected);
    }

    /** Adds the contiguous dataset with the same values, if there is none yet. */
    private void record(Dataset dataset, double[] expected) {
        values.put(dataset.path(), expected);
        String kind = dataset.path().substring(dataset.path().lastIndexOf('/') + 1);
        String plain = PLAIN + "/" + kind;
        if (!file.root().exists(plain)) {
            Group root = file.root();
            write(root.createDataset(plain, dataset.datatype(), dataset.dimensions()), expected);
        }
        dataset.createAttribute(EQUALS, plain);
    }
}
