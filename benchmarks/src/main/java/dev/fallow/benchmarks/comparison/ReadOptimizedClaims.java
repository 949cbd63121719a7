package dev.fallow.benchmarks.comparison;

import static dev.fallow.benchmarks.comparison.ReadOptimizedFileSystems.BUDDY;
import static dev.fallow.benchmarks.comparison.ReadOptimizedFileSystems.EXTENTS;
import static dev.fallow.benchmarks.comparison.ReadOptimizedFileSystems.FIGURE_6;
import static dev.fallow.benchmarks.comparison.ReadOptimizedFileSystems.FIXED;
import static dev.fallow.benchmarks.comparison.ReadOptimizedFileSystems.NAME;
import static dev.fallow.benchmarks.comparison.ReadOptimizedFileSystems.RESTRICTED;
import static dev.fallow.benchmarks.comparison.ReadOptimizedFileSystems.figure;
import static dev.fallow.benchmarks.comparison.ReadOptimizedFileSystems.fit;
import static dev.fallow.benchmarks.comparison.ReadOptimizedFileSystems.ranges;
import static dev.fallow.benchmarks.comparison.ReadOptimizedFileSystems.restricted;
import static dev.fallow.benchmarks.comparison.ReadOptimizedFileSystems.sizes;

import dev.fallow.benchmarks.readoptimized.Workload;
import dev.fallow.freespace.policy.extent.Fit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What the paper says of its figures, beside the same figure of ours and whether it says the same. Computed from the results,
 * whatever they are. Where a result of the paper's own disk differs, {@link ReadOptimizedReasons} says why.
 */
final class ReadOptimizedClaims {
    private final Results results;
    private final String group;
    private final List<Claim> claims = new ArrayList<>();

    private ReadOptimizedClaims(Results results, String group) {
        this.results = results;
        this.group = group;
    }

    /**
     * One statement.
     *
     * @param paper what the paper says
     * @param ours the same of ours
     * @param holds whether it is as the paper says
     */
    record Claim(String paper, String ours, boolean holds) {}

    /** The table of statements of a group, and the reasons; for groups with nothing to compare the reasons alone. */
    static String under(String group, Results results) {
        List<Claim> claims = of(group, results);
        StringBuilder text = new StringBuilder();
        if (!claims.isEmpty()) {
            text.append("\n| the paper | ours | as there |\n|---|---|---|\n");
            for (Claim claim : claims) {
                text.append("| ")
                        .append(claim.paper)
                        .append(" | ")
                        .append(claim.ours)
                        .append(" | ")
                        .append(claim.holds ? "yes" : "**no**")
                        .append(" |\n");
            }
        }
        if (results.scale() != Scale.SMOKE) {
            String reasons = ReadOptimizedReasons.of(group);
            if (!reasons.isEmpty()) {
                text.append('\n').append(reasons);
            }
        }
        return text.toString();
    }

    static List<Claim> of(String group, Results results) {
        ReadOptimizedClaims about = new ReadOptimizedClaims(results, group);
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
        return about.claims;
    }

    // ---- the figures -----------------------------------------------------------------------------------------

    private void figureOne(Workload workload) {
        double most = Math.max(most(Metric.INTERNAL_FRAGMENTATION), most(Metric.EXTERNAL_FRAGMENTATION));
        claim("no fragmentation above 6 %", "at most " + percent(most), most <= 6);
        if (workload == Workload.TS) {
            double one = mean(Metric.INTERNAL_FRAGMENTATION, restricted(true, 1), restricted(false, 1));
            double two = mean(Metric.INTERNAL_FRAGMENTATION, restricted(true, 2), restricted(false, 2));
            claim(
                    "grow factor 2: a third less internal fragmentation than 1",
                    percent(100 * (one - two) / one) + " less: " + percent(two) + " and " + percent(one),
                    one > 0 && two < one * 0.8 && two > one * 0.5);
            double few = meanOfColumn(Metric.INTERNAL_FRAGMENTATION, sizes(2));
            double many = meanOfColumn(Metric.INTERNAL_FRAGMENTATION, sizes(5));
            claim(
                    "more fragmentation with more block sizes",
                    percent(few) + " with 2, " + percent(many) + " with 5",
                    many > few);
        }
        double clustered = mean(Metric.EXTERNAL_FRAGMENTATION, restricted(true, 1), restricted(true, 2));
        double unclustered = mean(Metric.EXTERNAL_FRAGMENTATION, restricted(false, 1), restricted(false, 2));
        claim(
                "unclustered: slightly more external fragmentation",
                percent(unclustered) + ", clustered " + percent(clustered),
                unclustered > clustered);
    }

