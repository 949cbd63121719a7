package dev.fallow.spark.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.StoredChunkInfo;
import dev.fallow.Types;
import dev.fallow.filter.Filters;
import dev.fallow.spark.TestSession;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.spark.api.java.function.ForeachPartitionFunction;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that cannot be read, or has another table: an error that names it, or a row with that error. */
class BadFilesTest {
    /** The rows that each attempt to read a file has seen. Tasks run in this virtual machine. */
    private static final List<Integer> ATTEMPTS = new CopyOnWriteArrayList<>();

    private static final int ROWS_OF_GOOD_FILES = 3 * Fleet.ROWS * Fleet.COLUMNS;

    @TempDir
    Path folder;

    private Path bad;

    @BeforeEach
    void makeGoodFiles() {
        Fleet.make(folder, 3);
        bad = folder.resolve("run0001b.h5");
    }

    private DataFrameReader reader(String... options) {
        DataFrameReader reader = TestSession.spark().read().format("hdf5").option("dataset", "image");
        for (int i = 0; i < options.length; i += 2) {
            reader = reader.option(options[i], options[i + 1]);
        }
        return reader;
    }

    /** Requires that the query fails with a message that has all of these, and with mode PERMISSIVE has a row with it. */
    private void assertBad(int rowsBefore, String... message) {
        String all = folder.toString();
        assertThatThrownBy(() -> reader().load(all).collectAsList())
                .satisfies(failure -> assertThat(messages(failure))
                        .contains(message)
                        .contains(bad.getFileName().toString())
                        .contains("with the option mode=PERMISSIVE"));
        assertPermissive(reader("mode", "PERMISSIVE").load(all), rowsBefore, message);
    }

    private void assertPermissive(org.apache.spark.sql.Dataset<Row> found, int rowsBefore, String... message) {
        List<Row> rows =
                found.select("value", "_corrupt", "_metadata.file_name").collectAsList();
        List<Row> corrupt = rows.stream().filter(row -> !row.isNullAt(1)).toList();
        assertThat(corrupt).singleElement().satisfies(row -> {
            assertThat(row.isNullAt(0)).isTrue();
            assertThat(row.getString(1))
                    .contains(message)
                    .contains(bad.getFileName().toString());
            assertThat(row.getString(2)).isEqualTo(bad.getFileName().toString());
        });
        assertThat(rows).hasSize(ROWS_OF_GOOD_FILES + rowsBefore + 1);
        assertThat(rows.stream().filter(row -> !row.isNullAt(0)).count()).isEqualTo(ROWS_OF_GOOD_FILES + rowsBefore);
    }

    private static String messages(Throwable failure) {
        StringBuilder text = new StringBuilder();
        for (Throwable at = failure; at != null; at = at.getCause()) {
            text.append(at.getMessage()).append('\n');
        }
        return text.toString();
    }

    @Test
    void truncated() throws IOException {
        Fleet.makeOne(bad, 1);
        try (RandomAccessFile file = new RandomAccessFile(bad.toFile(), "rw")) {
            file.setLength(file.length() / 2);
        }
        assertBad(0, "truncated");
    }

    @Test
    void notAContainer() throws IOException {
        Files.writeString(bad, "no container");
        assertBad(0, "is not HDF5");
        Files.write(bad, new byte[0]);
        assertBad(0, "is empty");
    }

    @Test
    void aDamagedChunk() throws IOException {
        Fleet.makeOne(bad, 1);
        List<StoredChunkInfo> chunks = new ArrayList<>();
        try (ContainerFile file = ContainerFile.openReadOnly(bad)) {
            file.dataset("image").forEachChunk(chunks::add);
        }
        try (RandomAccessFile file = new RandomAccessFile(bad.toFile(), "rw")) {
            file.seek(chunks.get(chunks.size() - 1).address() + 1);
            file.write(new byte[] {1, 2, 3});
        }
        assertBad(0, "chunk");
    }

    @Test
    void anotherRank() {
        try (ContainerFile file = ContainerFile.create(bad)) {
            file.root().createDataset("image", new float[2][3][4]);
        }
        assertBad(0, "/image: expected a table of rank 2, found rank 3");
    }

    @Test
    void anotherType() {
        try (ContainerFile file = ContainerFile.create(bad)) {
            file.root().createDataset("image", new double[2][3]);
        }
        assertBad(0, "/image: expected column value of type float, found double");
    }

    @Test
    void noDataset() {
        try (ContainerFile file = ContainerFile.create(bad)) {
            file.root().createGroup("other");
        }
        assertBad(0, "image");
    }

