package dev.fallow.benchmarks.comparison.experiment;

import static dev.fallow.benchmarks.comparison.GroupNumbers.gain;
import static dev.fallow.benchmarks.comparison.GroupNumbers.percent;
import static dev.fallow.benchmarks.comparison.experiment.ReadOptimizedFileSystems.BUDDY;
import static dev.fallow.benchmarks.comparison.experiment.ReadOptimizedFileSystems.EXTENTS;
import static dev.fallow.benchmarks.comparison.experiment.ReadOptimizedFileSystems.FIGURE_6;
import static dev.fallow.benchmarks.comparison.experiment.ReadOptimizedFileSystems.FIXED;
import static dev.fallow.benchmarks.comparison.experiment.ReadOptimizedFileSystems.RESTRICTED;
import static dev.fallow.benchmarks.comparison.experiment.ReadOptimizedFileSystems.TABLE_3;
import static dev.fallow.benchmarks.comparison.experiment.ReadOptimizedFileSystems.figure;
import static dev.fallow.benchmarks.comparison.experiment.ReadOptimizedFileSystems.fit;
import static dev.fallow.benchmarks.comparison.experiment.ReadOptimizedFileSystems.ranges;
import static dev.fallow.benchmarks.comparison.experiment.ReadOptimizedFileSystems.restricted;
import static dev.fallow.benchmarks.comparison.experiment.ReadOptimizedFileSystems.sizes;

import dev.fallow.benchmarks.comparison.Claims;
import dev.fallow.benchmarks.comparison.GroupNumbers;
import dev.fallow.benchmarks.comparison.Metric;
import dev.fallow.benchmarks.readoptimized.Workload;
import dev.fallow.freespace.policy.extent.Fit;
import java.util.ArrayList;
import java.util.List;

/**
 * Compares the paper's statements about its figures with our results, and determines whether they hold.
 * {@link ReadOptimizedReasons} explains differences on disks of the paper's size.
 */
final class ReadOptimizedClaims {
    private final GroupNumbers numbers;
    private final Claims claims = new Claims();

    private ReadOptimizedClaims(GroupNumbers numbers) {
        this.numbers = numbers;
    }

    /** A Markdown table of the statements on a group; empty if there are none. */
    static String table(GroupNumbers numbers) {
        ReadOptimizedClaims about = new ReadOptimizedClaims(numbers);
        String group = numbers.group();
        if (group.equals(TABLE_3)) {
            about.tableThree();
        }
        for (Workload workload : Workload.values()) {
            if (group.equals(figure(1, workload))) {
                about.figureOne(workload);
            } else if (group.equals(figure(2, workload))) {
                about.figureTwo(workload);
            } else if (group.equals(figure(4, workload))) {
                about.figureFour();
            } else if (group.equals(figure(5, workload))) {
                about.figureFive(workload);
            }
        }
        if (group.equals(FIGURE_6)) {
            about.figureSix();
        }
        return about.claims.table();
    }

    // ---- the table and the figures ---------------------------------------------------------------------------

    private void tableThree() {
        asThere("internal fragmentation", Metric.INTERNAL_FRAGMENTATION, Workload.SC, Workload.TS, Workload.TP);
        asThere("external fragmentation", Metric.EXTERNAL_FRAGMENTATION, Workload.SC, Workload.TP, Workload.TS);
        asThere("application", Metric.APPLICATION, Workload.SC, Workload.TP, Workload.TS);
        asThere("sequential", Metric.SEQUENTIAL, Workload.SC, Workload.TP, Workload.TS);
    }

    /** Adds two statements: the descending order of the workloads, and the numbers. */
    private void asThere(String what, Metric metric, Workload... workloads) {
        List<String> names = new ArrayList<>();
        List<String> theirs = new ArrayList<>();
        List<String> ours = new ArrayList<>();
        boolean inOrder = true;
        boolean near = true;
        double before = Double.MAX_VALUE;
        for (Workload workload : workloads) {
            double paper = numbers.value(metric, "paper", workload.name());
            double value = numbers.value(metric, "ours", workload.name());
            inOrder &= value <= before * 1.0005; // equal to three digits counts as ordered
            near &= value <= paper * 1.5 && value >= paper / 1.5;
            before = value;
            names.add(workload.name());
            theirs.add(percent(paper));
            ours.add(percent(value));
        }
        String found = String.join(", ", ours);
        claim(what + ": the most " + String.join(", then ", names), found, inOrder);
        claim(what + ": " + String.join(", ", theirs) + " (within a factor of 1.5)", found, near);
    }

