package dev.fallow.spark.space;

import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Gives back the space of many files, each in place, in parallel: {@code fallow shrink} or {@code fallow reclaim} for each file. Only files
 * on the local disk of the executors are edited; in a cluster that is a disk which all of them have mounted under the same path.
 *
 * <pre>{@code
 * Dataset<Row> worth = spark.read().format("hdf5-space").load("/data").where("verdict = 'shrink'");
 * Reclaim.run(worth, ReclaimOptions.shrink()).show();
 * }</pre>
 *
 * <p>A second run finds nothing to do, except in a paged file for which {@link dev.fallow.report.ShrinkPlan} estimates too much: that is
 * opened and written again, with the outcome {@code partial}. A repeated task continues where it was interrupted. The result has a row for each file:
 *
 * <table>
 * <caption>The result</caption>
 * <tr><th>column</th><th>type</th><th>meaning</th></tr>
 * <tr><td>{@code path}</td><td>string</td><td>as given</td></tr>
 * <tr><td>{@code action}</td><td>string</td><td>{@code shrink} or {@code reclaim}</td></tr>
 * <tr><td>{@code outcome}</td><td>string</td><td>{@code done}; {@code partial}: a limit was reached, or something could not be moved; {@code planned}: with a dry run; {@code nothing}: there
 * is nothing to gain; {@code refused}: in use, damaged, not HDF5, a link, not a regular file, or not on a local disk; {@code failed}</td></tr>
 * <tr><td>{@code before}, {@code after}</td><td>bigint</td><td>length in bytes; null if the file was not opened</td></tr>
 * <tr><td>{@code returned}</td><td>bigint</td><td>bytes by which the file became shorter; with {@code reclaim}, bytes that became free</td></tr>
 * <tr><td>{@code written}</td><td>bigint</td><td>bytes written to the file and its journal; with a dry run, bytes that would be copied</td></tr>
 * <tr><td>{@code error}</td><td>string</td><td>why not all was done</td></tr>
 * </table>
 *
 * <p>A file is walked before it is opened for editing, so that one with nothing to gain, and one that is refused, stays as it is, bytes and
 * time. If a file {@code .NAME.crc} is beside it, in which Hadoop keeps checksums of the old content, it is deleted before the edit.
 */
public final class Reclaim {
    private static final String PATH = "path";

    /** The columns of the result. */
    static final StructType SCHEMA = new StructType()
            .add(PATH, DataTypes.StringType, false)
            .add("action", DataTypes.StringType, false)
            .add("outcome", DataTypes.StringType, false)
            .add("before", DataTypes.LongType, true)
            .add("after", DataTypes.LongType, true)
            .add("returned", DataTypes.LongType, true)
            .add("written", DataTypes.LongType, true)
            .add("error", DataTypes.StringType, true);

    private Reclaim() {}

    /**
     * Edits the files below some paths.
     *
     * @param paths files, folders (with those in them) and patterns
     * @return the result, as for {@link #run(Dataset, ReclaimOptions)}
     */
    public static Dataset<Row> run(SparkSession spark, List<String> paths, ReclaimOptions options) {
        return run(spark.read().format("hdf5-space").load(paths.toArray(String[]::new)), options);
    }

    /**
     * Edits files. All of them have been edited when this method returns.
     *
     * @param files with a column {@code path}, such as rows of {@code hdf5-space}
     * @return the result, which the executors keep: using it does not edit the files again
     * @throws IllegalStateException if {@code spark.speculation} is on: two attempts of a task would edit the same files
     */
    public static Dataset<Row> run(Dataset<Row> files, ReclaimOptions options) {
        checkAttempts(files.sparkSession().sparkContext().getConf());
        return files.select(PATH)
                .as(Encoders.STRING())
                .map(new FileReclaim(options), Encoders.row(SCHEMA))
                .localCheckpoint(true);
    }

    static void checkAttempts(SparkConf configuration) {
        if (configuration.getBoolean("spark.speculation", false)) {
            throw new IllegalStateException(
                    "spark.speculation is on, with which two attempts of a task would edit the same files; turn it off");
        }
    }
}
