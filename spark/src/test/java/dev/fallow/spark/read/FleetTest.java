package dev.fallow.spark.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.spark.TestSession;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** 200 files as one table. */
class FleetTest {
    private static final int FILES = 200;

    @TempDir
    static Path folder;

    @BeforeAll
    static void makeFiles() {
        Fleet.make(folder.resolve("all"), FILES);
    }

    private static Dataset<Row> events() {
        return TestSession.spark()
                .read()
                .format("hdf5")
                .option("dataset", "events")
                .load(folder.resolve("all").toString());
    }

    @Test
    void everyRowOfEveryFileIsThereOnce() {
        List<String> expected = new ArrayList<>();
        for (int run = 0; run < FILES; run++) {
            for (int i = 0; i < Fleet.EVENTS; i++) {
                expected.add("[%s,%d,%s]".formatted(Fleet.energies(run)[i], Fleet.ids(run)[i], Fleet.names(run)[i]));
            }
        }
        Dataset<Row> rows = events();
        assertThat(rows.columns()).containsExactly("energy", "id", "name"); // the names' order: creation is not tracked
        assertThat(rows.collectAsList().stream().map(Row::toString)).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(rows.rdd().getNumPartitions()).isLessThan(FILES / 4);
    }

    @Test
    void compiledQueriesGroupByFile() {
        List<Row> rows = TestSession.spark()
                .read()
                .format("hdf5")
                .option("dataset", "image")
                .load(
                        folder.resolve("all/run01*.h5").toString(),
                        folder.resolve("all/run0007.h5").toString())
                .filter("i0 >= 10 and value % 2 = 0")
                .groupBy("_metadata.file_name", "_metadata.file_size")
                .agg(functions.sum("value"), functions.count("*"), functions.max("_metadata.file_modification_time"))
                .collectAsList();
        assertThat(rows).hasSize(101);
        for (Row row : rows) {
            Path file = folder.resolve("all").resolve(row.getString(0));
            int run = Integer.parseInt(row.getString(0).replaceAll("\\D", "").substring(0, 4));
            double sum = IntStream.range(100, 120)
                    .map(i -> run * 1_000 + i)
                    .filter(value -> value % 2 == 0)
                    .asDoubleStream()
                    .sum();
            assertThat(row.getDouble(2)).isEqualTo(sum);
            assertThat(row.getLong(3)).isEqualTo(10);
            assertThat(row.getLong(1)).isEqualTo(file.toFile().length());
            assertThat(row.getTimestamp(4).getTime()).isEqualTo(file.toFile().lastModified());
        }
    }

    @Test
    void rowsHaveNumbers() {
        List<Row> rows = events().filter("_metadata.row_index between 9 and 11")
                .select("id", "_metadata.row_index")
                .collectAsList();
        assertThat(rows).hasSize(3 * FILES);
        assertThat(rows).allSatisfy(row -> assertThat(row.getLong(0) % 1_000).isEqualTo(row.getLong(1)));
    }

    @Test
    void aLimitIsALimit() {
        assertThat(events().limit(7).collectAsList()).hasSize(7);
        assertThat(events().limit(100_000).count()).isEqualTo((long) FILES * Fleet.EVENTS);
    }

    @Test
    void partitionsAreSmall() throws IOException {
        List<Hdf5Partition> partitions = Stream.of(
                        events().toDF().queryExecution().executedPlan())
                .flatMap(plan -> Plans.partitions(plan).stream())
                .toList();
        assertThat(partitions).hasSizeBetween(2, 30);
        assertThat(partitions.stream().mapToInt(each -> each.parts().size()).sum())
                .isEqualTo(FILES);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(partitions);
        }
        assertThat(bytes.size()).isLessThan(partitions.size() * 1_000 + FILES * 100);
    }

    @Test
    void aGivenSchemaMayBeWider() {
        Dataset<Row> rows = TestSession.spark()
                .read()
                .format("hdf5")
                .option("dataset", "image")
                .schema("i1 long, value double")
                .load(folder.resolve("all/run0003.h5").toString());
        assertThat(rows.schema().apply("value").dataType()).isEqualTo(DataTypes.DoubleType);
        assertThat(rows.agg(functions.sum("value")).head().getDouble(0))
                .isEqualTo(IntStream.range(3_000, 3_120).sum());
        assertThatThrownBy(() -> TestSession.spark()
                        .read()
                        .format("hdf5")
                        .option("dataset", "image")
                        .schema("value int")
                        .load(folder.resolve("all/run0003.h5").toString())
                        .collectAsList())
                .hasStackTraceContaining("run0003.h5: /image: expected column value of type int, found float");
    }

    @Test
    void foldersAndNamesAreSelected() throws IOException {
        Path nested = Fleet.make(folder.resolve("nested/deep/_hidden"), 1).getParent();
        Fleet.make(nested.resolve("seen"), 2);
        Files.writeString(nested.resolve("notes.txt"), "no container");
        assertThat(count("*.h5", "true", "nested")).isEqualTo(2 * 120);
        assertThat(count("*0000.h5", "true", "nested")).isEqualTo(120);
        assertThat(count("*.h5", "false", "nested/deep/seen")).isEqualTo(2 * 120);
        assertThatThrownBy(() -> count("*.h5", "false", "nested/deep")).hasMessageContaining("there are no files in");
        assertThatThrownBy(() -> count("*.h5", "false", "nested/none*")).hasMessageContaining("no file matches");
        assertThatThrownBy(() -> count("*", "true", "nested")).hasMessageContaining("notes.txt");
    }

    private static long count(String names, String recursive, String path) {
        return TestSession.spark()
                .read()
                .format("hdf5")
                .option("dataset", "image")
                .option("pathGlobFilter", names)
                .option("recursiveFileLookup", recursive)
                .load(folder.resolve(path).toString())
                .count();
    }
}
