package dev.fallow.research.comparison.experiment;

import dev.fallow.research.comparison.Band;
import dev.fallow.research.comparison.Claims;
import dev.fallow.research.comparison.Experiment;
import dev.fallow.research.comparison.ExperimentFindings;
import dev.fallow.research.comparison.GroupNumbers;
import dev.fallow.research.comparison.Metric;
import dev.fallow.research.comparison.Results;
import dev.fallow.research.comparison.Scale;
import dev.fallow.research.policy.matball.DeletionRule;
import dev.fallow.research.policy.matball.ExtentShape;
import dev.fallow.research.policy.matball.MatBallUsage;
import dev.fallow.research.policy.matball.SegmentMapping;
import dev.fallow.research.report.Interval;
import dev.fallow.research.tiers.FileSizes;
import dev.fallow.research.tiers.HybridVolume;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * The purpose of MatBall, which No and Park did not measure: the share of the fast device that files can use, with and
 * without partitioning, and its effect on reading. Simulated, so the numbers are the same on every machine.
 */
public final class MatBallUtilisation implements Experiment {
    public static final String NAME = "matball-utilisation";

    private static final int BLOCK = 1024;
    private static final int[] EXTENTS = {64, 256};
    private static final long BYTES_AN_OBJECT = 32 * 1024; // the size of the fast device per object of the scale
    private static final double OFFERED = 1.5; // total size of the files, relative to the fast device
    private static final int TURNOVERS = 4;
    private static final int SEEDS = 10;
    private static final int LOSS = 5;

