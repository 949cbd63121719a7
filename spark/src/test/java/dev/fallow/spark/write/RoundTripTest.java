package dev.fallow.spark.write;

import static org.assertj.core.api.Assertions.assertThat;

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
