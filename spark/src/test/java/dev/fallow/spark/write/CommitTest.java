package dev.fallow.spark.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.spark.TestSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.util.SerializableConfiguration;
import org.apache.spark.util.TaskCompletionListener;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tasks that fail, are repeated, or run twice; jobs that fail. */
class CommitTest extends WriteFrame {
    private static List<Long> longs(long from, long to) {
        return LongStream.range(from, to).boxed().toList();
    }

    /** Numbers in two partitions; the task with the number 7 fails so often, after rows before it were written. */
    private Dataset<Row> failing(int attempts) {
        spark.udf()
                .register(
                        "fragile",
                        (UDF1<Long, Long>) id -> {
                            if (id == 7 && TaskContext.get().attemptNumber() < attempts) {
                                throw new IllegalStateException("the test lets this task fail");
                            }
                            return id;
                        },
                        DataTypes.LongType);
        return spark.range(0, 20, 1, 2).selectExpr("fragile(id) id");
    }

    @Test
    void aRepeatedTaskWritesItsRowsOnce() throws IOException {
        write(failing(1), "append", Map.of("chunkRows", "2"));
        assertThat(entries()).hasSize(2);
        assertThat(longs("id")).isEqualTo(longs(0, 20));
    }

    @Test
    void aFailedJobLeavesNothing() throws IOException {
        assertThatThrownBy(() -> write(failing(TestSession.ATTEMPTS), "append", Map.of("chunkRows", "2")))
                .hasStackTraceContaining("the test lets this task fail");
        assertThat(target()).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"append", "overwrite"})
    void aFailedJobLeavesTheOldContent(String mode) throws IOException {
        write(spark.range(100, 110, 1, 2).toDF("id"), "append");
        List<Path> before = entries();
        assertThatThrownBy(() -> write(failing(TestSession.ATTEMPTS), mode, Map.of("chunkRows", "2")))
                .hasStackTraceContaining("the test lets this task fail");
        assertThat(entries()).isEqualTo(before);
        assertThat(longs("id")).isEqualTo(longs(100, 110));
    }

    @Test
    void appendAddsAndOverwriteReplaces() throws IOException {
        write(spark.range(0, 10, 1, 2).toDF("id"), "overwrite");
        write(spark.range(10, 15, 1, 1).toDF("id"), "append");
        assertThat(entries()).hasSize(3);
        assertThat(longs("id")).isEqualTo(longs(0, 15));
        write(spark.range(50, 53, 1, 1).toDF("id"), "overwrite");
        assertThat(entries()).hasSize(1);
        assertThat(longs("id")).isEqualTo(longs(50, 53));
    }

    @Test
    void hiddenFilesAreNotOverwritten() throws IOException {
        Files.createDirectories(target());
        Path hidden = Files.writeString(target().resolve("_notes"), "kept");
        write(spark.range(3).toDF("id"), "overwrite");
        assertThat(hidden).hasContent("kept");
    }

    @Test
    void aFolderWithFoldersIsNotOverwritten() throws IOException {
        Path other = Files.createDirectories(target().resolve("other"));
        assertThatThrownBy(() -> write(spark.range(3).toDF("id"), "overwrite"))
                .hasStackTraceContaining(
                        "has the folder other: only a folder of files and of folders NAME=VALUE is overwritten");
        assertThat(entries()).containsExactly(other);
    }

    @Test
    void aFileIsNoFolder() throws IOException {
        Files.writeString(target(), "mine");
        for (String mode : List.of("append", "overwrite")) {
            assertThatThrownBy(() -> write(spark.range(3).toDF("id"), mode))
                    .hasStackTraceContaining("expected a folder, found a file");
        }
        assertThat(target()).hasContent("mine");
    }

    @ParameterizedTest
    @ValueSource(strings = {"errorifexists", "ignore"})
    void sparkRefusesOtherModes(String mode) {
        assertThatThrownBy(() -> write(spark.range(3).toDF("id"), mode))
                .hasMessageContainingAll("mode", "\"Append\" or \"Overwrite\"")
                .satisfies(
                        failure -> assertIsDocumented(failure.getMessage().replace("\"Ignore\"", "\"ErrorIfExists\"")));
        assertThat(target()).doesNotExist();
    }

    /** What Spark says before this source is asked: the page has what to write instead. */
    private static void assertIsDocumented(String message) throws IOException {
        assertThat(Files.readString(Path.of("../docs/how-to/spark-python.md"))).contains(message);
    }

    private Dataset<Row> byParity(Dataset<Row> rows) {
        return rows.selectExpr("id", "id % 2 odd");
    }

    private void writeFolders(Dataset<Row> rows, String mode, Map<String, String> options, String place) {
        byParity(rows)
                .write()
                .format("hdf5")
                .mode(mode)
                .options(options)
                .partitionBy("odd")
                .save(place);
    }

    /** Also by a job that fails after it has made a folder. */
    @Test
    void foldersOfAFailedJobAreDeleted() throws IOException {
        assertThatThrownBy(() -> writeFolders(failing(TestSession.ATTEMPTS), "append", Map.of(), target().toString()))
                .hasStackTraceContaining("the test lets this task fail");
        assertThat(target()).doesNotExist();
        write(spark.range(0, 10, 1, 2).toDF("id"), "append");
        List<Path> before = entries();
        String place = HeldFileSystem.SCHEME + "://" + target();
        HeldFileSystem.RENAMES.set(3);
        try {
            assertThatThrownBy(() -> writeFolders(spark.range(20).toDF(), "overwrite", held(Map.of()), place))
                    .hasStackTraceContaining("refused by the test");
        } finally {
            HeldFileSystem.RENAMES.set(Integer.MAX_VALUE);
        }
        assertThat(entries()).isEqualTo(before);
        writeFolders(spark.range(20).toDF(), "overwrite", held(Map.of()), place);
        assertThat(entries().stream().map(path -> path.getFileName().toString()))
                .containsExactly("odd=0", "odd=1");
    }

    @Test
    void otherThanColumnsIsRefused() {
        assertThatThrownBy(() -> spark.range(4)
                        .toDF("id")
                        .write()
                        .format("hdf5")
                        .mode("append")
                        .bucketBy(3, "id")
                        .save(target().toString()))
                .hasMessageContaining("bucketBy")
                .satisfies(failure -> assertIsDocumented(failure.getMessage()));
        assertThat(target()).doesNotExist();
    }

    @Test
    void theFolderMayHaveAnyName() throws IOException {
        Path place = folder.resolve("a b%20#ä");
        spark.range(3).toDF("id").write().format("hdf5").mode("append").save(place.toString());
        try (Stream<Path> files = Files.list(place)) {
            assertThat(files).isNotEmpty().allMatch(path -> path.toString().endsWith(".h5"));
        }
    }

    /** The options for the file system that counts as remote. */
    private Map<String, String> held(Map<String, String> more) {
        Map<String, String> options = new HashMap<>(more);
        options.put("fs." + HeldFileSystem.SCHEME + ".impl", HeldFileSystem.class.getName());
        options.put("fs." + HeldFileSystem.SCHEME + ".impl.disable.cache", "true");
        return options;
    }

    private void writeHeld(Dataset<Row> rows, String mode) {
        rows.write().format("hdf5").mode(mode).options(held(Map.of())).save(HeldFileSystem.SCHEME + "://" + target());
    }

    /** Those of this process: others on the machine can have some, too. */
    private static long temporaryFolders() throws IOException {
        String prefix = "fallow-" + ProcessHandle.current().pid() + "-";
        try (Stream<Path> all = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return all.filter(path -> path.getFileName().toString().startsWith(prefix))
                    .count();
        }
    }

    /** Spark tells of a failed job while another task of it may be ending; each task deletes its own folder. */
    private static void awaitTemporaryFolders(long expected) throws Exception {
        for (int i = 0; i < 2_000 && temporaryFolders() > expected; i++) {
            Thread.sleep(5);
        }
        assertThat(temporaryFolders()).isEqualTo(expected);
    }

    @Test
    void remoteFilesAreCopied() throws Exception {
        long before = temporaryFolders();
        writeHeld(spark.range(0, 10, 1, 2).toDF("id"), "append");
        writeHeld(spark.range(10, 20, 1, 2).toDF("id"), "append");
        assertThat(entries()).hasSize(4).allMatch(path -> path.toString().endsWith(".h5"));
        assertThat(longs("id")).isEqualTo(longs(0, 20));
        assertThatThrownBy(() -> writeHeld(failing(TestSession.ATTEMPTS), "overwrite"))
                .hasStackTraceContaining("the test lets this task fail");
        assertThat(longs("id")).isEqualTo(longs(0, 20));
        awaitTemporaryFolders(before);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void aCommitThatFailsIsUndone(int renames) throws IOException {
        writeHeld(spark.range(0, 10, 1, 2).toDF("id"), "append");
        List<Path> before = entries();
        HeldFileSystem.RENAMES.set(renames);
        try {
            if (renames < 4) { // two files are moved away, then two are moved in
                assertThatThrownBy(() -> writeHeld(spark.range(50, 60, 1, 2).toDF("id"), "overwrite"))
                        .hasStackTraceContaining("refused by the test");
                assertThat(entries()).isEqualTo(before);
                assertThat(longs("id")).isEqualTo(longs(0, 10));
            } else {
                writeHeld(spark.range(50, 60, 1, 2).toDF("id"), "overwrite");
                assertThat(longs("id")).isEqualTo(longs(50, 60));
            }
        } finally {
            HeldFileSystem.RENAMES.set(-1);
        }
    }

    private static final AtomicInteger LATE = new AtomicInteger();

    /** Numbers in two partitions: the first one fails, and the second one has its first row when the job has been aborted. */
    private Dataset<Row> outliving() {
        String folder = target().toString();
        LATE.set(0);
        spark.udf()
                .register(
                        "late",
                        (UDF1<Long, Long>) id -> {
                            if (id < 10) {
                                throw new IllegalStateException("the test lets this task fail");
                            } else if (id == 10) {
                                TaskContext.get().addTaskCompletionListener((TaskCompletionListener)
                                        context -> LATE.incrementAndGet());
                                while (Files.exists(Path.of(folder))) {
                                    Thread.sleep(5);
                                }
                            }
                            return id;
                        },
                        DataTypes.LongType);
        return spark.range(0, 20, 1, 2).selectExpr("late(id) id");
    }

    /** The task would make the folder of temporary files again. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aTaskThatOutlivesTheJobLeavesNothing(boolean local) throws Exception {
        long before = temporaryFolders();
        assertThatThrownBy(() -> {
                    if (local) {
                        write(outliving(), "append", Map.of("chunkRows", "2"));
                    } else {
                        writeHeld(outliving(), "append");
                    }
                })
                .hasStackTraceContaining("the test lets this task fail");
        while (LATE.get() == 0) {
            Thread.sleep(5);
        }
        assertThat(target()).doesNotExist();
        awaitTemporaryFolders(before);
    }

    @Test
    void aFolderThatIsNotDeletedAtOnceIsDeletedLater() throws IOException {
        writeHeld(spark.range(0, 10, 1, 2).toDF("id"), "append");
        List<Path> before = entries();
        for (boolean fails : new boolean[] {true, false}) {
            HeldFileSystem.KEPT.set(3);
            if (fails) {
                assertThatThrownBy(() -> writeHeld(failing(TestSession.ATTEMPTS), "overwrite"))
                        .hasStackTraceContaining("the test lets this task fail");
                assertThat(entries()).isEqualTo(before);
            } else {
                writeHeld(spark.range(50, 60, 1, 2).toDF("id"), "overwrite");
                assertThat(entries())
                        .hasSize(2)
                        .noneMatch(each -> each.getFileName().toString().startsWith("_"));
            }
            assertThat(HeldFileSystem.KEPT.get()).isZero();
        }
    }

    @Test
    void aFailedJobLeavesNoFolderOfTheWay() {
        Path deep = folder.resolve("not/there/yet");
        assertThatThrownBy(() -> failing(TestSession.ATTEMPTS)
                        .write()
                        .format("hdf5")
                        .mode("append")
                        .save(deep.toString()))
                .hasStackTraceContaining("the test lets this task fail");
        assertThat(folder).isEmptyDirectory();
    }

    /** Two attempts of one task at the same time, as with speculation; one is told to commit, the other to abort. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void ofTwoAttemptsOneIsCommitted(boolean aborts) throws IOException {
        Files.createDirectories(target());
        Configuration configuration = new Configuration();
        Destination destination = new Destination(
                target().toUri().toString(),
                "job",
                JavaSparkContext.fromSparkContext(spark.sparkContext())
                        .broadcast(new SerializableConfiguration(configuration)));
        Files.createDirectories(Path.of(destination.temporary().toUri().getPath()));
        Files.createFile(Path.of(destination.running().toUri().getPath()));
        List<Column> columns = List.of(new Column("id", 0, ElementKind.INT64, false, 0, false));
        WriteOptions options = WriteOptions.of(org.apache.spark.sql.util.CaseInsensitiveStringMap.empty());
        DataWriterFactory factory =
                new PartitionWriter.PartitionWriterFactory(destination, options, columns, new RowFolders(List.of()));
        DataWriter<InternalRow> first = factory.createWriter(0, 17);
        DataWriter<InternalRow> second = factory.createWriter(0, 18);
        for (long i = 0; i < 10; i++) {
            first.write(new GenericInternalRow(new Object[] {i}));
            second.write(new GenericInternalRow(new Object[] {i}));
        }
        WriterCommitMessage committed = first.commit();
        first.close();
        if (aborts) {
            second.abort();
        }
        second.close();
        assertThat(committed)
                .isEqualTo(new PartitionWriter.WrittenFiles(
                        List.of(new PartitionWriter.WrittenFile("part-00000-17-0.h5", "")), 0));
        try (Stream<Path> left = Files.list(target().resolve("_temporary-job"))) {
            assertThat(left.map(path -> path.getFileName().toString()).toList())
                    .containsExactlyInAnyOrder("part-00000-17-0.h5", "_running");
        }
    }
}