    /** The threshold of the statements on deletion, in blocks. */
    public static final String LAMBDA = "16";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return texts().section(
                        DESCRIPTION,
                        Map.of("turnovers", Integer.toString(TURNOVERS), "seeds", Integer.toString(SEEDS)));
    }

    @Override
    public List<String> tasks(Scale scale) {
        return Arrays.stream(FileSizes.values()).map(FileSizes::name).toList();
    }

    @Override
    public void run(String task, Scale scale, ExperimentFindings findings) {
        FileSizes sizes = FileSizes.valueOf(task);
        for (int blocks : EXTENTS) {
            for (int threshold = 2; threshold <= blocks; threshold *= 2) {
                String column = Integer.toString(threshold);
                ExtentShape shape = new ExtentShape(blocks, threshold);
                if (task.equals(FileSizes.DOUBLING.name())) {
                    holes(shape, row(blocks), column, findings);
                }
                for (int seed = 1; seed <= (scale == Scale.FULL ? SEEDS : 1); seed++) {
                    for (DeletionRule deletion : DeletionRule.values()) {
                        new Run(shape, sizes, scale.objects() * BYTES_AN_OBJECT, deletion, seed)
                                .report(column, findings);
                    }
                }
            }
        }
    }

    /** The row of a device that has been filled once: the same under all rules but one. */
    private static String filledRow(int blocks, DeletionRule deletion) {
        return deletion == DeletionRule.EVERYWHERE ? row(blocks, deletion) : row(blocks);
    }

    /** The row of a device that has been filled once, under the rules that concern deletion alone. */
    public static String row(int blocks) {
        return "extents of " + blocks + " KB";
    }

    /** The row of a worn device. */
    public static String row(int blocks, DeletionRule deletion) {
        return row(blocks) + ", " + deletion.label();
    }

    /** The group of a device that has been filled once. */
    public static String filled(FileSizes sizes) {
        return sizes.label() + ", filled once";
    }

    /** The group of a worn device. */
    public static String worn(FileSizes sizes) {
        return sizes.label() + ", worn";
    }

    /** What deletion costs, and whether a smaller threshold is always better: seed by seed, with a tie for no order. */
    @Override
    public String notes(String group, Results results) {
        GroupNumbers numbers = new GroupNumbers(results, NAME, group);
        if (!numbers.has(Metric.UTILISATION)) {
            return "";
        }
        Claims claims = new Claims();
        for (FileSizes sizes : FileSizes.values()) {
            if (group.equals(worn(sizes))) {
                lost(claims, numbers.of(filled(sizes)), numbers);
            }
        }
        for (String row : numbers.rows(Metric.UTILISATION)) {
            thresholds(claims, numbers, row);
        }
        return claims.table();
    }

    private static void lost(Claims claims, GroupNumbers filled, GroupNumbers worn) {
        for (int blocks : EXTENTS) {
            for (DeletionRule deletion : DeletionRule.values()) {
                judgeLoss(claims, "", filled, worn, blocks, deletion);
            }
        }
    }

    /**
     * Adds the statement that deletion makes more than {@value #LOSS} % of the device unusable with λ 16: the difference
     * between the shares in files after the first filling and when worn.
     *
     * @param where the beginning of the statement
     */
    public static void judgeLoss(
            Claims claims, String where, GroupNumbers filled, GroupNumbers worn, int blocks, DeletionRule deletion) {
        Interval loss = GroupNumbers.paired(
                pair -> pair[0] - pair[1],
                List.of(
                        filled.samples(Metric.UTILISATION, filledRow(blocks, deletion), LAMBDA),
                        worn.samples(Metric.UTILISATION, row(blocks, deletion), LAMBDA)));
        String statement = where + row(blocks, deletion) + ", λ " + LAMBDA + ": deletion makes more than " + LOSS
                + " % of the device unusable";
        claims.within(statement, Band.ofPercent(LOSS, 100), loss, " %");
    }

    private static void thresholds(Claims claims, GroupNumbers numbers, String row) {
        Metric used = Metric.UTILISATION;
        String smaller = "2";
        for (String larger : numbers.columns(used)) {
            if (!larger.equals(smaller) && !numbers.samples(used, row, larger).isEmpty()) {
                Interval gain = numbers.difference(used, row, smaller, row, larger);
                claims.order(
                        "%s: λ %s uses more than λ %s".formatted(row, smaller, larger),
                        gain + " % of the device",
                        Band.AHEAD_OF_HUNDRED,
                        List.of(gain));
                smaller = larger;
            }
        }
    }

    /** Means over all blocks at which a file can end and be followed by another. */
    private static void holes(ExtentShape shape, String row, String column, ExperimentFindings findings) {
        SegmentMapping mapping = new SegmentMapping(shape);
        long ends = 0;
        long holes = 0;
        long levels = 0;
        for (int w = 0; w < shape.blocks(); w++) {
            if (mapping.isReusable(w)) {
                ends++;
                holes += mapping.hole(w);
                levels += mapping.map(w).orElseThrow().level();
            }
        }
        if (ends > 0) {
            findings.add("between two files", column, row, Metric.HOLE_BLOCKS, (double) holes / ends);
            findings.add("between two files", column, row, Metric.LEVELS, (double) levels / ends);
        }
    }

    /** The measurements of one volume, from empty to worn. */
    private static final class Run {
        private final SplittableRandom random;
        private final long seed;
        private final int blocks;
        private final HybridVolume volume;
        private final DeletionRule deletion;
        private final FileSizes sizes;
        private final long capacity;
        private final List<long[]> files = new ArrayList<>(); // file number, size
        private int next;
        private long bytes;

        Run(ExtentShape shape, FileSizes sizes, long capacity, DeletionRule deletion, long seed) {
            this.seed = seed;
            this.deletion = deletion;
            blocks = shape.blocks();
            random = new SplittableRandom(seed);
            int extents = (int) (capacity / BLOCK / shape.blocks());
            volume = new HybridVolume(shape, extents, deletion);
            this.sizes = sizes;
            this.capacity = (long) extents * shape.blocks() * BLOCK;
        }

        void report(String column, ExperimentFindings findings) {
            fill();
            if (deletion.ordinal() == 0
                    || deletion == DeletionRule.EVERYWHERE) { // the others fill it as the first does
                report(filled(sizes), filledRow(blocks, deletion), column, findings);
                findings.add(
                        filled(sizes), column, filledRow(blocks, deletion), Metric.MEGABYTES_PER_SECOND, readAll());
            }
            for (int i = 0; i < TURNOVERS; i++) {
                for (int wanted = files.size() / 2; files.size() > wanted; ) {
                    delete(random.nextInt(files.size()));
                }
                fill();
            }
            report(worn(sizes), row(blocks, deletion), column, findings);
        }

        private void report(String group, String row, String column, ExperimentFindings findings) {
            MatBallUsage usage = volume.usage();
            findings.add(group, column, row, Metric.UTILISATION, percent());
            findings.add(group, column, row, Metric.IN_HOLES, 100.0 * usage.holes() / usage.capacity());
            findings.add(group, column, row, Metric.SHUT, 100.0 * usage.shut() / usage.capacity());
        }

        /** The share of the fast device in files, by their exact sizes, without rounding to blocks. */
        private double percent() {
            long fast = files.stream()
                    .filter(file -> volume.isFast((int) file[0]))
                    .mapToLong(file -> file[1])
                    .sum();
            return 100.0 * fast / capacity;
        }

        private void fill() {
            while (bytes < OFFERED * capacity) {
                long size = sizes.draw(random);
                volume.write(next, size);
                files.add(new long[] {next++, size});
                bytes += size;
            }
        }

        private void delete(int place) {
            long[] file = files.get(place);
            long[] last = files.remove(files.size() - 1);
            if (last != file) {
                files.set(place, last);
            }
            volume.delete((int) file[0]);
            bytes -= file[1];
        }

        /** Reads each file once, in random order. */
        private double readAll() {
            volume.settle();
            List<long[]> order = new ArrayList<>(files);
            SplittableRandom shuffling = new SplittableRandom(seed);
            double nanos = 0;
            for (int left = order.size(); left > 0; left--) {
                Collections.swap(order, left - 1, shuffling.nextInt(left));
                nanos += volume.read((int) order.get(left - 1)[0]);
            }
            return bytes * 1e3 / nanos;
        }
    }
}
