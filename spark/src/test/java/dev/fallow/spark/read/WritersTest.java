package dev.fallow.spark.read;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.fallow.spark.TestSession;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Rows are what the software reads that made the files; {@code make.py} in the folder of the resources says how they were made. */
class WritersTest {
    private static final String FOLDER = "/tables/";

    static Stream<Arguments> cases() throws IOException {
        try (InputStream in = WritersTest.class.getResourceAsStream(FOLDER + "cases.json")) {
            JsonNode cases = new ObjectMapper().readTree(in).get("cases");
            return StreamSupport.stream(cases.spliterator(), false)
                    .map(each -> Arguments.of(each.get("file").asText() + " " + each.get("options"), each));
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void rowsAreTheWriters(String name, JsonNode expected) throws URISyntaxException {
        Map<String, String> options = new HashMap<>();
        expected.get("options")
                .properties()
                .forEach(each -> options.put(each.getKey(), each.getValue().asText()));
        Dataset<Row> rows = TestSession.spark()
                .read()
                .format("hdf5")
                .options(options)
                .load(resource(expected.get("file").asText()));
        assertThat(rows.columns())
                .containsExactly(texts(expected.get("columns")).toArray(String[]::new));
        List<String> wanted = new ArrayList<>();
        expected.get("rows").forEach(each -> wanted.add(text(each)));
        List<String> found =
                rows.collectAsList().stream().map(WritersTest::text).toList();
        assertThat(found).containsExactlyInAnyOrderElementsOf(wanted);
        assertThat(rows.count()).isEqualTo(wanted.size());
        String last = rows.columns()[rows.columns().length - 1];
        assertThat(rows.select(rows.col("`" + last + "`")).collectAsList().stream()
                        .map(WritersTest::text))
                .as("pruned to %s", last)
                .containsExactlyInAnyOrderElementsOf(StreamSupport.stream(
                                expected.get("rows").spliterator(), false)
                        .map(each -> "[" + text(each.get(each.size() - 1)) + "]")
                        .toList());
    }

    @Test
    void membersOfStructsArePruned() throws URISyntaxException {
        Dataset<Row> rows = TestSession.spark()
                .read()
                .format("hdf5")
                .option("dataset", "records")
                .option("layout", "cells")
                .load(resource("h5py.h5"))
                .filter("i0 < 3")
                .select("value.in.x", "value.id");
        assertThat(rows.queryExecution().executedPlan().toString()).doesNotContain("name");
        assertThat(rows.collectAsList().stream().map(Row::toString)).containsExactly("[-12,0]", "[-11,1]", "[-10,2]");
    }

    /** Aggregates, and conditions on a packed coordinate and a packed value, go by the unpacked numbers. */
    @Test
    void conditionsAndAggregatesGoByUnpackedNumbers() throws URISyntaxException {
        Dataset<Row> rows =
                TestSession.spark().read().format("hdf5").option("dataset", "t").load(resource("packed.nc"));
        assertThat(rows.filter("x >= 11.0 and x < 12.0").select("i0", "i1").collectAsList().stream()
                        .map(Row::toString))
                .containsExactlyInAnyOrder("[2,0]", "[2,1]", "[3,0]", "[3,1]");
        assertThat(rows.filter("x = 3").count()).isZero();
        assertThat(rows.filter("value > 276").select("i0", "i1").collectAsList().stream()
                        .map(Row::toString))
                .containsExactlyInAnyOrder("[1,0]", "[1,1]");
        assertThat(rows.filter("value is null").count()).isEqualTo(2);
        Row row = rows.agg(org.apache.spark.sql.functions.avg("value"), org.apache.spark.sql.functions.count("value"))
                .collectAsList()
                .get(0);
        assertThat(row.getLong(1)).isEqualTo(10);
        assertThat(row.getDouble(0))
                .isCloseTo(
                        273.15 + 0.01 * (100 + 300 + 400 + 0 + 7 + 8 + 9 + 10 - 1 + 11) / 10,
                        org.assertj.core.data.Offset.offset(1e-9));
    }

    /** A condition on a coordinate of times, and an aggregate of times, go by the times. */
    @Test
    void conditionsAndAggregatesGoByTimes() throws URISyntaxException {
        Dataset<Row> rows = TestSession.spark()
                .read()
                .format("hdf5")
                .option("dataset", "days")
                .load(resource("times.nc"));
        assertThat(rows.schema().toDDL()).isEqualTo("i0 BIGINT,time TIMESTAMP,value TIMESTAMP");
        assertThat(rows
                        .filter("time > timestamp'2000-02-29 04:30:00Z' and time < timestamp'2000-02-29 16:31:00Z'")
                        .select("i0")
                        .collectAsList()
                        .stream()
                        .map(Row::toString))
                .containsExactlyInAnyOrder("[1]", "[2]");
        assertThat(rows.filter("cast(time as bigint) = 951798600").count()).isEqualTo(1);
        assertThat(rows.filter("value < timestamp'1970-01-01 00:00:00Z'").count())
                .isEqualTo(1);
        assertThat(text(rows.selectExpr("min(value)", "max(time)", "count(value)")
                        .collectAsList()
                        .get(0)))
                .isEqualTo("[-21600000000, 951863400000000, 4]");
    }

    private static String resource(String name) throws URISyntaxException {
        return Path.of(WritersTest.class.getResource(FOLDER + name).toURI()).toString();
    }

    private static List<String> texts(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }

    /** A value of JSON as text, the same as that of the row. */
    private static String text(JsonNode node) {
        if (node.isArray()) {
            return StreamSupport.stream(node.spliterator(), false)
                    .map(WritersTest::text)
                    .toList()
                    .toString();
        }
        return node.isFloatingPointNumber() ? Double.toString(node.doubleValue()) : node.asText();
    }

    private static String text(Object value) {
        if (value instanceof Row row) {
            List<String> texts = new ArrayList<>();
            for (int i = 0; i < row.size(); i++) {
                texts.add(text(row.get(i)));
            }
            return texts.toString();
        } else if (value instanceof scala.collection.Seq<?> seq) {
            List<String> texts = new ArrayList<>();
            seq.foreach(each -> texts.add(text(each)));
            return texts.toString();
        } else if (value instanceof Float || value instanceof Double) {
            return Double.toString(((Number) value).doubleValue());
        } else if (value instanceof byte[] bytes) {
            return HexFormat.of().formatHex(bytes);
        } else if (value instanceof BigDecimal number) {
            return number.toPlainString();
        } else if (value instanceof LocalDateTime time) {
            return Long.toString(ChronoUnit.MICROS.between(LocalDateTime.ofEpochSecond(0, 0, ZoneOffset.UTC), time));
        } else if (value instanceof Timestamp time) {
            return Long.toString(ChronoUnit.MICROS.between(Instant.EPOCH, time.toInstant()));
        }
        return Objects.toString(value);
    }
}
