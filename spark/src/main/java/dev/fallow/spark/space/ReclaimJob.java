package dev.fallow.spark.space;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;

/**
 * {@link Reclaim} for {@code spark-submit --class dev.fallow.spark.space.ReclaimJob fallow-spark_2.13-VERSION-all.jar ARGUMENTS}. Prints how many files had which outcome.
 *
 * <table>
 * <caption>Arguments</caption>
 * <tr><th>argument</th><th>meaning</th></tr>
 * <tr><td>PATH ...</td><td>files, folders and patterns</td></tr>
 * <tr><td>{@code --action shrink|reclaim}</td><td>what is done; {@code shrink} by default</td></tr>
 * <tr><td>{@code --dry-run}</td><td>only report</td></tr>
 * <tr><td>{@code --persist}</td><td>with {@code reclaim}: files persist their free space from now on</td></tr>
 * <tr><td>{@code --least BYTES}</td><td>with {@code shrink}: leave files alone from which fewer bytes can be returned; 4096 by default</td></tr>
 * <tr><td>{@code --to RATIO}</td><td>with {@code shrink}: stop at this ratio of the length of a file to its contents; 1.005 by default</td></tr>
 * <tr><td>{@code --max-move BYTES}</td><td>with {@code shrink}: the most bytes to copy in a file</td></tr>
 * <tr><td>{@code --max-time SECONDS}</td><td>with {@code shrink}: start no pass over a file after this time</td></tr>
 * <tr><td>{@code --report FOLDER}</td><td>write the result there, as JSON lines; the folder must not exist</td></tr>
 * </table>
 */
public final class ReclaimJob {
    private final List<String> paths = new ArrayList<>();
    private ReclaimOptions options = ReclaimOptions.shrink();
    private String report;

    private ReclaimJob() {}

    /**
     * Runs the job.
     *
     * @throws IllegalArgumentException if an argument is not known, or has no valid value
     */
    public static void main(String[] arguments) {
        ReclaimJob job = new ReclaimJob();
        job.parse(arguments);
        SparkSession spark = SparkSession.builder().appName("fallow reclaim").getOrCreate();
        try {
            job.run(spark);
        } finally {
            spark.stop();
        }
    }

    /** Runs the job in a session. */
    static void run(SparkSession spark, String... arguments) {
        ReclaimJob job = new ReclaimJob();
        job.parse(arguments);
        job.run(spark);
    }

    private void parse(String... arguments) {
        Iterator<String> all = Arrays.asList(arguments).iterator();
        while (all.hasNext()) {
            String argument = all.next();
            switch (argument) {
                case "--action" -> options = options.withAction(action(value(argument, all)));
                case "--dry-run" -> options = options.withDryRun(true);
                case "--persist" -> options = options.withPersist(true);
                case "--least" ->
                    options = options.withLeast(number(argument, all).longValue());
                case "--to" -> options = options.withRatio(number(argument, all));
                case "--max-move" ->
                    options = options.withMostMoved(number(argument, all).longValue());
                case "--max-time" ->
                    options = options.withMostTime(Duration.ofMillis((long) (number(argument, all) * 1000)));
                case "--report" -> report = value(argument, all);
                default -> {
                    if (argument.startsWith("--")) {
                        throw new IllegalArgumentException("unknown argument " + argument);
                    }
                    paths.add(argument);
                }
            }
        }
        if (paths.isEmpty()) {
            throw new IllegalArgumentException("expected at least one path");
        }
    }

    private static ReclaimOptions.Action action(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "shrink" -> ReclaimOptions.Action.SHRINK;
            case "reclaim" -> ReclaimOptions.Action.RECLAIM;
            default -> throw new IllegalArgumentException("--action: expected shrink or reclaim, found " + name);
        };
    }

    private static String value(String argument, Iterator<String> rest) {
        if (!rest.hasNext()) {
            throw new IllegalArgumentException(argument + ": expected a value");
        }
        return rest.next();
    }

    private static Double number(String argument, Iterator<String> rest) {
        String value = value(argument, rest);
        try {
            return Double.valueOf(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(argument + ": expected a number, found " + value, e);
        }
    }

    private void run(SparkSession spark) {
        Dataset<Row> result = Reclaim.run(spark, paths, options);
        if (report != null) {
            result.write().mode(SaveMode.ErrorIfExists).json(report);
        }
        List<Row> sums = result.groupBy("outcome")
                .agg(org.apache.spark.sql.functions.count("*"), org.apache.spark.sql.functions.sum("returned"))
                .orderBy("outcome")
                .collectAsList();
        for (Row row : sums) {
            System.out.printf(
                    Locale.US,
                    "%-8s %,12d files %,20d bytes%n",
                    row.getString(0),
                    row.getLong(1),
                    row.isNullAt(2) ? 0 : row.getLong(2));
        }
    }
}