    private void figureTwo(Workload workload) {
        if (workload == Workload.TS) {
            double best = Math.max(bestGain(Metric.SEQUENTIAL, true, 1), bestGain(Metric.SEQUENTIAL, true, 2));
            double all = mean(Metric.SEQUENTIAL, restricted(true, 1), restricted(true, 2))
                    / mean(Metric.SEQUENTIAL, restricted(false, 1), restricted(false, 2));
            claim(
                    "clustered: up to 20 % better sequential throughput",
                    "at best " + gain(best) + ", in the mean " + gain(all), all > 1.02);
            double one = mean(Metric.SEQUENTIAL, restricted(true, 1), restricted(false, 1));
            double two = mean(Metric.SEQUENTIAL, restricted(true, 2), restricted(false, 2));
            claim("grow factor 2 is faster than 1", "sequential " + gain(two / one), two > one);
            return;
        }
        boolean sc = workload == Workload.SC;
        Metric[] both = {Metric.APPLICATION, Metric.SEQUENTIAL};
        double[] large = new double[2];
        for (int i = 0; i < 2; i++) {
            large[i] = Math.max(meanOfColumn(both[i], sizes(4)), meanOfColumn(both[i], sizes(5)))
                    / meanOfColumn(both[i], sizes(2));
        }
        claim(
                "large blocks: " + (sc ? "up to 25 %" : "20 %") + " better",
                "application " + gain(large[0]) + ", sequential " + gain(large[1]),
                Math.max(large[0], large[1]) > 1.1);
        double spread = 0;
        for (Metric metric : both) {
            for (int count = 2; count <= 5; count++) {
                spread = Math.max(spread, spread(metric, sizes(count)));
            }
        }
        claim(
                "little sensitivity to grow factor and clustering",
                "at most " + percent(100 * spread) + " apart",
                spread < 0.1);
        double five = 0;
        for (Metric metric : both) {
            five += (value(metric, restricted(false, 1), sizes(5)) + value(metric, restricted(false, 2), sizes(5)))
                    / (value(metric, restricted(true, 1), sizes(5)) + value(metric, restricted(true, 2), sizes(5)))
                    / 2;
        }
        claim("five sizes: unclustered slightly better", gain(five) + " (mean of both tests)", five > 1);
    }

    private void figureFour() {
        double most = Math.max(most(Metric.INTERNAL_FRAGMENTATION), most(Metric.EXTERNAL_FRAGMENTATION));
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
        return value(Metric.INTERNAL_FRAGMENTATION, fit(fit), ranges(count))
                + value(Metric.EXTERNAL_FRAGMENTATION, fit(fit), ranges(count));
    }

