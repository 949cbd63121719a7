package dev.fallow.spark.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.ContainerFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What was written is read back: names and order of the columns, types, values and nulls. */
class RoundTripTest extends WriteFrame {
    private Dataset<Row> read(Map<String, String> options) {
        return spark.read()
                .format("hdf5")
                .option("dataset", "/")
                .options(options)
                .load(target().toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"columns", "table"})
    void columnsHaveTheirOrder(String layout) {
        Map<String, String> options = Map.of("layout", layout);
        Dataset<Row> written =
                spark.sql("select id z, id * 2 a, id * 3 m from range(3)").coalesce(1);
        write(written, "append", options);
        Dataset<Row> read = read(layout.equals("table") ? Map.of("dataset", "/table") : Map.of());
        assertThat(read.columns()).containsExactly("z", "a", "m");
        // a union goes by the places of the columns
        assertThat(read.union(written).distinct().count()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"columns", "table"})
    void nullsOfNumbersAndStringsAreNull(String layout) {
        Dataset<Row> written = spark.sql("""
                select id, nullif(cast(id as tinyint), cast(1 as tinyint)) b, nullif(id, 2) l, nullif(cast(id as float), float(3)) f,
                  nullif(id / 2, 2.0D) d, if(id = 5, null, if(id = 4, '', 's')) s from range(6)""").coalesce(1);
        write(written, "append", Map.of("layout", layout, "nulls", "fill"));
        Dataset<Row> read = read(layout.equals("table") ? Map.of("dataset", "/table") : Map.of());
        assertThat(read.dtypes()).isEqualTo(written.dtypes());
        assertThat(read.orderBy("id").collectAsList())
                .isEqualTo(written.orderBy("id").collectAsList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"columns", "table"})
    void everyTypeHasItsTypeAgain(String layout) {
        Dataset<Row> written =
                spark.sql(WrittenColumnsTest.ALL_TYPES + " where id > 0").coalesce(1);
        write(written, "append", Map.of("layout", layout));
        Dataset<Row> read = read(layout.equals("table") ? Map.of("dataset", "/table") : Map.of());
        assertThat(read.schema().toDDL()).isEqualTo(written.schema().toDDL().replace(" NOT NULL", ""));
        // as texts: arrays of bytes are not equal
        assertThat(texts(read)).hasSize(99).isEqualTo(texts(written));
        assertThat(read.where("day = date'2024-03-01'").count()).isEqualTo(1);
        assertThat(read.where("at > timestamp_micros(50000000)").count()).isEqualTo(50);
        assertThat(read.where("local <= timestamp_ntz'1970-01-01 00:00:00.00001'")
                        .count())
                .isEqualTo(10);
    }

