package dev.fallow.spark.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.Group;
import dev.fallow.Types;
import dev.fallow.spark.CountingFileSystem;
import dev.fallow.spark.TestSession;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Only what a query needs is read: counted requests, bytes and cells. */
class PushDownTest {
    private static final int ROWS = 2_000;
    private static final int COLUMNS = 1_000;
    private static final int CHUNK = 100;
    private static final int CHUNK_BYTES = CHUNK * CHUNK * Float.BYTES;
    private static final int IMAGE_BYTES = ROWS * COLUMNS * Float.BYTES;
    private static final int TABLE_ROWS = 400_000;
    /** The first read of a file, and what a read of blocks may take more on both sides. */
    private static final int HEAD = 256 << 10;

    private static final int BLOCK = 64 << 10;

    @TempDir
    static Path folder;

    @BeforeAll
    static void makeFile() {
        try (ContainerFile file = ContainerFile.create(folder.resolve("large.h5"))) {
            Dataset depth = file.root().createDataset("depth", depths());
            float[] image = new float[ROWS * COLUMNS];
            for (int i = 0; i < image.length; i++) {
                image[i] = i;
            }
            Dataset data = file.root()
                    .createDataset(
                            "image",
                            Types.floatingPoint(4),
                            new long[] {ROWS, COLUMNS},
                            image,
                            DatasetOptions.defaults().withChunks(CHUNK, CHUNK));
            data.createAttribute(
                    "DIMENSION_LIST", Types.sequence(Types.objectReference()), new long[] {2}, new Object[] {
                        new Object[] {depth.reference()}, new Object[0]
                    });
            Group table = file.root().createGroup("table");
            int[] number = new int[TABLE_ROWS];
            double[] wide = new double[TABLE_ROWS];
            for (int i = 0; i < TABLE_ROWS; i++) {
                number[i] = i;
                wide[i] = -i;
            }
            table.createDataset("number", number, DatasetOptions.defaults().withChunks(10_000));
            table.createDataset("wide", wide, DatasetOptions.defaults().withChunks(10_000));
            table.createDataset("flat", wide);
        }
    }

    private static float[] depths() {
        float[] depths = new float[ROWS];
        for (int i = 0; i < ROWS; i++) {
            depths[i] = i / 2f - 100;
        }
        return depths;
    }

    @BeforeEach
    void reset() {
        CountingFileSystem.reset();
    }

    private static DataFrameReader reader() {
        return TestSession.spark().read().format("hdf5");
    }

    private static org.apache.spark.sql.Dataset<Row> load(DataFrameReader reader, String dataset) {
        return reader.option("dataset", dataset).load("counted:" + folder.resolve("large.h5"));
    }

    @Test
    void aScanReadsTheDatasetOnce() {
        var image = load(reader(), "image").select("i0", "value");
        CountingFileSystem.reset();
        var all = image.agg(functions.sum("value"), functions.count("*"));
        Row row = all.collectAsList().get(0);
        assertThat(row.getLong(1)).isEqualTo(ROWS * COLUMNS);
        assertThat(row.getDouble(0)).isEqualTo((ROWS * COLUMNS - 1.0) * ROWS * COLUMNS / 2);
        long parts = Plans.partitions(all.queryExecution().executedPlan()).stream()
                .mapToLong(each -> each.parts().size())
                .sum();
        assertThat(CountingFileSystem.bytes())
                .isBetween((long) IMAGE_BYTES, IMAGE_BYTES + (parts + 1) * (HEAD + 4L * BLOCK));
        assertThat(CountingFileSystem.reads()).hasSizeLessThan(40);
    }

    @Test
    void aRangeOfAnIndexReadsItsChunks() {
        var image = load(reader(), "image");
        CountingFileSystem.reset();
        List<Row> rows = image.filter("i0 >= 150 and i0 < 180 and i1 > 850")
                .select("i0", "i1", "value")
                .collectAsList();
        assertThat(rows).hasSize(30 * 149);
        assertThat(rows)
                .allSatisfy(row -> assertThat(row.getFloat(2)).isEqualTo(row.getLong(0) * COLUMNS + row.getLong(1)));
        assertThat(CountingFileSystem.bytes()).isPositive().isLessThan(2 * (HEAD + 2 * (CHUNK_BYTES + 2L * BLOCK)));
    }

    @Test
    void aRangeOfACoordinateReadsItsChunks() {
        var image = load(reader(), "image");
        assertThat(image.columns()).containsExactly("i0", "i1", "depth", "value");
        CountingFileSystem.reset();
        List<Row> rows = image.filter("depth between 300.25 and 301.75").collectAsList();
        assertThat(rows).hasSize(3 * COLUMNS);
        assertThat(rows).allSatisfy(row -> {
            assertThat(row.getFloat(2)).isEqualTo(depths()[(int) row.getLong(0)]);
            assertThat(row.getFloat(3)).isEqualTo(row.getLong(0) * COLUMNS + row.getLong(1));
        });
        int chunks = 10 * (CHUNK_BYTES + 2 * BLOCK);
        assertThat(CountingFileSystem.bytes()).isPositive().isLessThan(2 * (HEAD + BLOCK) + chunks);
        assertThat(image.filter("depth > 100000").count()).isZero();
        assertThat(image.filter("i0 > 1 and value > 2 and depth < 0")
                        .queryExecution()
                        .executedPlan()
                        .toString())
                .contains("2 conditions pushed"); // not that on the value
        assertThat(image.filter("depth in (0.5, -99.5) and i1 = 3").count()).isEqualTo(2);
    }