    private void figureFive(Workload workload) {
        for (Metric metric : new Metric[] {Metric.APPLICATION, Metric.SEQUENTIAL}) {
            double better = mean(metric, fit(Fit.FIRST)) / mean(metric, fit(Fit.BEST));
            claim(
                    "first fit is slightly faster, " + (metric == Metric.APPLICATION ? "application" : "sequential"),
                    gain(better),
                    better > 1 && better < 1.2);
        }
        double three = value(Metric.SEQUENTIAL, fit(Fit.FIRST), ranges(3));
        double best = 0;
        for (int count = 1; count <= 5; count++) {
            best = Math.max(best, value(Metric.SEQUENTIAL, fit(Fit.FIRST), ranges(count)));
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
                faster += value(Metric.SEQUENTIAL, row, workload.name())
                                > value(Metric.SEQUENTIAL, FIXED, workload.name())
                        ? 1
                        : 0;
            }
        }
        claim("sequential: every multiblock policy beats fixed blocks", "in " + faster + " of 9 cases", faster == 9);
        double least = 100;
        for (String row : large) {
            least = Math.min(least, value(Metric.SEQUENTIAL, row, Workload.SC.name()));
            least = Math.min(least, value(Metric.SEQUENTIAL, row, Workload.TP.name()));
        }
        claim(
                "SC and TP, sequential: nearly all of the bandwidth, over 90 %",
                "at least " + percent(least), least > 90);
        String ts = Workload.TS.name();
        double most = 0;
        for (String row : List.of(BUDDY, RESTRICTED, EXTENTS, FIXED)) {
            most = Math.max(most, value(Metric.SEQUENTIAL, row, ts));
        }
        claim("TS, sequential: none above 20 %", "at most " + percent(most), most <= 20);
        double extents = value(Metric.SEQUENTIAL, EXTENTS, ts);
        double others = Math.max(value(Metric.SEQUENTIAL, BUDDY, ts), value(Metric.SEQUENTIAL, RESTRICTED, ts));
        claim(
                "TS, sequential: extents are the best",
                percent(extents) + ", the best of the buddies " + percent(others) + ", fixed blocks "
                        + percent(value(Metric.SEQUENTIAL, FIXED, ts)),
                extents == most);
        String sc = Workload.SC.name();
        double next = Math.max(value(Metric.APPLICATION, RESTRICTED, sc), value(Metric.APPLICATION, EXTENTS, sc));
        double buddy = value(Metric.APPLICATION, BUDDY, sc) / next;
        claim("SC, application: buddy is substantially better", gain(buddy) + " than the next", buddy > 1.05);
        for (Workload workload : List.of(Workload.SC, Workload.TP)) {
            String column = workload.name();
            double[] better = new double[2];
            for (String row : large) {
                better[0] = Math.max(
                        better[0], value(Metric.APPLICATION, row, column) / value(Metric.APPLICATION, FIXED, column));
                better[1] = Math.max(
                        better[1], value(Metric.SEQUENTIAL, row, column) / value(Metric.SEQUENTIAL, FIXED, column));
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
        claims.add(new Claim(paper, ours, holds));
    }

    private Results.Table table(Metric metric) {
        return new Results.Table(NAME, group, metric);
    }

    private double value(Metric metric, String row, String column) {
        return Numbers.median(results.samples(table(metric), row, column));
    }

    private double most(Metric metric) {
        double most = 0;
        for (String row : results.contenders(table(metric))) {
            for (String column : results.columns(table(metric))) {
                most = Math.max(most, value(metric, row, column));
            }
        }
        return most;
    }

    private double mean(Metric metric, String... rows) {
        double sum = 0;
        List<String> columns = results.columns(table(metric));
        for (String row : rows) {
            for (String column : columns) {
                sum += value(metric, row, column);
            }
        }
        return sum / (rows.length * columns.size());
    }

    private double meanOfColumn(Metric metric, String column) {
        return results.contenders(table(metric)).stream()
                .mapToDouble(row -> value(metric, row, column))
                .average()
                .orElseThrow();
    }

    /** The best of a clustered configuration against the same without clusters, as a factor. */
    private double bestGain(Metric metric, boolean clustered, int growFactor) {
        double best = 0;
        for (String column : results.columns(table(metric))) {
            best = Math.max(
                    best,
                    value(metric, restricted(clustered, growFactor), column)
                            / value(metric, restricted(!clustered, growFactor), column));
        }
        return best;
    }

    /** How far the rows of a column are apart, as a part of the least. */
    private double spread(Metric metric, String column) {
        double least = Double.MAX_VALUE;
        double most = 0;
        for (String row : results.contenders(table(metric))) {
            least = Math.min(least, value(metric, row, column));
            most = Math.max(most, value(metric, row, column));
        }
        return most / least - 1;
    }

    private static String percent(double value) {
        return String.format(Locale.ROOT, "%.1f %%", value);
    }

    private static String gain(double factor) {
        return String.format(Locale.ROOT, "%+.1f %%", 100 * (factor - 1));
    }
}
