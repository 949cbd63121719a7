package dev.fallow.spark.space;

import dev.fallow.ContainerFile;
import dev.fallow.FileSpaceStrategy;
import dev.fallow.MaintenanceOptions;
import dev.fallow.OpenOptions;
import dev.fallow.ShrinkOptions;
import dev.fallow.SpaceSettings;
import dev.fallow.report.Diagnosis;
import dev.fallow.report.FreeSection;
import dev.fallow.report.ShrinkPlan;
import dev.fallow.report.ShrinkReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
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
 * <p>In Python, with the jar of the classifier {@code all} on the class path ({@code --jars}, or {@code spark.jars}):
 *
 * <pre>{@code
 * from pyspark.sql import DataFrame
 * space = spark._jvm.dev.fallow.spark.space
 * worth = spark.read.format("hdf5-space").load("/data").where("verdict = 'shrink'")
 * result = DataFrame(space.Reclaim.run(worth._jdf, space.ReclaimOptions.shrink().withDryRun(True)), spark)
 * result.groupBy("outcome").count().show()
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

    /** Reclaims the space of one file. It is sent to the executors. */
    private record FileReclaim(ReclaimOptions options) implements MapFunction<String, Row> {
        /** The bytes that are moved between two commits: few, so that little is lost on interruption. */
        private static final long PASS_BYTES = 256L << 20;

        /** In a paged file, fewer pages are hardly ever gained, although the estimate says so. */
        private static final long LEAST_PAGES = 3;

        /** From this version of the superblock on, a file can persist its free space. */
        private static final int PERSISTS = 2;

        /** What became of a file. The names are values of the column, and do not change. */
        private enum Outcome {
            /** The action was carried out. */
            DONE,
            /** Some of it was: a limit was reached, or something is in the way. */
            PARTIAL,
            /** It would be, without {@code dryRun}. */
            PLANNED,
            /** There is nothing to gain. The file was not opened for editing. */
            NOTHING,
            /** The file is of a kind or in a place where it is not edited. */
            REFUSED,
            /** The edit has failed. The file is as the last commit left it, perhaps with a journal that the next edit applies. */
            FAILED
        }

        /** A file that is not edited, and why. */
        private static final class RefusedException extends Exception {
            private static final long serialVersionUID = 1;

            RefusedException(String message) {
                super(message);
            }
        }

        @Override
        public Row call(String path) {
            FleetFiles.endIfKilled();
            boolean[] editing = {false};
            try {
                Path file = editable(path);
                return options.action() == ReclaimOptions.Action.SHRINK
                        ? shrink(path, file, editing)
                        : reclaim(path, file, editing);
            } catch (RefusedException | IOException | RuntimeException e) {
                FleetFiles.endIfKilled();
                String error = e instanceof RefusedException ? e.getMessage() : FleetFiles.message(e);
                return row(path, editing[0] ? Outcome.FAILED : Outcome.REFUSED, null, null, null, null, error);
            }
        }

        /** @param returned bytes that the file became shorter, or that became free */
        private Row row(
                String path, Outcome outcome, Long before, Long after, Long returned, Long written, String error) {
            String action = options.action().name().toLowerCase(Locale.ROOT);
            String name = outcome.name().toLowerCase(Locale.ROOT);
            return RowFactory.create(path, action, name, before, after, returned, written, error);
        }

        /** The file on the local disk. */
        private static Path editable(String path) throws RefusedException {
            org.apache.hadoop.fs.Path given = new org.apache.hadoop.fs.Path(path);
            Path file = FleetFiles.local(given);
            if (file == null) {
                String scheme = given.toUri().getScheme();
                throw new RefusedException(
                        "%s: files on the file system %s are not edited in place, only those of file:"
                                .formatted(path, scheme == null ? "without a name" : scheme + ":"));
            } else if (Files.isSymbolicLink(file)) {
                throw new RefusedException(file + " is a symbolic link; give the file itself");
            } else if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                throw new RefusedException(file + " does not exist on this machine");
            } else if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                throw new RefusedException(file + " is not a regular file");
            }
            return file;
        }

        /** Opens a file to see what there is to gain. */
        private static ContainerFile read(Path file) {
            return ContainerFile.open(
                    file, FleetFiles.forTask(OpenOptions.defaults().withReadOnly(true)));
        }

        private static ContainerFile edit(Path file, boolean[] editing) throws IOException {
            ContainerFile container = ContainerFile.open(file, FleetFiles.forTask(OpenOptions.defaults()));
            try {
                editing[0] = true;
                Files.deleteIfExists(file.resolveSibling("." + file.getFileName() + ".crc"));
                return container;
            } catch (IOException e) {
                container.close();
                throw e;
            }
        }

        /** Refuses a file with damage, which an edit could make worse, and one that is not understood. */
        private static Diagnosis sound(Path file, ContainerFile container) throws RefusedException {
            Diagnosis diagnosis = container.diagnosis();
            List<String> findings = diagnosis.space().findings();
            if (!findings.isEmpty()) {
                throw new RefusedException("%s: damaged: %s".formatted(file, findings.get(0)));
            } else if (diagnosis.hindrance().isPresent()) {
                throw new RefusedException(diagnosis.hindrance().get());
            }
            return diagnosis;
        }

        private Row shrink(String path, Path file, boolean[] editing) throws IOException, RefusedException {
            ShrinkPlan plan;
            long live;
            long least;
            try (ContainerFile container = read(file)) {
                Diagnosis diagnosis = sound(file, container);
                live = diagnosis.space().liveBytes();
                plan = diagnosis.plan();
                SpaceSettings space = container.info().space();
                boolean paged = space.strategy() == FileSpaceStrategy.PAGE;
                least = Math.max(options.least(), paged ? LEAST_PAGES * space.pageSize() : 1);
            }
            List<ShrinkPlan.Step> steps = plan.steps();
            ShrinkPlan.Step last = steps.isEmpty() ? new ShrinkPlan.Step(0, 0) : steps.get(steps.size() - 1);
            if (last.returnedBytes() < least || plan.length() <= live * options.ratio()) {
                return row(path, Outcome.NOTHING, plan.length(), plan.length(), 0L, 0L, null);
            } else if (options.dryRun()) {
                return row(
                        path,
                        Outcome.PLANNED,
                        plan.length(),
                        plan.length() - last.returnedBytes(),
                        last.returnedBytes(),
                        last.movedBytes(),
                        null);
            }
            ContainerFile container = edit(file, editing);
            ShrinkReport report;
            try (container) {
                report = container.shrink(new ShrinkOptions(
                        options.ratio(),
                        options.mostMoved(),
                        options.mostTime(),
                        PASS_BYTES,
                        FleetFiles.forTask(OpenOptions.defaults()).progress()));
            }
            boolean whole = report.complete() && report.hindrances().isEmpty();
            long after = Files.size(file);
            return row(
                    path,
                    whole ? Outcome.DONE : Outcome.PARTIAL,
                    plan.length(),
                    after,
                    plan.length() - after,
                    container.writeStatistics().bytes(),
                    whole
                            ? null
                            : report.hindrances().isEmpty()
                                    ? "a limit was reached"
                                    : report.hindrances().get(0));
        }

        private Row reclaim(String path, Path file, boolean[] editing) throws IOException, RefusedException {
            long lost;
            long length;
            try (ContainerFile container = read(file)) {
                if (!container.info().space().strategy().tracks()) {
                    container.reclaimUntracked(
                            MaintenanceOptions.defaults().withDryRun(true)); // says why it cannot be reclaimed
                }
                Diagnosis diagnosis = sound(file, container);
                length = diagnosis.space().fileBytes();
                lost = diagnosis.reclaimableBytes();
                int version = container.info().superblockVersion();
                if (lost > 0 && !container.persistsFreeSpace() && !(options.persist() && version >= PERSISTS)) {
                    throw new RefusedException(
                            "%s does not persist its free space, so that %d bytes would be lost again: %s"
                                    .formatted(
                                            file,
                                            lost,
                                            version < PERSISTS
                                                    ? "superblock version " + version
                                                            + " cannot, which fallow upgrade changes; shrink returns them instead"
                                                    : "persist changes that"));
                }
            }
            if (lost == 0) {
                return row(path, Outcome.NOTHING, length, length, 0L, 0L, null);
            } else if (options.dryRun()) {
                return row(path, Outcome.PLANNED, length, length, lost, 0L, null);
            }
            ContainerFile container = edit(file, editing);
            long reclaimed;
            try (container) {
                if (options.persist() && !container.persistsFreeSpace()) {
                    container.setPersistFreeSpace(true);
                }
                reclaimed = container.reclaimUntracked().stream()
                        .mapToLong(FreeSection::size)
                        .sum();
            }
            return row(
                    path,
                    Outcome.DONE,
                    length,
                    Files.size(file),
                    reclaimed,
                    container.writeStatistics().bytes(),
                    null);
        }
    }
}