    @Test
    void aGroupInstead() {
        try (ContainerFile file = ContainerFile.create(bad)) {
            file.root().createGroup("image").createDataset("x", new int[3]);
        }
        assertBad(0, "/image: expected a column ");
    }

    @Test
    void openForWriting() {
        Fleet.makeOne(bad, 1);
        try (ContainerFile file = ContainerFile.open(bad)) {
            file.root().createGroup("changing");
            file.flush();
            assertBad(0, "open for writing");
        }
    }

    @Test
    void anUnknownFilter() throws IOException {
        try (var in = BadFilesTest.class.getResourceAsStream("/tables/unreadable.h5")) {
            Files.copy(in, bad);
        }
        bad = bad.getFileName();
        String all = folder.toString();
        assertThatThrownBy(() -> reader().option("dataset", "grid")
                        .load(folder.resolve(bad).toString())
                        .collectAsList())
                .satisfies(failure -> assertThat(messages(failure)).contains("32013", bad.toString()));
        assertThat(reader().option("dataset", "grid")
                        .load(folder.resolve(bad).toString())
                        .count())
                .isEqualTo(35); // needs no filter
        List<Row> rows = reader("mode", "permissive", "columnNameOfCorruptRecord", "why")
                .option("dataset", "grid")
                .load(all)
                .filter("why is not null")
                .select("why", "value")
                .collectAsList();
        assertThat(rows).hasSize(4);
        assertThat(rows.stream().map(row -> row.getString(0)).filter(why -> why.contains("32013")))
                .hasSize(1);
    }

    @Test
    void aFileThatChangesAfterItWasListed() throws IOException {
        Fleet.makeOne(bad, 1);
        var strict = reader().load(folder.toString());
        var permissive = reader("mode", "PERMISSIVE").load(folder.toString());
        try (ContainerFile file = ContainerFile.open(bad)) {
            file.root().createDataset("more", new double[10_000]);
        }
        assertThatThrownBy(strict::collectAsList)
                .satisfies(failure -> assertThat(messages(failure)).contains("the file has changed", bad.toString()));
        assertPermissive(permissive, 0, "the file has changed");
        Files.delete(bad);
        assertThatThrownBy(strict::collectAsList)
                .satisfies(failure -> assertThat(messages(failure)).contains(bad.toString()));
    }

    /** Rows have been passed on, so the attempt fails in both modes. The next one finds the change at its start. */
    @Test
    void aFileThatChangesWhileItIsRead() {
        String large = folder.resolve("large.h5").toString();
        try (ContainerFile file = ContainerFile.create(Path.of(large))) {
            file.root().createDataset("line", new double[3_000_000]);
        }
        assertThatThrownBy(() -> readAndChange("FAILFAST", large))
                .satisfies(failure -> assertThat(messages(failure)).contains("the file has changed", "large.h5"));
        ATTEMPTS.clear();
        readAndChange("PERMISSIVE", large);
        assertThat(ATTEMPTS).hasSize(TestSession.ATTEMPTS).last().isEqualTo(1);
    }

    /** A file of a few kilobytes declares 10^18 rows: planning takes memory for a bounded number of parts. */
    @Test
    void partsAreBoundedWhateverIsDeclared() {
        String sparse = folder.resolve("sparse.h5").toString();
        try (ContainerFile file = ContainerFile.create(Path.of(sparse))) {
            file.root()
                    .createDataset(
                            "line",
                            Types.integer(4),
                            new long[] {1_000_000_000_000_000_000L},
                            DatasetOptions.defaults().withChunks(100));
            file.root().createDataset("other", new double[5_000]); // a small file is one part
        }
        int parts = reader("dataset", "line", "maxPartitionBytes", "1000")
                .load(sparse)
                .rdd()
                .getNumPartitions();
        assertThat(parts).isBetween(2, 100_001);
    }

    private void readAndChange(String mode, String file) {
        reader("mode", mode)
                .option("dataset", "line")
                .option("maxPartitionBytes", 100_000_000)
                .load(file)
                .foreachPartition((ForeachPartitionFunction<Row>) rows -> {
                    int attempt = ATTEMPTS.size();
                    ATTEMPTS.add(0);
                    while (rows.hasNext()) {
                        rows.next();
                        if (ATTEMPTS.set(attempt, ATTEMPTS.get(attempt) + 1) == 0) {
                            assertThat(new File(file).setLastModified(System.currentTimeMillis() + 100_000))
                                    .isTrue();
                        }
                    }
                });
    }

