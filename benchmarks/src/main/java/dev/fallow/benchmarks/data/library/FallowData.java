package dev.fallow.benchmarks.data.library;

import dev.fallow.Appender;
import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.Durability;
import dev.fallow.FileFormat;
import dev.fallow.OpenOptions;
import dev.fallow.RawElements;
import dev.fallow.Selection;
import dev.fallow.ShrinkPolicy;
import dev.fallow.Types;
import dev.fallow.WriteMode;
import dev.fallow.filter.FilterSetting;
import dev.fallow.filter.Filters;
import dev.fallow.filter.Filters.BloscCodec;
import dev.fallow.filter.Filters.BloscShuffle;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Fallow with default options; without forcing its writes to the medium, which the other libraries do not do either; or with
 * a policy that keeps the file short.
 */
public final class FallowData implements DataLibrary {
    private static final String AFTER = "z";

    private final Durability durability;
    private final ShrinkPolicy policy;
    private final int rowsPerCommit;

    private final ReusedArrays arrays = new ReusedArrays();

    /** Fallow with default options. */
    public FallowData() {
        this(Durability.EACH_COMMIT);
    }

    /** Fallow with this durability. */
    public FallowData(Durability durability) {
        this(durability, ShrinkPolicy.NONE, ChurnFile.SIDE);
    }

    /**
     * Fallow with this policy, for rewriting.
     *
     * @param rowsPerCommit all rows, or as many as are written before a commit
     */
    public FallowData(ShrinkPolicy policy, int rowsPerCommit) {
        this(Durability.EACH_COMMIT, policy, rowsPerCommit);
    }

    private FallowData(Durability durability, ShrinkPolicy policy, int rowsPerCommit) {
        this.durability = durability;
        this.policy = policy;
        this.rowsPerCommit = rowsPerCommit;
    }

    @Override
    public String version() {
        if (policy.isActive()) {
            String parts = rowsPerCommit < ChurnFile.SIDE ? ", a commit for " + rowsPerCommit + " rows" : "";
            return "Fallow, `new ShrinkPolicy(" + policy.ratio() + ", Long.MAX_VALUE)`" + parts;
        }
        return durability == Durability.NEVER ? "Fallow, writes are not forced" : "Fallow";
    }

    @Override
    public boolean can(Kind kind, Codec codec) {
        if (policy.isActive()) {
            return kind == Kind.CHURN;
        }
        return switch (kind) {
            case READ_DOUBLES,
                    READ_FIELD,
                    READ_NUMBERS,
                    SLICES,
                    TWO_READERS,
                    FIRST_ELEMENT,
                    LIST_CHUNKS,
                    RANDOM_ELEMENTS,
                    ALL_ELEMENTS -> durability != Durability.NEVER; // it makes no difference
            default -> true;
        };
    }

    private ContainerFile create(Path file, FileFormat format) {
        return ContainerFile.create(
                file,
                CreateOptions.defaults()
                        .withOverwrite(true)
                        .withFormat(format)
                        .withDurability(durability)
                        .withShrinking(policy));
    }

    private ContainerFile create(Path file) {
        return create(file, FileFormat.LATEST);
    }

    private ContainerFile open(Path file) {
        return ContainerFile.open(
                file, OpenOptions.defaults().withDurability(durability).withShrinking(policy));
    }

    @Override
    public void writeDoubles(Path file, double[] values) {
        try (ContainerFile container = create(file)) {
            container.root().createDataset(NAME, values);
        }
    }

