package dev.fallow.spark.space;

import dev.fallow.ContainerFile;
import dev.fallow.options.FileSpaceStrategy;
import dev.fallow.options.OpenOptions;
import dev.fallow.options.ShrinkOptions;
import dev.fallow.options.SpaceSettings;
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
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;

/** Reclaims the space of one file. It is sent to the executors. */
record FileReclaim(ReclaimOptions options) implements MapFunction<String, Row> {
    /** So many bytes are moved between two commits, so that little is lost on interruption. */
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

    /**
     * What was done, or would be.
     *
     * @param returned bytes that the file became shorter, or that became free
     */
    private record Result(Outcome outcome, long before, long after, long returned, long written, String error) {
        static Result nothing(long length) {
            return new Result(Outcome.NOTHING, length, length, 0, 0, null);
        }
    }

    @Override
    public Row call(String path) {
        FleetFiles.endIfKilled();
        boolean[] editing = {false};
        try {
            Path file = editable(path);
            Result result =
                    options.action() == ReclaimOptions.Action.SHRINK ? shrink(file, editing) : reclaim(file, editing);
            return RowFactory.create(
                    path,
                    label(options.action()),
                    label(result.outcome),
                    result.before,
                    result.after,
                    result.returned,
                    result.written,
                    result.error);
        } catch (RefusedException | IOException | RuntimeException e) {
            FleetFiles.endIfKilled();
            String error = e instanceof RefusedException ? e.getMessage() : FleetFiles.message(e);
            Outcome outcome = editing[0] ? Outcome.FAILED : Outcome.REFUSED;
            return RowFactory.create(path, label(options.action()), label(outcome), null, null, null, null, error);
        }
    }

    private static String label(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** The file on the local disk. */
    private static Path editable(String path) throws RefusedException {
        org.apache.hadoop.fs.Path given = new org.apache.hadoop.fs.Path(path);
        Path file = FleetFiles.local(given);
        if (file == null) {
            String scheme = given.toUri().getScheme();
            throw new RefusedException("%s: files on the file system %s are not edited in place, only those of file:"
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
        return ContainerFile.open(file, FleetFiles.forTask(OpenOptions.reading()));
    }

    private static ContainerFile edit(Path file, boolean[] editing) throws IOException {
        ContainerFile container = ContainerFile.open(file, FleetFiles.forTask(OpenOptions.edit()));
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

    private Result shrink(Path file, boolean[] editing) throws IOException, RefusedException {
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
            return Result.nothing(plan.length());
        } else if (options.dryRun()) {
            return new Result(
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
                    FleetFiles.forTask(OpenOptions.edit()).progress()));
        }
        boolean whole = report.complete() && report.hindrances().isEmpty();
        long after = Files.size(file);
        return new Result(
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

    private Result reclaim(Path file, boolean[] editing) throws IOException, RefusedException {
        long lost;
        long length;
        try (ContainerFile container = read(file)) {
            if (!container.info().space().strategy().tracks()) {
                container.reclaimable(); // says why it cannot be reclaimed
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
            return Result.nothing(length);
        } else if (options.dryRun()) {
            return new Result(Outcome.PLANNED, length, length, lost, 0, null);
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
        return new Result(
                Outcome.DONE,
                length,
                Files.size(file),
                reclaimed,
                container.writeStatistics().bytes(),
                null);
    }
}