    private void figureOne(Workload workload) {
        double most =
                Math.max(numbers.most(Metric.INTERNAL_FRAGMENTATION), numbers.most(Metric.EXTERNAL_FRAGMENTATION));
        claim("no fragmentation above 6 %", "at most " + percent(most), most <= 6);
        if (workload == Workload.TS) {
            double one = numbers.mean(Metric.INTERNAL_FRAGMENTATION, restricted(true, 1), restricted(false, 1));
            double two = numbers.mean(Metric.INTERNAL_FRAGMENTATION, restricted(true, 2), restricted(false, 2));
            claim(
                    "grow factor 2: a third less internal fragmentation than 1",
                    percent(100 * (one - two) / one) + " less: " + percent(two) + " and " + percent(one),
                    one > 0 && two < one * 0.8 && two > one * 0.5);
            double few = numbers.meanOfColumn(Metric.INTERNAL_FRAGMENTATION, sizes(2));
            double many = numbers.meanOfColumn(Metric.INTERNAL_FRAGMENTATION, sizes(5));
            claim(
                    "more fragmentation with more block sizes",
                    percent(few) + " with 2, " + percent(many) + " with 5",
                    many > few);
        }
        double clustered = numbers.mean(Metric.EXTERNAL_FRAGMENTATION, restricted(true, 1), restricted(true, 2));
        double unclustered = numbers.mean(Metric.EXTERNAL_FRAGMENTATION, restricted(false, 1), restricted(false, 2));
        claim(
                "unclustered: slightly more external fragmentation",
                percent(unclustered) + ", clustered " + percent(clustered),
                unclustered > clustered);
    }

    private void figureTwo(Workload workload) {
        if (workload == Workload.TS) {
            double best = Math.max(bestGain(Metric.SEQUENTIAL, true, 1), bestGain(Metric.SEQUENTIAL, true, 2));
            double all = numbers.mean(Metric.SEQUENTIAL, restricted(true, 1), restricted(true, 2))
                    / numbers.mean(Metric.SEQUENTIAL, restricted(false, 1), restricted(false, 2));
            claim(
                    "clustered: up to 20 % better sequential throughput",
                    "at best " + gain(best) + ", in the mean " + gain(all), best > 1.1);
            double one = numbers.mean(Metric.SEQUENTIAL, restricted(true, 1), restricted(false, 1));
            double two = numbers.mean(Metric.SEQUENTIAL, restricted(true, 2), restricted(false, 2));
            claim("grow factor 2 is faster than 1", "sequential " + gain(two / one), two > one);
            return;
        }
        boolean sc = workload == Workload.SC;
        Metric[] both = {Metric.APPLICATION, Metric.SEQUENTIAL};
        double[] large = new double[2];
        for (int i = 0; i < 2; i++) {
            large[i] = Math.max(numbers.meanOfColumn(both[i], sizes(4)), numbers.meanOfColumn(both[i], sizes(5)))
                    / numbers.meanOfColumn(both[i], sizes(2));
        }
        claim(
                "large blocks: " + (sc ? "up to 25 %" : "20 %") + " better",
                "application " + gain(large[0]) + ", sequential " + gain(large[1]),
                Math.max(large[0], large[1]) > 1.1);
        double spread = 0;
        for (Metric metric : both) {
            for (int count = 2; count <= 5; count++) {
                spread = Math.max(spread, numbers.spread(metric, sizes(count)));
            }
        }
        claim(
                "little sensitivity to grow factor and clustering",
                "at most " + percent(100 * spread) + " apart",
                spread < 0.1);
        double five = 0;
        for (Metric metric : both) {
            five += (numbers.value(metric, restricted(false, 1), sizes(5))
                            + numbers.value(metric, restricted(false, 2), sizes(5)))
                    / (numbers.value(metric, restricted(true, 1), sizes(5))
                            + numbers.value(metric, restricted(true, 2), sizes(5)))
                    / 2;
        }
        claim("five sizes: unclustered slightly better", gain(five) + " (mean of both tests)", five > 1);
    }

    private void figureFour() {
        double most =
                Math.max(numbers.most(Metric.INTERNAL_FRAGMENTATION), numbers.most(Metric.EXTERNAL_FRAGMENTATION));
        claim("neither fragmentation above 5 %", "at most " + percent(most), most <= 5);
        int better = 0;
        for (int count = 1; count <= 5; count++) {
            better += fragmentation(Fit.BEST, count) < fragmentation(Fit.FIRST, count) ? 1 : 0;
        }
        double first = 0;
        double best = 0;
        for (int count = 1; count <= 5; count++) {
            first += fragmentation(Fit.FIRST, count) / 5;
            best += fragmentation(Fit.BEST, count) / 5;
        }
        claim(
                "best fit has less fragmentation throughout",
                "with " + better + " of 5 configurations; both kinds together " + percent(best) + ", first fit "
                        + percent(first),
                better == 5);
    }

    private double fragmentation(Fit fit, int count) {
        return numbers.value(Metric.INTERNAL_FRAGMENTATION, fit(fit), ranges(count))
                + numbers.value(Metric.EXTERNAL_FRAGMENTATION, fit(fit), ranges(count));
    }