    @Override
    public double[] readDoubles(Path file) {
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            Dataset dataset = container.dataset(NAME);
            double[] doubles = arrays.doubles(dataset.dimensions()[0]);
            dataset.readInto(doubles);
            return doubles;
        }
    }

    @Override
    public void overwriteDoubles(Path file, double[] values) {
        try (ContainerFile container = open(file)) {
            container.dataset(NAME).write(values, WriteMode.IN_PLACE);
        }
    }

    @Override
    public void writeField(Path file, float[][] values, Codec codec) {
        try (ContainerFile container = create(file)) {
            container
                    .root()
                    .createDataset(
                            NAME,
                            values,
                            DatasetOptions.defaults().withChunks(CHUNK, CHUNK).withFilters(filters(codec)));
        }
    }

    private static FilterSetting[] filters(Codec codec) {
        return switch (codec) {
            case NONE -> new FilterSetting[0];
            case DEFLATE_1, DEFLATE_6 -> new FilterSetting[] {Filters.shuffle(), Filters.deflate(codec.level())};
            case LZ4 -> new FilterSetting[] {Filters.shuffle(), Filters.lz4()};
            case ZSTD -> new FilterSetting[] {Filters.shuffle(), Filters.zstd(3)};
            case BLOSC -> new FilterSetting[] {Filters.blosc(BloscCodec.LZ4, 5, BloscShuffle.BYTES)};
        };
    }

    @Override
    public Object readField(Path file) {
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            Dataset dataset = container.dataset(NAME);
            float[][] field = arrays.field(dataset.dimensions());
            dataset.readInto(field);
            return field;
        }
    }

    @Override
    public void writeNumbers(Path file, NumberType type, Object values) {
        DatasetOptions chunked = DatasetOptions.defaults().withChunks(NUMBERS_CHUNK / type.size());
        try (ContainerFile container = create(file)) {
            container
                    .root()
                    .createDataset(
                            NAME, values, type.type().map(chunked::withType).orElse(chunked));
        }
    }

    @Override
    public void readNumbers(Path file, NumberType type, Object into) {
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            container.dataset(NAME).readInto(into);
        }
    }

    @Override
    public double readSlices(Path file, int[][] corners) {
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            Dataset dataset = container.dataset(NAME);
            double sum = 0;
            for (int[] corner : corners) {
                float[][] slice = (float[][])
                        dataset.read(Selection.block(new long[] {corner[0], corner[1]}, new long[] {SLICE, SLICE}));
                sum += slice[SEEN_ROW][SEEN_COLUMN];
            }
            return sum;
        }
    }

    @Override
    public void append(Path file, int rows, int perCall, boolean collected) {
        double[] row = new double[COLUMNS];
        Arrays.setAll(row, i -> i);
        double[] several = new double[perCall * COLUMNS];
        Arrays.setAll(several, i -> i % COLUMNS);
        try (ContainerFile container = create(file)) {
            Dataset dataset = container
                    .root()
                    .createDataset(
                            NAME,
                            Types.floatingPoint(Double.BYTES),
                            new long[] {0, COLUMNS},
                            DatasetOptions.defaults()
                                    .withChunks(APPENDED_CHUNK, COLUMNS)
                                    .withMaxDimensions(DatasetOptions.UNLIMITED, COLUMNS));
            if (perCall == 1 && collected) {
                try (Appender appender = dataset.appender()) {
                    for (int done = 0; done < rows; done++) {
                        appender.append(row);
                    }
                }
                return;
            }
            for (int done = 0; done < rows; done += perCall) {
                dataset.append(several);
            }
        }
    }

    @Override
    public double sumOfRows(Path file) {
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            return Arrays.stream((double[][]) container.dataset(NAME).read())
                    .flatMapToDouble(Arrays::stream)
                    .sum();
        }
    }

    @Override
    public ChurnFile churn(Path file, boolean create) {
        ContainerFile container = create ? create(file) : open(file);
        Dataset dataset = create
                ? container
                        .root()
                        .createDataset(
                                NAME,
                                Types.floatingPoint(Float.BYTES),
                                new long[] {ChurnFile.SIDE, ChurnFile.SIDE},
                                DatasetOptions.defaults()
                                        .withChunks(ChurnFile.CHUNK, ChurnFile.CHUNK)
                                        .withFilters(filters(Codec.DEFLATE_1)))
                : container.dataset(NAME);
        return new ChurnFile() {
            @Override
            public void write(float[][] values, Runnable written) {
                if (rowsPerCommit == SIDE) {
                    dataset.write(values);
                    written.run();
                    return;
                }
                for (int row = 0; row < SIDE; row += rowsPerCommit) {
                    dataset.write(
                            Selection.block(new long[] {row, 0}, new long[] {rowsPerCommit, SIDE}),
                            Arrays.copyOfRange(values, row, row + rowsPerCommit));
                    written.run();
                    container.flush();
                }
            }

            @Override
            public void flush() {
                container.flush();
            }

            @Override
            public long liveBytes() {
                return container.space().liveBytes();
            }

            @Override
            public void close() {
                container.close();
            }
        };
    }

    @Override
    public void writeChunks(Path file, int chunks, boolean tree) {
        byte[] ones = new byte[chunks * SMALL_CHUNK];
        Arrays.fill(ones, (byte) 1);
        try (ContainerFile container = create(file, tree ? FileFormat.EARLIEST : FileFormat.LATEST)) {
            container
                    .root()
                    .createDataset(
                            NAME,
                            ones,
                            DatasetOptions.defaults()
                                    .withChunks(SMALL_CHUNK)
                                    .withMaxDimensions(DatasetOptions.UNLIMITED));
        }
    }

    private static byte firstByte(Object bytes) {
        return ((byte[]) bytes)[0];
    }

    @Override
    public int firstElement(Path file) {
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            return firstByte(container
                    .dataset(NAME)
                    .read(Selection.block(new long[] {0}, new long[] {1}), RawElements.class)
                    .bytes());
        }
    }

    @Override
    public long listChunks(Path file) {
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            long[] found = {0};
            container.dataset(NAME).forEachChunk(chunk -> found[0] += chunk.address() >= 0 ? 1 : 0);
            return found[0];
        }
    }

    @Override
    public long randomElements(Path file, int[] positions) {
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            Dataset dataset = container.dataset(NAME);
            long sum = 0;
            for (int position : positions) {
                sum += firstByte(dataset.read(Selection.block(new long[] {position}, new long[] {1}), RawElements.class)
                        .bytes());
            }
            return sum;
        }
    }

    @Override
    public long sumOfAll(Path file) {
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            long sum = 0;
            for (byte one : container.dataset(NAME).read(RawElements.class).bytes()) {
                sum += one;
            }
            return sum;
        }
    }

    @Override
    public void writeDeletable(Path file, int chunks, boolean tree) {
        float[] ones = new float[chunks * DELETED_CHUNK];
        Arrays.fill(ones, 1);
        try (ContainerFile container = create(file, tree ? FileFormat.EARLIEST : FileFormat.LATEST)) {
            container
                    .root()
                    .createDataset(
                            NAME,
                            ones,
                            DatasetOptions.defaults()
                                    .withChunks(DELETED_CHUNK)
                                    .withMaxDimensions(DatasetOptions.UNLIMITED));
            container.root().createDataset(AFTER, new double[10]);
        }
    }

    @Override
    public void delete(Path file) {
        try (ContainerFile container = open(file)) {
            container.delete(NAME);
        }
    }
}
