package dev.fallow.spark.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.fallow.ContainerFile;
import dev.fallow.report.Diagnosis;
import dev.fallow.spark.write.HeldFileSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpaceSourceTest extends SpaceFrame {
    private Map<String, Path> kinds() throws IOException {
        Map<String, Path> paths = new LinkedHashMap<>();
        for (Map.Entry<String, byte[]> kind : Fleet.kinds(folder).entrySet()) {
            paths.put(kind.getKey(), Files.write(folder.resolve(kind.getKey() + ".h5"), kind.getValue()));
        }
        return paths;
    }

    private static Map<String, Row> byPath(Dataset<Row> rows) {
        Map<String, Row> map = new LinkedHashMap<>();
        for (Row row : rows.collectAsList()) {
            String path = row.getAs("path");
            assertThat(map.put(path.substring(path.lastIndexOf('/') + 1).replace(".h5", ""), row))
                    .isNull();
        }
        return map;
    }

    @Test
    void figuresAreThoseOfTheCommand() throws IOException {
        Map<String, Path> kinds = kinds();
        Map<String, Row> rows = byPath(files(folder));
        assertThat(rows.keySet()).containsExactlyInAnyOrderElementsOf(kinds.keySet());
        for (Map.Entry<String, Path> kind : kinds.entrySet()) {
            Row row = rows.get(kind.getKey());
            JsonNode info = fallow("info", "--json", kind.getValue());
            assertThat(row.<Long>getAs("length")).isEqualTo(Files.size(kind.getValue()));
            assertThat(row.<String>getAs("path")).isEqualTo(uri(kind.getValue()));
            if (info == null || !info.has("superblockVersion")) {
                assertThat(row.<Object>getAs("generation")).as(kind.getKey()).isNull();
                assertThat(row.<String>getAs("error")).contains(kind.getValue().toString());
                continue;
            }
            assertThat(row.<Integer>getAs("generation"))
                    .isEqualTo(info.get("superblockVersion").asInt());
            assertThat(row.<String>getAs("strategy"))
                    .isEqualTo(info.get("strategy").asText());
            assertThat(row.<Boolean>getAs("persists"))
                    .isEqualTo(info.get("persistsFreeSpace").asBoolean());
            JsonNode account = info.get("account");
            if (account.isNull()) {
                assertThat(row.<Object>getAs("live")).as(kind.getKey()).isNull();
                continue;
            }
            assertThat(row.<Long>getAs("live"))
                    .isEqualTo(account.get("liveBytes").asLong());
            assertThat(row.<Long>getAs("free"))
                    .isEqualTo(account.get("freeBytes").asLong());
            assertThat(row.<Long>getAs("untracked"))
                    .isEqualTo(account.get("untrackedBytes").asLong());
            assertThat(row.<Long>getAs("live") + row.<Long>getAs("free") + row.<Long>getAs("untracked"))
                    .isEqualTo(row.<Long>getAs("length"));
            assertThat(row.<Integer>getAs("findings"))
                    .isEqualTo(account.get("findings").asInt());
            if (account.get("findings").asInt() > 0) {
                assertThat(row.<Object>getAs("returnable")).isNull();
                assertThat(info.get("verdict").asText()).startsWith("damaged");
                continue;
            }
            Diagnosis diagnosis;
            try (ContainerFile file = ContainerFile.openReadOnly(kind.getValue())) {
                diagnosis = file.diagnosis();
            }
            assertThat(row.<Long>getAs("returnable")).as(kind.getKey()).isEqualTo(diagnosis.returnableBytes());
            assertThat(row.<Long>getAs("reclaimable")).as(kind.getKey()).isEqualTo(diagnosis.reclaimableBytes());
            boolean worth = diagnosis.verdict() == Diagnosis.Verdict.WORTH_SHRINKING;
            assertThat(row.<String>getAs("verdict")).isEqualTo(worth ? "shrink" : "ok");
            assertThat(info.get("verdict").asText().contains("fallow shrink")).isEqualTo(worth);
        }
    }

    @Test
    void verdictsAndErrors() throws IOException {
        kinds();
        try (ContainerFile large = ContainerFile.create(folder.resolve("large.h5"))) {
            large.root().createDataset("hole", new byte[2 << 20]);
            large.root().createDataset("data", 1);
            large.flush();
            large.delete("/hole");
        }
        Map<String, String> verdicts = new LinkedHashMap<>();
        byPath(files(folder)).forEach((name, row) -> verdicts.put(name, row.getAs("verdict")));
        assertThat(verdicts)
                .containsOnly(
                        Map.entry("full", "ok"),
                        Map.entry("large", "shrink"),
                        Map.entry("holes", "ok"), // not worth it: a few kilobytes
                        Map.entry("forgotten", "ok"),
                        Map.entry("old", "ok"),
                        Map.entry("paged", "ok"),
                        Map.entry("none", "ok"),
                        Map.entry("open", "in-use"),
                        Map.entry("truncated", "damaged"),
                        Map.entry("damaged", "damaged"),
                        Map.entry("foreign", "not-hdf5"),
                        Map.entry("empty", "not-hdf5"));
        Row open = byPath(files(folder)).get("open");
        assertThat(open.<String>getAs("error")).contains("open.h5").contains("marked as open");
        assertThat(open.<Integer>getAs("generation")).isEqualTo(3);
    }

    @Test
    void filesOnOtherFileSystemsHaveTheSameFigures() throws IOException {
        kinds();
        Map<String, Row> local = byPath(files(folder));
        Map<String, Row> remote = byPath(reader().load(held(folder)));
        assertThat(remote.keySet()).isEqualTo(local.keySet());
        remote.forEach((name, row) -> {
            for (FileFigures.FileColumn column : FileFigures.FileColumn.values()) {
                String field = column.name().toLowerCase(java.util.Locale.ROOT);
                Object expected = local.get(name).getAs(field);
                if (column == FileFigures.FileColumn.PATH || column == FileFigures.FileColumn.ERROR) {
                    assertThat(row.<Object>getAs(field) == null).as(name).isEqualTo(expected == null);
                } else {
                    assertThat(row.<Object>getAs(field)).as(name + " " + field).isEqualTo(expected);
                }
            }
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void objectsAreThoseOfTheCommand(boolean remote) throws IOException {
        Path path = kinds().get("holes");
        List<Row> rows = reader().option("level", "objects")
                .load(remote ? held(path) : path.toString())
                .collectAsList();
        JsonNode entries = fallow("ls", "-r", "--json", path).get("entries");
        assertThat(rows).hasSameSizeAs(entries);
        for (int i = 0; i < rows.size(); i++) {
            Row row = rows.get(i);
            JsonNode entry = entries.get(i);
            assertThat(row.<String>getAs("file")).endsWith("holes.h5");
            assertThat(row.<String>getAs("path")).isEqualTo(entry.get("path").asText());
            assertThat(row.<String>getAs("kind")).isEqualTo(entry.get("kind").asText());
            assertThat(row.<String>getAs("target")).isEqualTo(text(entry, "target"));
            assertThat(row.<String>getAs("type")).isEqualTo(text(entry, "type"));
            assertThat(row.<String>getAs("layout")).isEqualTo(text(entry, "layout"));
            assertThat(row.<String>getAs("error")).isNull();
            boolean dataset = entry.has("shape");
            assertThat(row.<Object>getAs("shape") != null).isEqualTo(dataset);
            if (dataset) {
                List<Long> shape = new ArrayList<>();
                entry.get("shape").forEach(size -> shape.add(size.asLong()));
                assertThat(row.<Long>getList(row.fieldIndex("shape"))).isEqualTo(shape);
                assertThat(row.<Long>getAs("stored"))
                        .isEqualTo(entry.get("storedBytes").asLong());
                assertThat(row.<Long>getAs("logical"))
                        .isEqualTo(entry.get("bytes").asLong());
                assertThat(row.<String>getList(row.fieldIndex("filters"))).hasSameSizeAs(entry.get("filters"));
            }
            if (row.<String>getAs("path").equals("/log")) {
                assertThat(row.<String>getList(row.fieldIndex("filters"))).containsExactly("shuffle", "deflate-4");
                assertThat(row.<Long>getList(row.fieldIndex("chunk"))).containsExactly(100L);
                assertThat(row.<Long>getAs("stored")).isLessThan(row.<Long>getAs("logical"));
            }
        }
    }

    private static String text(JsonNode node, String field) {
        return node.has(field) ? node.get(field).asText() : null;
    }

    @Test
    void aFleetIsScannedInOneJob() throws IOException {
        Map<String, Integer> counts = Fleet.write(folder, 500);
        List<Row> rows = files(folder)
                .selectExpr("regexp_extract(path, '([a-z]+)-[0-9]+.h5$', 1) kind", "verdict", "error", "live")
                .groupBy("kind", "verdict")
                .agg(Map.of("error", "count", "*", "count"))
                .collectAsList();
        Map<String, Integer> found = new LinkedHashMap<>();
        rows.forEach(row ->
                found.merge(row.getString(0), (int) row.<Long>getAs("count(1)").longValue(), Integer::sum));
        assertThat(found).containsExactlyInAnyOrderEntriesOf(counts);
        assertThat(rows).hasSize(counts.size()); // one verdict for each kind
        Dataset<Row> objects = reader().option("level", "objects").load(folder.toString());
        Row sums = objects.selectExpr(
                        "count(distinct file)", "count_if(path is null)", "count_if(path is null and error is null)")
                .collectAsList()
                .get(0);
        assertThat(sums.getLong(0)).isEqualTo(500);
        assertThat(sums.getLong(1))
                .isGreaterThanOrEqualTo(counts.get("open") + counts.get("truncated") + counts.get("foreign"));
        assertThat(sums.getLong(2)).isZero();
    }

    @Test
    void aTaskScansManySmallFiles() throws IOException {
        byte[] content = Fleet.kinds(folder).get("full");
        for (int i = 0; i < 100; i++) {
            Files.write(folder.resolve("f" + i + ".h5"), content);
        }
        assertThat(files(folder).select("path").javaRDD().getNumPartitions()).isEqualTo(7); // batches of 16
        assertThat(reader().option("filesPerPartition", 3)
                        .load(folder.toString())
                        .javaRDD()
                        .getNumPartitions())
                .isEqualTo(34);
    }

    @Test
    void columnsCostWhatTheyNeed() throws IOException {
        Path path = folder.resolve("large.h5");
        try (ContainerFile file = ContainerFile.create(path)) {
            for (int i = 0; i < 3000; i++) {
                file.root().createGroup("g" + i).createDataset("d", new byte[500]);
            }
        }
        Dataset<Row> rows = reader().load(held(folder));
        HeldFileSystem.OPENS.set(0);
        assertThat(rows.select("path", "length", "modified").collectAsList()).hasSize(1);
        assertThat(rows.count()).isEqualTo(1);
        assertThat(HeldFileSystem.OPENS).hasValue(0);

        long before = HeldFileSystem.BYTES.get();
        assertThat(rows.select("strategy", "generation", "persists", "error").collectAsList())
                .hasSize(1);
        long header = HeldFileSystem.BYTES.get() - before;
        assertThat(HeldFileSystem.OPENS).hasValue(1);
        assertThat(header).isBetween(1L, 600_000L);

        before = HeldFileSystem.BYTES.get();
        rows.select("live").collectAsList();
        long walk = HeldFileSystem.BYTES.get() - before;
        assertThat(walk).isGreaterThan(2 * header).isGreaterThan(Files.size(path) / 2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "path like '%holes%' | 3",
                "path like '%/holes-1.h5' | 1",
                "path like 'held:/%' and not path like '%full%' | 3",
                "path in ('x', '%/full-2.h5') | 0",
                "path like '%holes%' or path like '%full-1.h5' | 4",
                "path > 'zzz' | 0",
                "path <=> 'zzz' or path is not null and path <> 'b' | 6",
                "length > 5000 and length <= 1000000 | 6",
                "length = 17 | 0",
                "modified < timestamp'2020-01-01 00:00:00' | 1",
                "modified >= timestamp'2020-01-01 00:00:00' | 5"
            })
    void filtersAreAppliedToTheListing(String condition, int expected) throws IOException {
        Map<String, byte[]> kinds = Fleet.kinds(folder);
        for (int i = 0; i < 3; i++) {
            Files.write(folder.resolve("holes-" + i + ".h5"), kinds.get("holes"));
            Files.write(folder.resolve("full-" + i + ".h5"), kinds.get("full"));
        }
        Files.setLastModifiedTime(folder.resolve("full-0.h5"), FileTime.from(Instant.parse("2019-06-01T00:00:00Z")));
        HeldFileSystem.OPENS.set(0);
        Dataset<Row> rows = reader().load(held(folder)).where(condition);
        assertThat(rows.select("path", "generation").collectAsList()).hasSize(expected);
        assertThat(HeldFileSystem.OPENS).hasValue(expected);
    }

    @Test
    void aPathOfAnObjectIsNotThatOfAFile() throws IOException {
        kinds();
        Dataset<Row> objects = reader().option("level", "objects").load(folder.toString());
        assertThat(objects.where("path = '/log' and file like '%full.h5'").collectAsList())
                .hasSize(1);
        assertThat(objects.where("file = 'x'").javaRDD().getNumPartitions()).isZero();
    }

    @Test
    void theListingTellsTheTime() throws IOException {
        Path path = kinds().get("full");
        Instant time = Instant.parse("2024-05-06T07:08:09Z");
        Files.setLastModifiedTime(path, FileTime.from(time));
        assertThat(files(path).select("modified").collectAsList().get(0).<Timestamp>getAs(0))
                .isEqualTo(Timestamp.from(time));
    }

    @Test
    void pipesAndLinksAreRows() throws IOException, InterruptedException {
        Path full = kinds().get("full");
        Path place = Files.createDirectory(folder.resolve("odd"));
        Files.createSymbolicLink(place.resolve("link.h5"), full);
        Files.createSymbolicLink(place.resolve("dangling.h5"), folder.resolve("missing"));
        Process mkfifo = new ProcessBuilder("mkfifo", place.resolve("pipe.h5").toString()).start();
        org.junit.jupiter.api.Assumptions.assumeTrue(
                mkfifo.waitFor(1, TimeUnit.MINUTES) && mkfifo.exitValue() == 0, "mkfifo has failed");
        Map<String, Row> rows = byPath(files(place));
        assertThat(rows.get("link").<String>getAs("verdict")).isEqualTo("ok");
        assertThat(rows.get("pipe").<String>getAs("verdict")).isEqualTo("unreadable");
        assertThat(rows.get("pipe").<String>getAs("error")).contains("pipe.h5");
        assertThat(reader().option("level", "objects")
                        .load(place.toString())
                        .where("path is null")
                        .collectAsList())
                .hasSize(1);
    }

    @Test
    void anAbandonedListingEnds() throws IOException {
        try (ContainerFile file = ContainerFile.create(folder.resolve("many.h5"))) {
            for (int i = 0; i < 5000; i++) {
                file.root().createGroup("g" + i);
            }
        }
        Dataset<Row> objects = reader().option("level", "objects").load(folder.toString());
        assertThat(objects.count()).isEqualTo(5000);
        assertThat(objects.limit(3).collectAsList()).hasSize(3);
    }

    @ParameterizedTest
    @CsvSource({
        "level, groups, 'option level: expected files or objects, found \"groups\"'",
        "filesPerPartition, 0, expected a number from 1 to 1000000",
        "recursiveFileLookup, perhaps, perhaps is not a boolean"
    })
    void unknownValuesOfOptionsAreRefused(String option, String value, String message) {
        assertThatThrownBy(() -> reader().option(option, value).load(folder.toString()))
                .hasMessageContaining(message);
    }

    @Test
    void aPathThatDoesNotExistIsAnError() {
        assertThatThrownBy(() -> files(folder.resolve("missing")).collectAsList())
                .hasStackTraceContaining("missing");
        assertThatThrownBy(() -> reader().load().collectAsList()).hasMessageContaining("found none");
    }

    @Test
    void severalPathsAndPatterns() throws IOException {
        Fleet.write(folder, 40);
        assertThat(reader().load(
                                folder.resolve("day1").toString(),
                                folder.resolve("day2/*-0*.h5").toString())
                        .count())
                .isEqualTo(12);
        assertThat(reader().option("pathGlobFilter", "full-*")
                        .load(folder.toString())
                        .count())
                .isEqualTo((long) Fleet.write(Files.createDirectory(folder.resolve("_again")), 40)
                        .get("full"));
        assertThat(reader().option("recursiveFileLookup", false)
                        .load(folder.toString())
                        .count())
                .isZero();
    }
}
