package dev.fallow.spark.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.ContainerFile;
import dev.fallow.MaintenanceOptions;
import dev.fallow.report.RecoveryReport;
import dev.fallow.spark.write.HeldFileSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReclaimTest extends SpaceFrame {
    private static final Instant OLD = Instant.parse("2020-01-02T03:04:05Z");

    /** Options under which every file with something to gain is edited. */
    private static final ReclaimOptions SHRINK = ReclaimOptions.shrink().withLeast(0);

    private record FileState(Instant modified, int hash) {}

    /** The content of all files, those of Hadoop and journals too. */
    private Map<Path, FileState> state() throws IOException {
        Map<Path, FileState> states = new TreeMap<>();
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : (Iterable<Path>) all.filter(Files::isRegularFile)::iterator) {
                states.put(
                        path,
                        new FileState(
                                Files.getLastModifiedTime(path).toInstant(),
                                Arrays.hashCode(Files.readAllBytes(path))));
            }
        }
        return states;
    }

    private void makeOld() throws IOException {
        for (Path path : state().keySet()) {
            Files.setLastModifiedTime(path, FileTime.from(OLD));
        }
    }

    private static Map<String, Row> byName(Dataset<Row> result) {
        Map<String, Row> rows = new LinkedHashMap<>();
        for (Row row : result.collectAsList()) {
            String path = row.getAs("path");
            assertThat(rows.put(path.substring(path.lastIndexOf('/') + 1), row)).isNull();
        }
        return rows;
    }

    private Map<String, Row> run(ReclaimOptions options) {
        return byName(Reclaim.run(spark, List.of(folder.toString()), options));
    }

    private Path kind(String kind) throws IOException {
        Path path =
                Files.write(folder.resolve(kind + ".h5"), Fleet.kinds(folder).get(kind));
        Files.setLastModifiedTime(path, FileTime.from(OLD));
        return path;
    }

    private static void verify(Path path) {
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            assertThat(file.check().isSound()).as(path.toString()).isTrue();
            assertThat(file.group("run").names()).hasSize(4);
            for (int i = 1; i < 8; i += 2) {
                assertThat(file.dataset("/run/n" + i).read(double[].class))
                        .hasSize(150)
                        .containsOnly(i);
            }
        }
    }

    @Test
    void aFleetIsShrunk() throws IOException {
        Map<String, Integer> counts = Fleet.write(folder, 500);
        makeOld();
        Map<Path, FileState> before = state();
        Map<String, Row> rows = run(SHRINK);
        Map<Path, FileState> after = state();
        assertThat(after.keySet()).isEqualTo(before.keySet()); // no journal is left
        assertThat(rows).hasSize(500);
        Map<String, Integer> outcomes = new TreeMap<>();
        for (Map.Entry<Path, FileState> file : after.entrySet()) {
            Row row = rows.get(file.getKey().getFileName().toString());
            String kind = file.getKey().getFileName().toString().replaceAll("-.*", "");
            outcomes.merge(kind + " " + row.getAs("outcome"), 1, Integer::sum);
            if (List.of("done", "partial").contains(row.<String>getAs("outcome"))) {
                assertThat(row.<Long>getAs("after")).isEqualTo(Files.size(file.getKey()));
                assertThat(row.<Long>getAs("returned")).isEqualTo(row.<Long>getAs("before") - row.<Long>getAs("after"));
                assertThat(row.<Long>getAs("written")).isPositive();
                verify(file.getKey());
            } else {
                assertThat(file.getValue()).as(file.getKey().toString()).isEqualTo(before.get(file.getKey()));
            }
        }
        assertThat(outcomes)
                .containsEntry("full nothing", counts.get("full"))
                .containsEntry("holes done", counts.get("holes"))
                .containsEntry("forgotten done", counts.get("forgotten"))
                .containsEntry("old done", counts.get("old"))
                .containsEntry("none done", counts.get("none"))
                .containsEntry("open refused", counts.get("open"))
                .containsEntry("truncated refused", counts.get("truncated"))
                .containsEntry("damaged refused", counts.get("damaged"))
                .containsEntry("foreign refused", counts.get("foreign"))
                .containsEntry("empty refused", counts.get("empty"));

        Map<String, Row> again = run(SHRINK);
        again.values()
                .forEach(row -> assertThat(row.<String>getAs("outcome"))
                        .as(row.toString())
                        .isIn("nothing", "refused"));
        assertThat(state()).isEqualTo(after);
    }

    @Test
    void refusalsNameTheReason() throws IOException, InterruptedException {
        for (String kind : List.of("open", "truncated", "damaged", "foreign", "empty")) {
            kind(kind);
        }
        Path elsewhere = Files.createDirectory(folder.resolve("_elsewhere"));
        Path target = Files.move(kind("holes"), elsewhere.resolve("holes.h5"));
        Files.createSymbolicLink(folder.resolve("link.h5"), target);
        new ProcessBuilder("mkfifo", folder.resolve("pipe.h5").toString())
                .start()
                .waitFor();
        Path held = Files.copy(target, folder.resolve("held.h5"));
        Map<Path, FileState> before;
        Map<String, Row> rows;
        try (ContainerFile file = ContainerFile.open(held)) {
            file.root().createGroup("of-the-other");
            before = state();
            rows = run(SHRINK);
            assertThat(state()).isEqualTo(before);
        }
        assertThat(rows.values()).allMatch(row -> row.<String>getAs("outcome").equals("refused"));
        rows.forEach((name, row) -> assertThat(row.<String>getAs("error"))
                .as(name)
                .contains(folder.resolve(name).toString()));
        assertThat(rows.get("open.h5").<String>getAs("error")).contains("marked as open");
        assertThat(rows.get("held.h5").<String>getAs("error")).contains("open for editing in this JVM");
        assertThat(rows.get("truncated.h5").<String>getAs("error")).contains("truncated");
        assertThat(rows.get("damaged.h5").<String>getAs("error")).contains("damaged: ");
        assertThat(rows.get("foreign.h5").<String>getAs("error")).contains("is not HDF5");
        assertThat(rows.get("link.h5").<String>getAs("error")).contains("is a symbolic link");
        assertThat(rows.get("pipe.h5").<String>getAs("error")).contains("is not a regular file");
    }

    @Test
    void otherFileSystemsAreRefusedByName() throws IOException {
        Path path = kind("holes");
        Map<Path, FileState> before = state();
        List<String> paths = List.of(held(path), "s3a://bucket/x.h5", path.toString(), uri(folder.resolve("gone.h5")));
        List<Row> rows = Reclaim.run(
                        spark.createDataset(paths, Encoders.STRING()).toDF("path"), SHRINK.withDryRun(true))
                .collectAsList();
        assertThat(rows.get(0).<String>getAs("error")).contains(held(path)).contains("the file system held:");
        assertThat(rows.get(1).<String>getAs("error"))
                .contains("s3a://bucket/x.h5")
                .contains("file system s3a:");
        assertThat(rows.get(2).<String>getAs("error")).contains("file system without a name");
        assertThat(rows.get(3).<String>getAs("error")).contains("does not exist on this machine");
        assertThat(rows).allMatch(row -> row.<String>getAs("outcome").equals("refused"));
        assertThat(state()).isEqualTo(before);
    }

    @Test
    void aDryRunChangesNothing() throws IOException {
        kind("holes");
        kind("full");
        Map<Path, FileState> before = state();
        Map<String, Row> rows = run(SHRINK.withDryRun(true));
        assertThat(state()).isEqualTo(before);
        assertThat(rows.get("full.h5").<String>getAs("outcome")).isEqualTo("nothing");
        Row planned = rows.get("holes.h5");
        assertThat(planned.<String>getAs("outcome")).isEqualTo("planned");
        assertThat(planned.<Long>getAs("returned"))
                .isEqualTo(files(folder)
                        .where("path like '%holes%'")
                        .select("returnable")
                        .as(Encoders.LONG())
                        .first());
        assertThat(planned.<Long>getAs("before") - planned.<Long>getAs("after"))
                .isEqualTo(planned.<Long>getAs("returned"));
    }

    @Test
    void littleIsLeft() throws IOException {
        kind("holes");
        Map<Path, FileState> before = state();
        assertThat(run(SHRINK.withLeast(1 << 20)).get("holes.h5").<String>getAs("outcome"))
                .isEqualTo("nothing");
        assertThat(run(SHRINK.withRatio(10)).get("holes.h5").<String>getAs("outcome"))
                .isEqualTo("nothing");
        assertThat(state()).isEqualTo(before);
    }

    @Test
    void aLimitIsAPartialResult() throws IOException {
        Path path = kind("none");
        Row row = run(SHRINK.withMostTime(Duration.ZERO)).get("none.h5");
        assertThat(row.<String>getAs("outcome")).isEqualTo("partial");
        assertThat(row.<String>getAs("error")).isEqualTo("a limit was reached");
        verify(path);
        assertThat(run(SHRINK).get("none.h5").<String>getAs("outcome")).isEqualTo("done");
        verify(path);
    }

    @Test
    void untrackedBytesBecomeFree() throws IOException {
        kind("forgotten");
        kind("old");
        kind("holes");
        Map<String, Row> refused = run(ReclaimOptions.reclaim());
        assertThat(refused.get("forgotten.h5").<String>getAs("error"))
                .contains("does not persist its free space")
                .contains("persist changes that");
        Map<String, Row> rows = run(ReclaimOptions.reclaim().withPersist(true));
        assertThat(rows.get("old.h5").<String>getAs("outcome")).isEqualTo("refused");
        assertThat(rows.get("old.h5").<String>getAs("error"))
                .contains("superblock version 0")
                .contains("fallow upgrade");
        assertThat(rows.get("holes.h5").<String>getAs("outcome")).isEqualTo("nothing");
        Row row = rows.get("forgotten.h5");
        assertThat(row.<String>getAs("outcome")).isEqualTo("done");
        assertThat(row.<Long>getAs("returned")).isGreaterThan(4 * 1200L);
        verify(folder.resolve("forgotten.h5"));
        Row space = files(folder.resolve("forgotten.h5")).collectAsList().get(0);
        assertThat(space.<Long>getAs("untracked")).isZero();
        assertThat(space.<Long>getAs("free")).isGreaterThan(4 * 1200L);
        Map<Path, FileState> before = state();
        assertThat(run(ReclaimOptions.reclaim().withPersist(true))
                        .get("forgotten.h5")
                        .<String>getAs("outcome"))
                .isEqualTo("nothing");
        assertThat(state()).isEqualTo(before);
    }

    @Test
    void anInterruptedEditIsCompletedFirst() throws IOException {
        Path path = kind("holes");
        Path killed = folder.resolve("killed.h5");
        Path journal = folder.resolve("killed.h5.fallow-journal");
        try (ContainerFile file = ContainerFile.open(path)) {
            file.root().createGroup("last");
            byte[] before = Files.readAllBytes(path);
            file.flush();
            // what a kill leaves after the journal was written: the old content in a file of the new length
            Files.write(killed, Arrays.copyOf(before, (int) Math.max(before.length, Files.size(path))));
            Files.copy(folder.resolve("holes.h5.fallow-journal"), journal);
        }
        Files.delete(path);
        assertThat(ContainerFile.recover(killed, MaintenanceOptions.defaults().withDryRun(true))
                        .outcome())
                .isEqualTo(RecoveryReport.Outcome.PENDING);
        Map<Path, FileState> before = state();
        assertThat(files(folder).select("verdict").collectAsList().toString()).isEqualTo("[[interrupted]]");
        assertThat(run(SHRINK.withDryRun(true)).get("killed.h5").<String>getAs("outcome"))
                .isEqualTo("planned");
        assertThat(state()).isEqualTo(before);
        assertThat(run(SHRINK).get("killed.h5").<String>getAs("outcome")).isEqualTo("done");
        verify(killed);
        assertThat(journal).doesNotExist();
        try (ContainerFile file = ContainerFile.openReadOnly(killed)) {
            assertThat(file.exists("/last")).isTrue();
        }
    }

    @Test
    void namesMayHaveAnyCharacter() throws IOException {
        Path place = Files.createDirectory(folder.resolve("a b%20#ä"));
        Path path = Files.move(kind("holes"), place.resolve("run 1%41 #2?ü.h5"));
        Map<String, Row> rows = run(SHRINK);
        assertThat(rows.keySet()).containsExactly("run 1%41 #2?ü.h5");
        assertThat(rows.values()).allMatch(row -> row.<String>getAs("outcome").equals("done"));
        verify(path);
        assertThat(reader().load(held(folder))
                        .select("path", "verdict")
                        .collectAsList()
                        .toString())
                .isEqualTo("[[" + HeldFileSystem.SCHEME + ":" + path + ",ok]]");
    }

    @Test
    void theResultIsNotMadeTwice() throws IOException {
        kind("holes");
        Dataset<Row> result = Reclaim.run(spark, List.of(folder.toString()), SHRINK);
        Map<Path, FileState> before = state();
        for (int i = 0; i < 2; i++) {
            assertThat(byName(result).get("holes.h5").<String>getAs("outcome")).isEqualTo("done");
        }
        assertThat(state()).isEqualTo(before);
    }

    @Test
    void twoAttemptsAtATimeAreRefused() {
        SparkConf configuration = new SparkConf(false);
        Reclaim.checkAttempts(configuration);
        configuration.set("spark.speculation", "true");
        assertThatThrownBy(() -> Reclaim.checkAttempts(configuration))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("spark.speculation is on");
    }

    @Test
    void checksumsOfHadoopAreDeletedWithTheOldContent() throws IOException {
        Path holes = Files.createFile(folder.resolve(".holes.h5.crc"));
        Path full = Files.createFile(folder.resolve(".full.h5.crc"));
        kind("holes");
        kind("full");
        run(SHRINK);
        assertThat(holes).doesNotExist();
        assertThat(full).exists();
    }

    @Test
    void theJobTakesArgumentsAndReports() throws IOException {
        kind("holes");
        kind("foreign");
        Path report = folder.resolve("_report");
        ReclaimJob.run(
                spark,
                "--least",
                "0",
                "--max-move",
                "1e9",
                "--max-time",
                "60",
                "--to",
                "1.01",
                "--report",
                report.toString(),
                folder.toString());
        List<Row> rows = spark.read().json(report.toString()).orderBy("path").collectAsList();
        assertThat(rows).hasSize(2);
        assertThat(rows.get(0).<String>getAs("outcome")).isEqualTo("refused");
        assertThat(rows.get(1).<String>getAs("outcome")).isEqualTo("done");
        assertThat(rows.get(1).<String>getAs("action")).isEqualTo("shrink");
        ReclaimJob.run(spark, "--action", "reclaim", "--persist", "--dry-run", folder.toString());
    }

    @ParameterizedTest
    @CsvSource({
        "--least, expected a value",
        "--least x /data, 'expected a number, found x'",
        "--action rewrite /data, 'expected shrink or reclaim, found rewrite'",
        "--to 0.5 /data, expected a ratio of at least 1",
        "--force /data, unknown argument --force",
        "--dry-run, expected at least one path"
    })
    void wrongArgumentsAreRefused(String line, String message) {
        assertThatThrownBy(() -> ReclaimJob.run(spark, line.split(" ")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }
}