    @Test
    void columnsOfDifferentLength() {
        try (ContainerFile file = ContainerFile.create(bad)) {
            file.root().createDataset("a", new int[3]);
            file.root().createDataset("b", new int[4]);
        }
        assertThatThrownBy(() -> reader().option("dataset", "/").load(bad.toString()))
                .hasMessageContaining("run0001b.h5: /b: expected 3 elements, as in /a")
                .hasMessageContaining("found 4");
        assertThat(reader().option("dataset", "/")
                        .option("columns", "b")
                        .load(bad.toString())
                        .count())
                .isEqualTo(4);
        assertThatThrownBy(() -> TestSession.spark().read().format("hdf5").load(bad.toString()))
                .hasMessageContaining("the option dataset is missing: expected one dataset, found [/a, /b]");
    }

    @Test
    void schemasAreMergedIfAskedFor() {
        try (ContainerFile file = ContainerFile.create(bad)) {
            var events = file.root().createGroup("events");
            events.createDataset("id", new int[] {-1, -2});
            events.createDataset("extra", new String[] {"x", "y"});
        }
        DataFrameReader reader = reader().option("dataset", "events");
        assertThatThrownBy(() -> reader.load(folder.toString()).collectAsList())
                .satisfies(failure -> assertThat(messages(failure))
                        .contains("run0001b.h5: /events: expected a column energy of type double, found none"));
        var merged = reader.option("mergeSchema", true).load(folder.toString());
        assertThat(merged.columns()).containsExactly("energy", "id", "name", "extra");
        assertThat(merged.schema().simpleString())
                .isEqualTo("struct<energy:double,id:bigint,name:string,extra:string>");
        assertThat(merged.count()).isEqualTo(3L * Fleet.EVENTS + 2);
        assertThat(merged.filter("energy is null").collectAsList().stream().map(Row::toString))
                .containsExactlyInAnyOrder("[null,-1,null,x]", "[null,-2,null,y]");
    }

    @Test
    void schemasThatCannotBeMerged() {
        try (ContainerFile file = ContainerFile.create(bad)) {
            file.root().createGroup("events").createDataset("id", new String[] {"a"});
        }
        assertThatThrownBy(() -> reader("mergeSchema", "true")
                        .option("dataset", "events")
                        .load(folder.toString()))
                .satisfies(failure -> assertThat(messages(failure))
                        .contains(
                                "/events: expected column id of a type like",
                                "string",
                                "bigint",
                                bad.getFileName().toString()));
    }

    /** Of a class that PySpark shows without a stack trace. */
    @Test
    void failuresOfTheDriverAreOneLine() {
        assertThatThrownBy(() -> reader("dataset", "/none").load(folder.toString()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith("run0000.h5: there is no /none; in / are events, image")
                .hasCauseInstanceOf(dev.fallow.NoSuchObjectException.class);
        assertThatThrownBy(() -> reader("dataset", "/events/x/y").load(folder.toString()))
                .hasMessageEndingWith("; in /events are energy, id, name");
        assertThatThrownBy(() -> reader().load(folder.resolve("none").toString()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith("/none does not exist");
        assertThatThrownBy(() -> reader().load(folder.toString())
                        .selectExpr("cast(i0 as decimal(5, 2)) d")
                        .write()
                        .format("hdf5")
                        .mode("append")
                        .save(folder.resolve("out").toString()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("column d has the type decimal(5,2), which cannot be written");
    }

    @Test
    void optionsAreChecked() {
        for (Map.Entry<String, String> each : Map.of(
                        "mode", "DROPFILES", "layout", "boxes", "batchRows", "0", "maxPartitionBytes", "-1")
                .entrySet()) {
            assertThatThrownBy(() -> reader(each.getKey(), each.getValue()).load(folder.toString()))
                    .hasMessageContaining("option " + each.getKey() + ": expected");
        }
    }

    @Test
    void theOnlyDatasetNeedsNoOption() {
        Path one = folder.resolve("one.h5");
        try (ContainerFile file = ContainerFile.create(one)) {
            Dataset only = file.root()
                    .createGroups("a/b")
                    .createDataset(
                            "only",
                            new int[] {1, 2, 3},
                            DatasetOptions.defaults().withChunks(2).withFilters(Filters.deflate(1)));
            assertThat(only.path()).isEqualTo("/a/b/only");
        }
        assertThat(TestSession.spark().read().format("hdf5").load(one.toString()).collectAsList().stream()
                        .map(Row::toString))
                .containsExactly("[0,1]", "[1,2]", "[2,3]");
    }
}