    @Test
    void aQueryOfOneColumnOpensNoOther() {
        var table = load(reader(), "table");
        assertThat(table.columns()).containsExactly("flat", "number", "wide");
        CountingFileSystem.reset();
        assertThat(table.agg(functions.sum("number")).collectAsList().get(0).getLong(0))
                .isEqualTo(TABLE_ROWS * (TABLE_ROWS - 1L) / 2);
        long parts = TestSession.spark().sparkContext().defaultParallelism();
        assertThat(CountingFileSystem.bytes())
                .isBetween(TABLE_ROWS * 4L, TABLE_ROWS * 4L + (parts + 1) * (HEAD + 4L * BLOCK));
        CountingFileSystem.reset();
        assertThat(table.filter("_metadata.row_index = 123456").select("flat").collectAsList())
                .singleElement()
                .satisfies(row -> assertThat(row.getDouble(0)).isEqualTo(-123_456));
        assertThat(CountingFileSystem.bytes()).isPositive().isLessThan(3L * (HEAD + 2 * BLOCK));
    }

    @Test
    void aCountReadsNoElements() {
        var table = load(reader(), "table");
        var image = load(reader(), "image");
        CountingFileSystem.reset();
        assertThat(table.count()).isEqualTo(TABLE_ROWS);
        assertThat(image.count()).isEqualTo(ROWS * COLUMNS);
        assertThat(CountingFileSystem.bytes()).isPositive().isLessThan(6L * (HEAD + 2 * BLOCK));
    }

    @Test
    void aLimitStopsReading() {
        var table = load(reader(), "table").select("wide");
        CountingFileSystem.reset();
        assertThat(table.limit(3).collectAsList()).hasSize(3);
        assertThat(CountingFileSystem.bytes()).isPositive().isLessThan(2L * (HEAD + 4 * BLOCK));
        assertThat(table.limit(3).queryExecution().executedPlan().toString()).contains("limit 3");
    }

    @Test
    void partitionsAreRunsOfChunks() {
        var image = load(reader().option("maxPartitionBytes", 500_000), "image").select("value");
        CountingFileSystem.reset();
        var sum = image.agg(functions.sum("value"));
        assertThat(sum.collectAsList().get(0).getDouble(0)).isEqualTo((ROWS * COLUMNS - 1.0) * ROWS * COLUMNS / 2);
        List<Hdf5Partition> partitions = Plans.partitions(sum.queryExecution().executedPlan());
        assertThat(partitions).hasSizeBetween(16, 24);
        long next = 0;
        for (Hdf5Partition partition : partitions) {
            for (Hdf5Partition.FilePart part : partition.parts()) {
                assertThat(part.first()).isEqualTo(next);
                assertThat(part.bytes()).isBetween(1L, 500_000L);
                assertThat(part.grid().cell()[0] % CHUNK).isZero();
                assertThat(part.grid().cell()[1] % CHUNK).isZero();
                next = part.end();
            }
        }
        assertThat(next).isEqualTo(partitions.get(0).parts().get(0).grid().cells());
        assertThat(Plans.metric(sum, "cellsRead")).isEqualTo(next);
        assertThat(Plans.metric(sum, "filesOpened")).isEqualTo(partitions.size());
        assertThat(Plans.metric(sum, "bytesRead")).isGreaterThanOrEqualTo(IMAGE_BYTES);
        var narrow = image.filter("i0 < 100").agg(functions.count("*"));
        assertThat(narrow.collectAsList().get(0).getLong(0)).isEqualTo(CHUNK * COLUMNS);
        assertThat(Plans.partitions(narrow.queryExecution().executedPlan())).hasSizeBetween(1, 2);
    }

    @Test
    void contiguousElementsAreCutByBytes() {
        var flat = load(reader().option("maxPartitionBytes", 400_000), "table").select("flat");
        var sum = flat.agg(functions.sum("flat"), functions.count("*"));
        assertThat(sum.collectAsList().get(0).getDouble(0)).isEqualTo(-TABLE_ROWS * (TABLE_ROWS - 1.0) / 2);
        assertThat(Plans.partitions(sum.queryExecution().executedPlan())).hasSizeBetween(8, 20);
    }

    @Test
    void randomConditionsFindTheSameRowsAsWithoutThem() {
        Random random = new Random(Long.getLong("fallow.seed", 7));
        String[] columns = {"i0", "i1", "depth"};
        String[] operators = {"=", "<", "<=", ">", ">=", "<=>"};
        var image = load(reader(), "image").filter("i0 < 40 and i1 < 30 and i0 + i1 >= 0");
        var rows = image.collectAsList();
        assertThat(rows).hasSize(40 * 30);
        for (int i = 0; i < 12; i++) {
            String column = columns[random.nextInt(3)];
            String operator = operators[random.nextInt(operators.length)];
            double value = column.equals("depth") ? random.nextInt(80) / 4.0 - 100 : random.nextInt(45) - 2;
            String literal =
                    column.equals("depth") ? "cast(%s as float)".formatted(value) : "%d".formatted((long) value);
            boolean mirrored = random.nextBoolean();
            String condition = mirrored
                    ? "%s %s %s".formatted(literal, operator, column)
                    : "%s %s %s".formatted(column, operator, literal);
            long expected = rows.stream()
                    .filter(row -> {
                        double found = ((Number) row.getAs(column)).doubleValue();
                        int order = Double.compare(mirrored ? value : found, mirrored ? found : value);
                        return switch (operator) {
                            case "=", "<=>" -> order == 0;
                            case "<" -> order < 0;
                            case "<=" -> order <= 0;
                            case ">" -> order > 0;
                            default -> order >= 0;
                        };
                    })
                    .count();
            assertThat(image.filter(condition).count()).as(condition).isEqualTo(expected);
        }
    }
}
