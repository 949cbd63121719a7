package dev.fallow.spark.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WrittenColumnsTest extends WriteFrame {
    /** One of each type. */
    static final String ALL_TYPES = """
            select id, id % 3 = 0 as flag, cast(id as tinyint) i8, cast(-id as smallint) i16, cast(id * 1000 as int) i32,
              cast(id / 4 as float) f32, id / 7 f64, concat('käse ', id) text, encode(concat('b', id), 'UTF-8') bytes,
              date_add(date'2024-02-28', cast(id as int)) day, timestamp_micros(id * 1000000 + 5) at,
              cast(timestamp_micros(id) as timestamp_ntz) local
            from range(100)""";

    @Test
    void everyTypeIsADatasetOfOneDimension() throws IOException {
        spark.conf().set("spark.sql.session.timeZone", "UTC");
        write(spark.sql(ALL_TYPES).coalesce(1), "append");
        assertThat(entries()).hasSize(1);
        try (ContainerFile file = ContainerFile.openReadOnly(entries().get(0))) {
            assertThat(file.root().names())
                    .containsExactlyInAnyOrder(
                            "id", "flag", "i8", "i16", "i32", "f32", "f64", "text", "bytes", "day", "at", "local");
            assertThat(file.root().attribute("column-order").read(String[].class))
                    .startsWith("id", "flag", "i8")
                    .endsWith("local");
            Dataset id = file.dataset("id");
            assertThat(id.datatype()).hasToString("int64");
            assertThat(id.dimensions()).containsExactly(100);
            assertThat(id.maxDimensions()).containsExactly(-1);
            assertThat(id.chunkDimensions()).containsExactly(RowSink.LEAST_CHUNK_ROWS);
            assertThat(id.read(long[].class)).isEqualTo(LongStream.range(0, 100).toArray());
            assertThat((boolean[]) file.dataset("flag").read()).hasSize(100).startsWith(true, false, false, true);
            assertThat(file.dataset("i8").datatype()).hasToString("int8");
            assertThat(file.dataset("i16").read(int[].class))
                    .startsWith(0, -1, -2)
                    .endsWith(-99);
            assertThat(file.dataset("i32").read(int[].class)).endsWith(99_000);
            assertThat(file.dataset("f32").datatype()).hasToString("float32");
            assertThat(file.dataset("f32").read(float[].class)).startsWith(0, 0.25f, 0.5f);
            assertThat(file.dataset("f64").read(double[].class)[1]).isEqualTo(1 / 7.0);
            assertThat(file.dataset("text").read(String[].class)).startsWith("käse 0", "käse 1");
            assertThat(((Object[]) file.dataset("bytes").read())[12]).isEqualTo(new short[] {'b', '1', '2'});
            assertThat(file.dataset("day").read(Instant[].class)).startsWith(Instant.parse("2024-02-28T00:00:00Z"));
            assertThat(file.dataset("at").read(Instant[].class)[2])
                    .isEqualTo(Instant.parse("1970-01-01T00:00:02.000005Z"));
            assertThat(file.dataset("local").read(long[].class)).startsWith(0, 1, 2);
            assertThat(file.check().isSound()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "gzip", "deflate", "lzf", "LZ4", "zstd"})
    void chunksAreCompressed(String compression) throws IOException {
        write(
                spark.range(0, 5000, 1, 2).toDF("id"),
                "append",
                Map.of("compression", compression, "chunkRows", "1000", "dataset", "/a/b"));
        assertThat(entries()).hasSize(2);
        assertThat(longs("/a/b/id")).isEqualTo(LongStream.range(0, 5000).boxed().toList());
        forEachFile(file -> {
            Dataset id = file.dataset("/a/b/id");
            assertThat(id.chunkDimensions()).containsExactly(1000);
            assertThat(id.filters()).hasSize(compression.equals("none") ? 0 : 2);
            long[] stored = {0};
            id.forEachChunk(chunk -> stored[0] += chunk.size());
            if (compression.equals("none")) {
                assertThat(stored[0]).isEqualTo(3 * 8000);
            } else {
                assertThat(stored[0]).isPositive().isLessThan(id.logicalSize());
            }
        });
    }

    @Test
    void longStringsAreWrittenBeforeTheChunkIsFull() throws IOException {
        write(
                spark.sql("select id, repeat(chr(cast(65 + id % 26 as int)), 100000) s from range(100)")
                        .coalesce(1),
                "append");
        try (ContainerFile file = ContainerFile.openReadOnly(entries().get(0))) {
            String[] strings = file.dataset("s").read(String[].class);
            assertThat(strings).hasSize(100);
            for (int i = 0; i < strings.length; i++) {
                assertThat(strings[i]).hasSize(100_000).startsWith(String.valueOf((char) ('A' + i % 26)));
            }
            assertThat(file.dataset("id").read(long[].class))
                    .isEqualTo(LongStream.range(0, 100).toArray());
        }
    }

    @Test
    void anEmptyDataFrameIsAFileWithColumns() throws IOException {
        write(spark.range(0, 10, 1, 4).toDF("id").where("id > 100"), "append");
        assertThat(entries()).hasSize(1);
        assertThat(longs("id")).isEmpty();
    }

    @Test
    void emptyPartitionsHaveNoFile() throws IOException {
        write(spark.range(0, 10, 1, 5).toDF("id").where("id >= 8"), "append");
        assertThat(longs("id")).containsExactly(8L, 9L);
        assertThat(entries()).hasSize(2); // that of partition 0 is empty and has the columns
    }

    @Test
    void aTableIsADatasetOfCompounds() throws IOException {
        write(spark.sql(ALL_TYPES).coalesce(1), "append", Map.of("layout", "table", "dataset", "/group/rows/"));
        try (ContainerFile file = ContainerFile.openReadOnly(entries().get(0))) {
            Dataset rows = file.dataset("/group/rows");
            assertThat(rows.dimensions()).containsExactly(100);
            assertThat(rows.maxDimensions()).containsExactly(-1);
            Map<?, ?> row = (Map<?, ?>) ((Object[]) rows.read())[33];
            assertThat(row.keySet().stream().map(Object::toString).toList()).startsWith("id", "flag", "i8");
            assertThat(row.get("id")).isEqualTo(33L);
            assertThat(row.get("flag")).isEqualTo(true);
            assertThat(row.get("i16")).isEqualTo((short) -33);
            assertThat(row.get("f64")).isEqualTo(33 / 7.0);
            assertThat(row.get("text")).isEqualTo("käse 33");
            assertThat(row.get("bytes")).isEqualTo(new short[] {'b', '3', '3'});
            assertThat(rows.attribute("FIELD_10_ATTR_units").read())
                    .isEqualTo("microseconds since 1970-01-01 00:00:00");
            assertThat(file.check().isSound()).isTrue();
        }
    }

    record Numbers(long id, double half, boolean even) {}

    @Test
    void aTableOfNumbersHasManyChunks() throws IOException {
        write(
                spark.sql("select id, id / 2 half, id % 2 = 0 even from range(2500)")
                        .coalesce(1),
                "append",
                Map.of("layout", "table", "chunkRows", "1000", "compression", "gzip", "compressionLevel", "9"));
        try (ContainerFile file = ContainerFile.openReadOnly(entries().get(0))) {
            List<Numbers> rows = file.dataset("table").readRecords(Numbers.class);
            assertThat(rows).hasSize(2500);
            for (int i = 0; i < 2500; i++) {
                assertThat(rows.get(i)).isEqualTo(new Numbers(i, i / 2.0, i % 2 == 0));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "cast(null as int), integer, -2147483648",
        "cast(null as double), double, NaN",
        "cast(null as string), string, an empty value",
        "cast(null as boolean), boolean, cast the column to a number"
    })
    void nullsAreRefusedWithTheNameOfTheColumn(String expression, String type, String message) throws IOException {
        assertThatThrownBy(() -> write(
                        spark.sql("select if(id = 5, " + expression + ", cast(1 as " + type
                                + ")) wrong, id from range(10)"),
                        "append"))
                .rootCause()
                .hasMessageContaining("column wrong has a null")
                .hasMessageContaining(message);
        assertThat(entries()).isEmpty();
    }

    @Test
    void nullsAreFilled() throws IOException {
        write(
                spark.sql(
                                "select nullif(id, 3) i, nullif(id / 2, 1.0D) d, nullif(cast(id as string), '4') s, date_add(date'1970-01-01', cast(nullif(id, 5) as int)) day, id whole from range(8)")
                        .coalesce(1),
                "append",
                Map.of("nulls", "fill"));
        try (ContainerFile file = ContainerFile.openReadOnly(entries().get(0))) {
            assertThat(file.dataset("i").read(long[].class)).containsExactly(0, 1, 2, Long.MIN_VALUE, 4, 5, 6, 7);
            assertThat(file.dataset("i").attribute("_FillValue").read()).isEqualTo(Long.MIN_VALUE);
            assertThat(file.dataset("d").read(double[].class)).containsExactly(0, 0.5, Double.NaN, 1.5, 2, 2.5, 3, 3.5);
            assertThat(file.dataset("s").read(String[].class)).containsExactly("0", "1", "2", "3", null, "5", "6", "7");
            assertThat(file.dataset("day").read(int[].class)).containsExactly(0, 1, 2, 3, 4, Integer.MIN_VALUE, 6, 7);
            assertThat(file.dataset("whole").hasAttribute("_FillValue")).isFalse();
        }
    }

    @Test
    void aNumberThatStandsForNullIsRefused() {
        assertThatThrownBy(() -> write(
                        spark.sql("select nullif(cast(id - 128 as tinyint), cast(1 as tinyint)) b from range(5)"),
                        "append",
                        Map.of("nulls", "fill")))
                .rootCause()
                .hasMessageContaining("column b has the value -128, which stands for null");
    }

    @ParameterizedTest
    @CsvSource({"with a null character, chr(0)", "that is not valid UTF-8, cast(unhex('41FF') as string)"})
    void stringsThatOthersWouldReadDifferentlyAreRefused(String message, String expression) throws IOException {
        assertThatThrownBy(
                        () -> write(spark.sql("select concat('a', " + expression + ", 'b') s from range(2)"), "append"))
                .rootCause()
                .hasMessageContaining("column s has a string " + message);
        assertThat(entries()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "array(string(id)) | column x has the type array<string>",
                "struct(id) | column x has the type struct<id:bigint>",
                "map(id, id) | column x has the type map<bigint,bigint>",
                "cast(id as decimal(10, 2)) | column x has the type decimal(10,2)",
                "null | column x has the type void"
            })
    void typesWithoutACounterpartAreRefusedByName(String expression, String message) throws IOException {
        assertThatThrownBy(() -> write(spark.sql("select id, " + expression + " x from range(3)"), "append"))
                .hasMessageContaining(message);
        assertThat(entries()).isEmpty();
    }

    @Test
    void namesThatAreNoLinksAreRefused() {
        assertThatThrownBy(() -> write(spark.sql("select id `a/b` from range(3)"), "append"))
                .hasMessageContaining("column \"a/b\"")
                .hasMessageContaining("layout=table");
        assertThatThrownBy(() -> write(spark.sql("select id `.` from range(3)"), "append"))
                .hasMessageContaining("column \".\"");
    }

    @ParameterizedTest
    @CsvSource({
        "layout, rows, 'option layout: expected columns, table, found \"rows\"'",
        "compression, snappy, 'expected none, gzip, deflate, lzf, lz4, zstd'",
        "compressionLevel, 10, expected a number from 1 to 9",
        "chunkRows, many, expected a number from 1 to 1048576",
        "nulls, maybe, 'expected error, fill'"
    })
    void unknownValuesOfOptionsAreRefused(String option, String value, String message) {
        assertThatThrownBy(() -> write(spark.range(3).toDF("id"), "append", Map.of(option, value)))
                .hasMessageContaining(message);
    }
}
