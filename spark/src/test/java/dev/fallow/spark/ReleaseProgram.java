package dev.fallow.spark;

import dev.fallow.spark.space.Reclaim;
import dev.fallow.spark.space.ReclaimOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Uses each part of the module once, and fails if a result is wrong. The script {@code releases.sh} runs it on other releases of Spark than
 * the one for which the classes were compiled: so it needs nothing but Spark and the module.
 */
public final class ReleaseProgram {
    private static final long ROWS = 1_000;

    private final SparkSession spark;
    private final String folder;

    private ReleaseProgram(SparkSession spark, Path folder) {
        this.spark = spark;
        this.folder = folder.resolve("out").toString();
    }

    /** Starts a session of its own, with the settings of Spark. */
    public static void main(String[] arguments) throws IOException {
        SparkSession spark = SparkSession.builder()
                .master("local[2]")
                .config("spark.ui.enabled", false)
                .config("spark.sql.shuffle.partitions", 2)
                .getOrCreate();
        Path folder = Files.createTempDirectory("fallow-release");
        run(spark, folder);
        System.out.println("Spark " + spark.version() + " works");
        spark.stop();
    }

    /** Writes below a folder, and reads what was written. */
    static void run(SparkSession spark, Path folder) {
        ReleaseProgram program = new ReleaseProgram(spark, folder);
        program.write();
        program.read();
        program.space();
    }

    private void write() {
        Dataset<Row> rows = spark.range(0, ROWS, 1, 2)
                .selectExpr(
                        "id", "id / 4 half", "concat('n', id % 7) name", "timestamp_micros(id) at", "id % 2 = 0 even");
        rows.write().format("hdf5").mode("overwrite").save(folder);
        rows.write().format("hdf5").mode("append").option("layout", "table").save(folder + "-table");
        rows.write()
                .format("hdf5")
                .mode("append")
                .option("compression", "zstd")
                .partitionBy("even")
                .save(folder + "-folders");
    }

    private void read() {
        Dataset<Row> rows = spark.read()
                .format("hdf5")
                .option("dataset", "/")
                .option("mergeSchema", true) // in tasks
                .load(folder);
        expect("columns", List.of("id", "half", "name", "at", "even"), List.of(rows.columns()));
        expect("sum", "[" + ROWS * (ROWS - 1) / 2 + "]", one(rows.selectExpr("sum(id)")));
        expect(
                "groups",
                "[7]",
                one(rows.groupBy("name", "even").count().where("name < 'n9'").selectExpr("count(distinct name)")));
        expect(
                "rows of a file",
                "[10]",
                one(rows.where("_metadata.row_index < 5").selectExpr("count(*)")));
        expect(
                "members",
                "[7]",
                one(spark.read()
                        .format("hdf5")
                        .load(folder + "-table")
                        .where("id < 7")
                        .selectExpr("count(half)")));
        expect(
                "folders",
                "[500]",
                one(spark.read()
                        .format("hdf5")
                        .option("dataset", "/")
                        .load(folder + "-folders")
                        .where("even = 'true' and _metadata.file_path like '%even=true%'")
                        .selectExpr("count(id)")));
        expect("limit", 3L, rows.limit(3).count());
        Dataset<Row> permissive = spark.read()
                .format("hdf5")
                .option("mode", "permissive")
                .schema("no long, _corrupt string")
                .load(folder);
        expect("errors", "[2]", one(permissive.selectExpr("count(_corrupt)")));
    }

    private void space() {
        Dataset<Row> files = spark.read().format("hdf5-space").load(folder);
        expect(
                "files",
                "[2]",
                one(files.where("path like '%.h5' and length > 0").selectExpr("count(live)")));
        expect(
                "objects",
                "[10]",
                one(spark.read()
                        .format("hdf5-space")
                        .option("level", "objects")
                        .load(folder)
                        .where("kind = 'dataset'")
                        .selectExpr("count(shape)")));
        expect("reclaimed", 2L, Reclaim.run(files, ReclaimOptions.shrink()).count());
    }

    private static String one(Dataset<Row> rows) {
        return rows.collectAsList().get(0).toString();
    }

    private static void expect(String what, Object expected, Object found) {
        if (!expected.equals(found)) {
            throw new AssertionError("%s: expected %s, found %s".formatted(what, expected, found));
        }
    }
}