    private static List<String> texts(Dataset<Row> rows) {
        return rows.orderBy("id").selectExpr("to_json(struct(*))").collectAsList().stream()
                .map(Row::toString)
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"columns", "table"})
    void datesAndTimesHaveNullsAndExtremes(String layout) {
        Dataset<Row> written = spark.sql("""
                select id, if(id = 1, null, date_add(date'0001-01-01', cast(id * 1000000 as int))) day,
                  if(id = 2, null, timestamp_micros(if(id = 0, -62135596800000000, id * 63000000000000001))) at,
                  if(id = 3, null, cast(timestamp_micros(-id) as timestamp_ntz)) local,
                  if(id = 3, null, timestamp_micros(-9223372036854775807 + id)) far from range(4)""").coalesce(1);
        write(written, "append", Map.of("layout", layout, "nulls", "fill"));
        Dataset<Row> read = read(layout.equals("table") ? Map.of("dataset", "/table") : Map.of());
        assertThat(read.dtypes()).isEqualTo(written.dtypes());
        String raw = "cast(unix_date(day) as bigint) day";
        String[] numbers = {
            "id", raw, "unix_micros(at) at", "unix_micros(cast(local as timestamp)) local", "unix_micros(far) far"
        };
        List<Row> expected = written.selectExpr(numbers).orderBy("id").collectAsList();
        assertThat(expected.get(1).isNullAt(1)
                        && expected.get(2).isNullAt(2)
                        && expected.get(3).isNullAt(3))
                .isTrue();
        assertThat(read.selectExpr(numbers).orderBy("id").collectAsList()).isEqualTo(expected);
        assertThat(read.where("day is null or at is null or local is null").count())
                .isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"columns", "table"})
    void arraysAndFixedStringsAreReadBack(String layout) throws IOException {
        Dataset<Row> written = spark.sql("""
                select id, sequence(0L, id) l, array(float(id), float(0.5)) f, transform(sequence(1, 3), x -> x = id) b,
                  slice(array(double(id)), 1, cast(id % 2 as int)) d, array(cast(id as tinyint)) t, concat('é', id) s, 'free' v
                from range(5)""").coalesce(1);
        write(written, "append", Map.of("layout", layout, "stringBytes", "s=3"));
        Dataset<Row> read = read(layout.equals("table") ? Map.of("dataset", "/table") : Map.of());
        assertThat(read.schema().simpleString()).isEqualTo(written.schema().simpleString());
        assertThat(texts(read)).isEqualTo(texts(written));
        try (ContainerFile file = ContainerFile.openReadOnly(entries().get(0))) {
            assertThat(file.check().isSound()).isTrue();
            if (layout.equals("columns")) {
                assertThat(file.dataset("s").datatype().size()).isEqualTo(3);
                assertThat(file.dataset("s").read(String[].class)).startsWith("é0", "é1");
            }
        }
    }

    @Test
    void whatDoesNotFitIsNamed() {
        Dataset<Row> rows = spark.sql("select concat('é', id) s, array(id, nullif(id, 3)) a from range(12)");
        assertThatThrownBy(() -> write(rows.select("s"), "append", Map.of("stringBytes", "3")))
                .hasStackTraceContaining("column s has a string of 4 bytes, and the option stringBytes says 3");
        assertThatThrownBy(() -> write(rows.select("a"), "append"))
                .hasStackTraceContaining("column a has an array with a null");
        assertThatThrownBy(() -> write(rows.select("s"), "append", Map.of("stringBytes", "x=3")))
                .hasMessageContaining("option stringBytes: expected the names of columns of strings, found \"x\"");
        assertThatThrownBy(() -> write(rows.select("s"), "append", Map.of("stringBytes", "0")))
                .hasMessageContaining("option stringBytes: expected a number from 1 to 1024");
        assertThat(target()).doesNotExist();
    }

    /** Numbers that are not times that Spark has, and calendars and dates that it does not have. */
    @Test
    void timesThatCannotBeToldAreNumbersOrErrors() throws IOException {
        Path file = target();
        try (ContainerFile container = ContainerFile.create(file)) {
            put(container, "far", new double[] {1e12}, "days since 1970-01-01", "standard");
            put(container, "infinite", new double[] {Double.POSITIVE_INFINITY}, "s since 1970-01-01", "standard");
            put(container, "julian", new double[] {719164}, "days since 0001-01-01", "standard");
            put(container, "proleptic", new double[] {719162}, "days since 0001-01-01", "proleptic_gregorian");
            put(container, "months", new double[] {3}, "months since 1970-01-01", "standard");
            put(container, "noleap", new double[] {4}, "days since 1970-01-01", "noleap");
            put(container, "skipped", new double[] {6}, "days since 1582-10-10", "standard");
            put(container, "unsure", new double[] {5}, "days since then", "standard");
        }
        Dataset<Row> rows = read(Map.of("columns", "julian,proleptic,months,noleap,skipped,unsure"));
        assertThat(rows.schema().toDDL())
                .isEqualTo(
                        "julian TIMESTAMP,proleptic TIMESTAMP,months DOUBLE,noleap DOUBLE,skipped DOUBLE,unsure DOUBLE");
        assertThat(rows.selectExpr(
                                "unix_micros(julian)",
                                "unix_micros(proleptic)",
                                "months",
                                "noleap",
                                "skipped",
                                "unsure")
                        .collectAsList()
                        .toString())
                .isEqualTo("[[0,0,3.0,4.0,6.0,5.0]]");
        for (String name : List.of("far", "infinite")) {
            assertThatThrownBy(() -> read(Map.of("columns", name)).collectAsList())
                    .hasStackTraceContaining(name + ": expected a timestamp, found the number");
        }
        assertThat(read(Map.of("columns", "far", "decodeCf", "false"))
                        .collectAsList()
                        .toString())
                .isEqualTo("[[1.0E12]]");
    }

    private static void put(ContainerFile container, String name, double[] values, String units, String calendar) {
        dev.fallow.Dataset dataset = container.root().createDataset(name, values);
        dataset.createAttribute("units", units);
        dataset.createAttribute("calendar", calendar);
    }

    @Test
    void appendedFilesAreMatchedByName() {
        write(spark.sql("select id z, id * 2 a from range(3)").coalesce(1), "append");
        write(spark.sql("select id * 2 a, id z from range(3, 6)").coalesce(1), "append");
        assertThat(read(Map.of()).select("z", "a").orderBy("z").collectAsList().stream()
                        .map(Row::toString))
                .containsExactly("[0,0]", "[1,2]", "[2,4]", "[3,6]", "[4,8]", "[5,10]");
    }

    /** A column that the attribute does not name, and one that is not there any more. */
    @Test
    void theOrderIsNotTheListOfColumns() throws IOException {
        write(spark.sql("select id z, id a, id m from range(3)").coalesce(1), "append");
        for (Path each : entries()) {
            try (ContainerFile file = ContainerFile.open(each)) {
                file.root().delete("a");
                file.root().createDataset("b", new double[] {1, 2, 3});
            }
        }
        assertThat(read(Map.of()).columns()).containsExactly("z", "m", "b");
        assertThat(read(Map.of()).collectAsList().toString()).isEqualTo("[[0,0,1.0], [1,1,2.0], [2,2,3.0]]");
        assertThat(List.of(read(Map.of("columns", "m, z")).columns())).containsExactly("m", "z");
    }
}
