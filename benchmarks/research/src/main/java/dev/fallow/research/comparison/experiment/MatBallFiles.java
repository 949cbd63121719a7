package dev.fallow.research.comparison.experiment;

import dev.fallow.research.comparison.Band;
import dev.fallow.research.comparison.Claims;
import dev.fallow.research.comparison.Experiment;
import dev.fallow.research.comparison.ExperimentFindings;
import dev.fallow.research.comparison.GroupNumbers;
import dev.fallow.research.comparison.Metric;
import dev.fallow.research.comparison.Results;
import dev.fallow.research.comparison.Scale;
import dev.fallow.research.machine.WorkingFolder;
import dev.fallow.research.policy.matball.ExtentShape;
import dev.fallow.research.report.Interval;
import dev.fallow.research.tiers.TwoFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The writing of No and Park's sweep (figures 4 and 5) on two real files of different speed. */
public final class MatBallFiles implements Experiment {
    public static final String NAME = "matball-files";

    private static final String WRITE = "write";
    private static final String BEHIND = "until the slow file has it, too";
    private static final int KB = 1024;
    private static final long LEAST = 64 * KB;
    private static final String SMALL_EXTENTS = "MatBall 64 KB, λ 16";
    private static final String LARGE_EXTENTS = "MatBall 256 KB, λ 16";
    private static final String SLOW = plain(16, false);
    private static final String OTHER_THRESHOLD = "MatBall 64 KB, λ 32";

    @Override
    public String name() {
        return NAME;
    }

    private static long most(Scale scale) {
        return scale == Scale.FULL ? 4096 * KB : scale == Scale.QUICK ? 1024 * KB : LEAST;
    }

    @Override
    public void run(String task, Scale scale, ExperimentFindings findings) {
        try (WorkingFolder folder = new WorkingFolder(NAME);
                TwoFiles files = new TwoFiles(folder.path())) {
            Map<String, TwoFiles.Writer> writers = writers(files, most(scale));
            List<String> names = new ArrayList<>(writers.keySet());
            for (int round = -scale.warmups() / 2; round < scale.rounds(); round++) {
                for (long size = LEAST; size <= most(scale); size *= 4) {
                    for (int i = 0; i < names.size(); i++) {
                        String name = names.get(Math.floorMod(i + round, names.size()));
                        write(name, writers.get(name), files, size, round < 0 ? ExperimentFindings.NONE : findings);
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(task, e);
        }
    }

    private static Map<String, TwoFiles.Writer> writers(TwoFiles files, long most) {
        Map<String, TwoFiles.Writer> writers = new LinkedHashMap<>();
        for (int[] shape : new int[][] {{64, 16}, {64, 32}, {256, 16}}) {
            writers.put(
                    "MatBall " + shape[0] + " KB, λ " + shape[1],
                    files.hybrid(new ExtentShape(shape[0], shape[1]), (int) (4 * most / KB / shape[0]) + 1));
        }
        for (int request : new int[] {8, 16}) {
            writers.put(plain(request, true), files.plain(true, request * KB));
        }
        writers.put(SLOW, files.plain(false, 16 * KB));
        return writers;
    }

    private static String plain(int request, boolean fast) {
        return "one file, " + request + " KB, " + (fast ? "fast" : "slow");
    }

    private static void write(
            String name, TwoFiles.Writer writer, TwoFiles files, long size, ExperimentFindings findings)
            throws IOException {
        String column = Long.toString(size / KB);
        long nanos = writer.write(size);
        findings.add(WRITE, column, name, Metric.MEGABYTES_PER_SECOND, size * 1e3 / nanos);
        if (name.startsWith("MatBall")) {
            nanos += files.settle();
            files.requireCopy(size);
            findings.add(BEHIND, column, name, Metric.MEGABYTES_PER_SECOND, size * 1e3 / nanos);
        }
    }

    /** Statements of the paper about writing, for the largest size. */
    @Override
    public String notes(String group, Results results) {
        if (!group.equals(WRITE)) {
            return "";
        }
        GroupNumbers numbers = new GroupNumbers(results, NAME, group);
        Metric speed = Metric.MEGABYTES_PER_SECOND;
        List<String> sizes = numbers.columns(speed);
        String small = sizes.get(0);
        String large = sizes.get(sizes.size() - 1);
        Claims claims = new Claims();
        for (String size : small.equals(large) ? List.of(small) : List.of(small, large)) {
            ahead(claims, size + " KB: MatBall is ahead of the slow file alone", numbers, SMALL_EXTENTS, SLOW, size);
        }
        for (int request : new int[] {8, 16}) {
            claims.within(
                    large + " KB: MatBall 1.19 times the fast file alone with requests of " + request + " KB",
                    Band.gain(1.19),
                    times(numbers, SMALL_EXTENTS, plain(request, true), large));
        }
        claims.within(
                large + " KB: extents of 256 KB 1.06 times those of 64 KB",
                Band.gain(1.06),
                times(numbers, LARGE_EXTENTS, SMALL_EXTENTS, large));
        claims.within(
                large + " KB: λ 32 makes no difference to λ 16",
                Band.SAME,
                times(numbers, OTHER_THRESHOLD, SMALL_EXTENTS, large));
        ahead(
                claims,
                small + " KB: extents of 64 KB are ahead of those of 256 KB",
                numbers,
                SMALL_EXTENTS,
                LARGE_EXTENTS,
                small);
        return claims.table();
    }

    /** The quotient of medians: a forced write sometimes takes a hundred times as long as the next one. */
    private static Interval times(GroupNumbers numbers, String row, String other, String column) {
        Metric speed = Metric.MEGABYTES_PER_SECOND;
        return numbers.median(speed, row, column).over(numbers.median(speed, other, column));
    }

    private static void ahead(
            Claims claims, String statement, GroupNumbers numbers, String row, String other, String column) {
        Interval times = times(numbers, row, other, column);
        claims.order(statement, times + " times", Band.AHEAD, List.of(times));
    }
}
