package dev.fallow.spark.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names and values that mean something to folders, paths and Spark; frames without rows. */
class OddFramesTest extends WriteFrame {
    private Dataset<Row> read(String dataset) {
        return spark.read().format("hdf5").option("dataset", dataset).load(target().toString());
    }

    private Dataset<Row> numbered(List<String> values) {
        List<Row> rows = new java.util.ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            rows.add(RowFactory.create(i, values.get(i)));
        }
        return spark.createDataFrame(rows, new StructType().add("id", "int").add("k", "string"));
    }

    @Test
    void valuesOfFoldersAreReadBack() {
        List<String> values = java.util.Arrays.asList(
                "a/b",
                "=",
                "a=b",
                "%",
                "%2F",
                "a%2Fb",
                " ",
                " a ",
                ".",
                "..",
                "_x",
                ".h5",
                "x.h5",
                "\n",
                "\t",
                "\u0001",
                "\"",
                "'",
                "\\",
                "{a,b}",
                "[ab]",
                "*",
                "?",
                "#",
                ":",
                "a:b",
                "ü",
                "\u20ac",
                "\ud834\udd1e",
                "e\u0301",
                "\u00e9",
                "null",
                "-",
                "~",
                "^",
                "|",
                null);
        numbered(values).write().format("hdf5").mode("append").partitionBy("k").save(target().toString());
        List<Row> rows = read("/").orderBy("id").collectAsList();
        assertThat(rows.stream().map(row -> row.getString(1))).containsExactlyElementsOf(values);
        for (int i = 0; i < values.size(); i++) {
            String value = values.get(i);
            Dataset<Row> one = value == null
                    ? read("/").where("k is null")
                    : read("/").where(org.apache.spark.sql.functions.col("k").equalTo(value));
            assertThat(one.collectAsList()).as("k = " + value).containsExactly(rows.get(i));
        }
    }

    @Test
    void valuesThatWouldBecomeOthersAreRefused() {
        for (String value : List.of("''", "'__HIVE_DEFAULT_PARTITION__'", "cast(x'ff' as string)")) {
            assertThatThrownBy(() -> spark.range(2)
                            .selectExpr("id", value + " k")
                            .write()
                            .format("hdf5")
                            .mode("append")
                            .partitionBy("k")
                            .save(target().toString()))
                    .hasStackTraceContaining("column k of partitionBy has ")
                    .hasStackTraceContaining(": no folder can have it as its value");
        }
        assertThat(target()).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a=b", "a b", "a%b", "a/b", "ü", "a`b", "*"})
    void namesOfFoldersAreReadBack(String name) {
        spark.range(4)
                .selectExpr("id", "id % 2 k")
                .withColumnRenamed("k", name)
                .write()
                .format("hdf5")
                .mode("append")
                .partitionBy(name.contains("`") ? "`" + name.replace("`", "``") + "`" : "`" + name + "`")
                .save(target().toString());
        assertThat(read("/").columns()).containsExactly("id", name);
        assertThat(read("/").orderBy("id").collectAsList().toString()).isEqualTo("[[0,0], [1,1], [2,0], [3,1]]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a.b", "a`b", "a b", "ü", "a.b.c", "\"", "\\", "%2F", "\n", "value", "i0", "_metadata2", "*"})
    void namesOfColumnsAreReadBack(String name) {
        for (String layout : List.of("columns", "table")) {
            write(spark.range(5).withColumnRenamed("id", name), "overwrite", Map.of("layout", layout));
            Dataset<Row> rows = read(layout.equals("table") ? "/table" : "/");
            assertThat(rows.columns()).containsExactly(name);
            String quoted = "`" + name.replace("`", "``") + "`";
            assertThat(rows.where(quoted + " > 2")
                            .selectExpr("sum(" + quoted + ")")
                            .collectAsList()
                            .toString())
                    .isEqualTo("[[7]]");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"a/b", ".", ".."})
    void someNamesAreForTables(String name) {
        Dataset<Row> rows = spark.range(5).withColumnRenamed("id", name);
        assertThatThrownBy(() -> write(rows, "append"))
                .hasMessageContaining("column \"" + name
                        + "\": the name cannot be that of a dataset; rename it, or use the option layout=table");
        write(rows, "append", Map.of("layout", "table"));
        assertThat(read("/table").where("`" + name + "` > 2").count()).isEqualTo(2);
    }

    /** Also without partitions. */
    @Test
    void noRows() {
        StructType schema = new StructType().add("id", DataTypes.LongType).add("s", DataTypes.StringType);
        write(spark.createDataFrame(List.of(), schema), "append");
        assertThat(read("/").schema().toDDL()).isEqualTo(schema.toDDL());
        assertThat(read("/").count()).isZero();
        assertThat(read("/").where("id > 3").collectAsList()).isEmpty();
        write(spark.range(3).selectExpr("id", "'x' s"), "append");
        assertThat(read("/").count()).isEqualTo(3);
        write(spark.range(3).where("id > 5").selectExpr("id", "'x' s"), "overwrite");
        assertThat(read("/").count()).isZero();
        assertThatThrownBy(() -> write(spark.emptyDataFrame(), "append"))
                .hasMessageContaining("there is no column to write");
        assertThat(read("/").count()).isZero();
    }
}