    private void figureFive(Workload workload) {
        for (Metric metric : new Metric[] {Metric.APPLICATION, Metric.SEQUENTIAL}) {
            double better = numbers.mean(metric, fit(Fit.FIRST)) / numbers.mean(metric, fit(Fit.BEST));
            claim(
                    "first fit is slightly faster, " + (metric == Metric.APPLICATION ? "application" : "sequential"),
                    gain(better),
                    better > 1 && better < 1.2);
        }
        double three = numbers.value(Metric.SEQUENTIAL, fit(Fit.FIRST), ranges(3));
        double best = 0;
        for (int count = 1; count <= 5; count++) {
            best = Math.max(best, numbers.value(Metric.SEQUENTIAL, fit(Fit.FIRST), ranges(count)));
        }
        boolean small = workload == Workload.TS;
        claim(
                small ? "3 ranges: sequential within 10 % of the best" : "3 ranges: the highest sequential throughput",
                percent(three) + ", the best " + percent(best),
                three >= best * (small ? 0.9 : 1));
    }

    private void figureSix() {
        List<String> large = List.of(BUDDY, RESTRICTED, EXTENTS);
        int faster = 0;
        for (Workload workload : Workload.values()) {
            for (String row : large) {
                faster += numbers.value(Metric.SEQUENTIAL, row, workload.name())
                                > numbers.value(Metric.SEQUENTIAL, FIXED, workload.name())
                        ? 1
                        : 0;
            }
        }
        claim("sequential: every multiblock policy beats fixed blocks", "in " + faster + " of 9 cases", faster == 9);
        double least = 100;
        for (String row : large) {
            least = Math.min(least, numbers.value(Metric.SEQUENTIAL, row, Workload.SC.name()));
            least = Math.min(least, numbers.value(Metric.SEQUENTIAL, row, Workload.TP.name()));
        }
        claim(
                "SC and TP, sequential: nearly all of the bandwidth, over 90 %",
                "at least " + percent(least), least > 90);
        String ts = Workload.TS.name();
        double most = 0;
        for (String row : List.of(BUDDY, RESTRICTED, EXTENTS, FIXED)) {
            most = Math.max(most, numbers.value(Metric.SEQUENTIAL, row, ts));
        }
        claim("TS, sequential: none above 20 %", "at most " + percent(most), most <= 20);
        double extents = numbers.value(Metric.SEQUENTIAL, EXTENTS, ts);
        double others =
                Math.max(numbers.value(Metric.SEQUENTIAL, BUDDY, ts), numbers.value(Metric.SEQUENTIAL, RESTRICTED, ts));
        claim(
                "TS, sequential: extents are the best",
                percent(extents) + ", the best of the buddies " + percent(others) + ", fixed blocks "
                        + percent(numbers.value(Metric.SEQUENTIAL, FIXED, ts)),
                extents == most);
        String sc = Workload.SC.name();
        double next = Math.max(
                numbers.value(Metric.APPLICATION, RESTRICTED, sc), numbers.value(Metric.APPLICATION, EXTENTS, sc));
        double buddy = numbers.value(Metric.APPLICATION, BUDDY, sc) / next;
        claim("SC, application: buddy is substantially better", gain(buddy) + " than the next", buddy > 1.05);
        for (Workload workload : List.of(Workload.SC, Workload.TP)) {
            String column = workload.name();
            double[] better = new double[2];
            for (String row : large) {
                better[0] = Math.max(
                        better[0],
                        numbers.value(Metric.APPLICATION, row, column)
                                / numbers.value(Metric.APPLICATION, FIXED, column));
                better[1] = Math.max(
                        better[1],
                        numbers.value(Metric.SEQUENTIAL, row, column)
                                / numbers.value(Metric.SEQUENTIAL, FIXED, column));
            }
            boolean supercomputer = workload == Workload.SC;
            claim(
                    column + ": up to " + (supercomputer ? "25 %" : "10 %") + " better than fixed blocks",
                    "application " + gain(better[0]) + ", sequential " + gain(better[1]),
                    Math.max(better[0], better[1]) > (supercomputer ? 1.125 : 1.05));
        }
    }

    // ---- numbers ---------------------------------------------------------------------------------------------

    private void claim(String paper, String ours, boolean holds) {
        claims.add(paper, ours, holds);
    }

    /** The maximum gain of a clustered configuration over the same without clustering, as a factor. */
    private double bestGain(Metric metric, boolean clustered, int growFactor) {
        double best = 0;
        for (String column : numbers.columns(metric)) {
            best = Math.max(
                    best,
                    numbers.value(metric, restricted(clustered, growFactor), column)
                            / numbers.value(metric, restricted(!clustered, growFactor), column));
        }
        return best;
    }
}
