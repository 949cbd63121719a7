package dev.fallow.spark.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.ContainerFile;
import dev.fallow.spark.TestSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names of folders are columns, both ways, and files are selected by what the listing tells. */
class FoldersTest {
    private static final SparkSession SPARK = TestSession.spark();

    @TempDir
    static Path shared;

    private static Dataset<Row> written;

    @TempDir
    Path folder;

    private static String out() {
        return shared.resolve("out").toString();
    }

    @BeforeAll
    static void writeAll() {
        written = SPARK.sql("""
                select id, if(id % 4 = 3, null, id % 4) k, date_add(date'2024-02-28', cast(id % 3 as int)) day,
                  concat('a/b=', id % 2, ': %') site from range(24)""");
        written.repartition(2)
                .write()
                .format("hdf5")
                .mode("append")
                .partitionBy("k", "day", "site")
                .save(out());
    }

    private Dataset<Row> read() {
        return SPARK.read().format("hdf5").option("dataset", "/").load(out());
    }

    private static long opened(Dataset<Row> query) {
        query.collectAsList();
        return Plans.metric(query, "filesOpened");
    }

    @Test
    void whatIsWrittenByFoldersIsReadBack() throws IOException {
        Dataset<Row> read = read();
        assertThat(read.schema().toDDL()).isEqualTo("id BIGINT,k INT,day DATE,site STRING");
        assertThat(read.orderBy("id").collectAsList().toString())
                .isEqualTo(written.orderBy("id").collectAsList().toString());
        assertThat(read.where("day = date'2024-02-29'").count()).isEqualTo(8);
        try (Stream<Path> all = Files.walk(shared)) {
            List<Path> files =
                    all.filter(path -> path.toString().endsWith(".h5")).toList();
            assertThat(files)
                    .hasSizeGreaterThanOrEqualTo(12)
                    .anyMatch(path -> path.toString()
                            .contains("k=__HIVE_DEFAULT_PARTITION__/day=2024-02-28/site=a%2Fb%3D1%3A %25/"));
            for (Path file : files) {
                try (ContainerFile container = ContainerFile.openReadOnly(file)) {
                    assertThat(container.root().names()).containsExactly("id");
                }
            }
        }
    }

    @Test
    void foldersAreOverwritten() {
        String place = folder.resolve("out").toString();
        SPARK.range(4)
                .selectExpr("id", "id % 2 v", "'x' w")
                .write()
                .format("hdf5")
                .mode("append")
                .partitionBy("w", "v")
                .save(place);
        SPARK.range(3).toDF("id").write().format("hdf5").mode("overwrite").save(place);
        Dataset<Row> read = SPARK.read().format("hdf5").option("dataset", "/").load(place);
        assertThat(read.columns()).containsExactly("id");
        assertThat(read.count()).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "k = 1 | 6",
                "k in (0, 2) and site like 'a/b=0%' | 12",
                "k is null | 6",
                "not (k < 2) | 6",
                "k > 5 | 0",
                "day < date'2024-02-29' | 8",
                "not (k = 1 and day = date'2024-02-28') | 20",
                "endswith(site, '=1: %') or k = 0 | 18"
            })
    void conditionsOnFoldersSelectFiles(String condition, int rows) {
        Dataset<Row> query = read().where(condition);
        assertThat(query.count()).isEqualTo(rows);
        long all = opened(read());
        assertThat(opened(query)).isLessThan(all).isLessThanOrEqualTo(rows);
    }

    @Test
    void aGivenSchemaNamesTheFolders() {
        Dataset<Row> rows = SPARK.read()
                .format("hdf5")
                .option("dataset", "/")
                .schema("k string, id long")
                .load(out());
        assertThat(rows.where("k = '1'").count()).isEqualTo(6);
        assertThat(rows.where("k is null").count()).isEqualTo(6);
        assertThatThrownBy(() -> SPARK.read()
                        .format("hdf5")
                        .schema("site int, id long")
                        .load(out())
                        .collectAsList())
                .hasStackTraceContaining("expected values of column site of type int, found site=a/b=0: %");
    }

    @Test
    void theBaseOfAPatternIsBeforeIt() {
        Dataset<Row> some = SPARK.read().format("hdf5").option("dataset", "/").load(out() + "/k=[12]/day=2024-02-2*");
        assertThat(some.selectExpr("min(k)", "max(k)").collectAsList().toString())
                .isEqualTo("[[1,2]]");
        Dataset<Row> one = SPARK.read().format("hdf5").option("dataset", "/").load(out() + "/k=1");
        assertThat(one.columns()).containsExactly("id", "day", "site");
        Dataset<Row> based = SPARK.read()
                .format("hdf5")
                .option("dataset", "/")
                .option("basePath", out())
                .load(out() + "/k=1");
        assertThat(based.columns()).containsExactly("id", "k", "day", "site");
    }

    @Test
    void aFileInNoSuchFolderHasNoValue() {
        Fleet.make(folder.resolve("in/run=7"), 1);
        Fleet.make(folder.resolve("in"), 1);
        assertThat(SPARK.read()
                        .format("hdf5")
                        .option("dataset", "image")
                        .load(folder.resolve("in").toString())
                        .groupBy("run")
                        .count()
                        .orderBy("run")
                        .collectAsList()
                        .toString())
                .isEqualTo("[[null,120], [7,120]]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "_metadata.file_name = 'run0007.h5' | 1",
                "_metadata.file_name in ('run0003.h5', 'run0011.h5') | 2",
                "_metadata.file_name like 'run000%' | 10",
                "_metadata.file_path like '%/run0012.h5' and i0 = 2 | 1",
                "_metadata.file_size < 10 | 0",
                "_metadata.file_modification_time > timestamp'1999-01-01' | 20"
            })
    void conditionsOnMetadataSelectFiles(String condition, int files) {
        Path all = Fleet.make(folder.resolve("all"), 20);
        Dataset<Row> query = SPARK.read()
                .format("hdf5")
                .option("dataset", "image")
                .load(all.toString())
                .where(condition)
                .select("value");
        assertThat(opened(query)).isEqualTo(files);
        assertThat(query.count()).isEqualTo(condition.contains("i0") ? Fleet.COLUMNS : 120L * files);
    }

    @ParameterizedTest
    @CsvSource({"mode,DROPMALFORMED", "ignoreCorruptFiles,true"})
    void badFilesAreLeftOut(String option, String value) throws IOException {
        Path all = Fleet.make(folder.resolve("all"), 3);
        Files.writeString(all.resolve("a.h5"), "no container");
        Files.writeString(all.resolve("run0001b.h5"), "no container");
        Dataset<Row> rows = SPARK.read()
                .format("hdf5")
                .option("dataset", "image")
                .option(option, value)
                .load(all.toString());
        assertThat(rows.columns()).containsExactly("i0", "i1", "value");
        assertThat(rows.count()).isEqualTo(3 * 120);
    }

    @Test
    void foldersThatCannotBeAreRefused() {
        assertThatThrownBy(() -> write("id / 2 v"))
                .hasMessageContaining("column v of partitionBy has the type double: expected a string");
        assertThatThrownBy(() -> write("'' v"))
                .hasStackTraceContaining("has an empty string: no folder can have it as its value");
        assertThat(folder.resolve("out")).doesNotExist();
    }

    private void write(String value) {
        SPARK.range(2)
                .selectExpr("id", value)
                .write()
                .format("hdf5")
                .mode("append")
                .partitionBy("v")
                .save(folder.resolve("out").toString());
    }
}
