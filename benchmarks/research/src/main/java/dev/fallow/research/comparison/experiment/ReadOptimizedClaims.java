package dev.fallow.research.comparison.experiment;

import static dev.fallow.research.comparison.GroupNumbers.percent;
import static dev.fallow.research.comparison.experiment.ReadOptimizedFileSystems.BUDDY;
import static dev.fallow.research.comparison.experiment.ReadOptimizedFileSystems.EXTENTS;
import static dev.fallow.research.comparison.experiment.ReadOptimizedFileSystems.FIGURE_6;
import static dev.fallow.research.comparison.experiment.ReadOptimizedFileSystems.FIXED;
import static dev.fallow.research.comparison.experiment.ReadOptimizedFileSystems.FIXED_OUT_OF_ORDER;
import static dev.fallow.research.comparison.experiment.ReadOptimizedFileSystems.OURS;
import static dev.fallow.research.comparison.experiment.ReadOptimizedFileSystems.OURS_CREATED;
import static dev.fallow.research.comparison.experiment.ReadOptimizedFileSystems.OURS_REFUSED;
import static dev.fallow.research.comparison.experiment.ReadOptimizedFileSystems.RESTRICTED;
import static dev.fallow.research.comparison.experiment.ReadOptimizedFileSystems.TABLE_3;
import static dev.fallow.research.comparison.experiment.ReadOptimizedFileSystems.figure;
import static dev.fallow.research.comparison.experiment.ReadOptimizedFileSystems.fit;
import static dev.fallow.research.comparison.experiment.ReadOptimizedFileSystems.ranges;
import static dev.fallow.research.comparison.experiment.ReadOptimizedFileSystems.restricted;
import static dev.fallow.research.comparison.experiment.ReadOptimizedFileSystems.sizes;

import dev.fallow.research.comparison.Band;
import dev.fallow.research.comparison.Claims;
import dev.fallow.research.comparison.GroupNumbers;
import dev.fallow.research.comparison.Metric;
import dev.fallow.research.policy.extent.Fit;
import dev.fallow.research.readoptimized.Workload;
import dev.fallow.research.report.Interval;
import dev.fallow.research.report.ReportNumbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Compares the paper's statements about its figures with our results, and determines whether they hold. Differences and
 * ratios are those of the same seed; intervals are 95 % confidence intervals over the seeds.
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
        table("internal fragmentation", Metric.INTERNAL_FRAGMENTATION, Workload.SC, Workload.TS, Workload.TP);
        table("external fragmentation", Metric.EXTERNAL_FRAGMENTATION, Workload.SC, Workload.TP, Workload.TS);
        table("application", Metric.APPLICATION, Workload.SC, Workload.TP, Workload.TS);
        table("sequential", Metric.SEQUENTIAL, Workload.SC, Workload.TP, Workload.TS);
    }

    /** Adds the numbers, and the descending order of the workloads. */
    private void table(String what, Metric metric, Workload... workloads) {
        List<String> names = new ArrayList<>();
        List<String> ours = new ArrayList<>();
        List<Interval> differences = new ArrayList<>();
        for (Workload workload : workloads) {
            double paper = numbers.value(metric, "paper", workload.name());
            Interval found = numbers.median(metric, OURS, workload.name());
            String statement = what + ", " + workload + ": " + percent(paper);
            if (isDivided(numbers, metric, workload.name())) {
                for (String mode : List.of(OURS_CREATED, OURS_REFUSED)) {
                    int seeds = numbers.samples(metric, mode, workload.name()).size();
                    claims.within(
                            statement + "; " + seeds + mode.substring(OURS.length() + 1),
                            Band.nearPercent(paper),
                            numbers.median(metric, mode, workload.name()));
                }
                ours.add(modes(numbers, metric, workload.name()));
            } else {
                claims.within(statement, Band.nearPercent(paper), found);
                ours.add(found.toString());
            }
            if (!names.isEmpty()) {
                differences.add(numbers.difference(metric, OURS, names.get(names.size() - 1), OURS, workload.name()));
            }
            names.add(workload.name());
        }
        claims.order(
                what + ": the most " + String.join(", then ", names),
                String.join(", ", ours),
                Band.AHEAD_OF_HUNDRED,
                differences);
    }

    /** Whether some seeds refused a request while files were being created and others did not: two modes. */
    static boolean isDivided(GroupNumbers numbers, Metric metric, String column) {
        return !numbers.samples(metric, OURS_CREATED, column).isEmpty()
                && !numbers.samples(metric, OURS_REFUSED, column).isEmpty();
    }

    /** The median of each of the two modes, and its number of seeds. */
    static String modes(GroupNumbers numbers, Metric metric, String column) {
        return mode(numbers, metric, OURS_CREATED, column) + "; " + mode(numbers, metric, OURS_REFUSED, column);
    }

    private static String mode(GroupNumbers numbers, Metric metric, String row, String column) {
        return numbers.median(metric, row, column) + " ("
                + numbers.samples(metric, row, column).size() + " seeds)";
    }

    private void figureOne(Workload workload) {
        bound("no fragmentation above 6 %", 6, Metric.INTERNAL_FRAGMENTATION, Metric.EXTERNAL_FRAGMENTATION);
        Metric internal = Metric.INTERNAL_FRAGMENTATION;
        if (workload == Workload.TS) {
            claims.within(
                    "grow factor 2: a third less internal fragmentation than 1, %",
                    Band.nearPercent(100 / 3.0),
                    paired(
                            means -> 100 * (1 - means[1] / means[0]),
                            means(internal, factor(1), all(internal)),
                            means(internal, factor(2), all(internal))));
            List<Interval> differences = new ArrayList<>();
            List<String> ours = new ArrayList<>();
            for (int count = 5; count >= 2; count--) {
                ours.add(ReportNumbers.brief(numbers.meanOfColumn(internal, sizes(count))));
                if (count > 2) {
                    differences.add(difference(
                            means(internal, numbers.rows(internal), List.of(sizes(count))),
                            means(internal, numbers.rows(internal), List.of(sizes(count - 1)))));
                }
            }
            claims.order(
                    "internal fragmentation: the most with 5 sizes, then 4, 3, 2",
                    String.join(", ", ours),
                    Band.AHEAD_OF_HUNDRED,
                    differences);
        }
        Metric external = Metric.EXTERNAL_FRAGMENTATION;
        claims.within(
                "unclustered: slightly more external fragmentation, %",
                Band.SLIGHTLY_MORE.inPercent(),
                gainOf(
                        means(external, clustered(false), all(external)),
                        means(external, clustered(true), all(external))));
    }

    private void figureTwo(Workload workload) {
        Metric sequential = Metric.SEQUENTIAL;
        if (workload == Workload.TS) {
            List<Interval> gains = new ArrayList<>();
            for (int factor = 1; factor <= 2; factor++) {
                for (String column : all(sequential)) {
                    gains.add(gainOf(
                            means(sequential, List.of(restricted(true, factor)), List.of(column)),
                            means(sequential, List.of(restricted(false, factor)), List.of(column))));
                }
            }
            claims.within("clustered: up to 20 % better sequential throughput, %", Band.near(20), highest(gains));
            claims.within(
                    "grow factor 2 is faster than 1, sequential, %",
                    Band.AHEAD.inPercent(),
                    gainOf(
                            means(sequential, factor(2), all(sequential)),
                            means(sequential, factor(1), all(sequential))));
            return;
        }
        List<Metric> both = List.of(Metric.APPLICATION, sequential);
        List<Interval> large = new ArrayList<>();
        double spread = 0;
        for (Metric metric : both) {
            for (int count = 2; count <= 5; count++) {
                spread = Math.max(spread, numbers.spread(metric, sizes(count)));
                if (count >= 4) {
                    large.add(gainOf(
                            means(metric, numbers.rows(metric), List.of(sizes(count))),
                            means(metric, numbers.rows(metric), List.of(sizes(2)))));
                }
            }
        }
        double paper = workload == Workload.SC ? 25 : 20;
        claims.within(
                "large blocks: up to %s %% better, %%".formatted(ReportNumbers.brief(paper)),
                Band.near(paper),
                highest(large));
        claims.within(
                "little sensitivity to grow factor and clustering: medians apart, %",
                Band.ofRatios(1, Band.SLIGHT).inPercent(), Interval.exactly(100 * spread));
        for (Metric metric : both) {
            claims.within(
                    "five sizes: unclustered slightly better, "
                            + (metric == sequential ? "sequential" : "application")
                            + ", %",
                    Band.SLIGHTLY_MORE.inPercent(),
                    gainOf(
                            means(metric, clustered(false), List.of(sizes(5))),
                            means(metric, clustered(true), List.of(sizes(5)))));
        }
    }

    private void figureFour() {
        bound("neither fragmentation above 5 %", 5, Metric.INTERNAL_FRAGMENTATION, Metric.EXTERNAL_FRAGMENTATION);
        List<Interval> differences = new ArrayList<>();
        List<String> ours = new ArrayList<>();
        for (int count = 1; count <= 5; count++) {
            Interval less = difference(fragmentation(Fit.FIRST, count), fragmentation(Fit.BEST, count));
            differences.add(less);
            ours.add(less.toString());
        }
        claims.order(
                "best fit has less fragmentation throughout: 1 to 5 ranges, both kinds, % of the disk",
                String.join(", ", ours), Band.AHEAD_OF_HUNDRED, differences);
    }

    /** Both kinds of fragmentation added, seed by seed. */
    private List<Double> fragmentation(Fit fit, int count) {
        List<Double> internal = numbers.samples(Metric.INTERNAL_FRAGMENTATION, fit(fit), ranges(count));
        List<Double> external = numbers.samples(Metric.EXTERNAL_FRAGMENTATION, fit(fit), ranges(count));
        return IntStream.range(0, internal.size())
                .mapToObj(seed -> internal.get(seed) + external.get(seed))
                .toList();
    }

    private void figureFive(Workload workload) {
        for (Metric metric : List.of(Metric.APPLICATION, Metric.SEQUENTIAL)) {
            claims.within(
                    "first fit is slightly faster, "
                            + (metric == Metric.APPLICATION ? "application" : "sequential")
                            + ", %",
                    Band.SLIGHTLY_MORE.inPercent(),
                    gainOf(
                            means(metric, List.of(fit(Fit.FIRST)), all(metric)),
                            means(metric, List.of(fit(Fit.BEST)), all(metric))));
        }
        List<String> row = List.of(fit(Fit.FIRST));
        List<Interval> ahead = new ArrayList<>();
        List<Interval> shares = new ArrayList<>();
        List<Double> three = means(Metric.SEQUENTIAL, row, List.of(ranges(3)));
        for (int count = 1; count <= 5; count++) {
            List<Double> other = means(Metric.SEQUENTIAL, row, List.of(ranges(count)));
            if (count != 3) {
                ahead.add(difference(three, other));
                shares.add(paired(pair -> 100 * pair[0] / pair[1], three, other));
            }
        }
        if (workload == Workload.TS) {
            claims.within(
                    "3 ranges: sequential within 10 % of the best, % of it", Band.ofPercent(90, 100), lowest(shares));
        } else {
            claims.order(
                    "3 ranges: the highest sequential throughput; ahead of 1, 2, 4, 5",
                    ahead.stream()
                            .map(Interval::toString)
                            .reduce((a, b) -> a + ", " + b)
                            .orElseThrow(),
                    Band.AHEAD_OF_HUNDRED,
                    ahead);
        }
    }

    private void figureSix() {
        List<String> large = List.of(BUDDY, RESTRICTED, EXTENTS);
        Metric sequential = Metric.SEQUENTIAL;
        for (Workload workload : Workload.values()) {
            for (String fixed : List.of(FIXED, FIXED_OUT_OF_ORDER)) {
                List<Interval> ahead = large.stream()
                        .map(row -> numbers.difference(sequential, row, workload.name(), fixed, workload.name()))
                        .toList();
                claims.order(
                        workload + ", sequential: every multiblock policy is ahead of " + state(fixed),
                        ahead.stream()
                                .map(Interval::toString)
                                .reduce((a, b) -> a + ", " + b)
                                .orElseThrow(),
                        Band.AHEAD_OF_HUNDRED,
                        ahead);
            }
        }
        List<Interval> whole = new ArrayList<>();
        for (String row : large) {
            whole.add(numbers.median(sequential, row, Workload.SC.name()));
            whole.add(numbers.median(sequential, row, Workload.TP.name()));
        }
        claims.within("SC and TP, sequential: over 90 %, the lowest", Band.ofPercent(90, 100), lowest(whole));
        String ts = Workload.TS.name();
        List<Interval> small = new ArrayList<>();
        for (String row : List.of(BUDDY, RESTRICTED, EXTENTS, FIXED)) {
            small.add(numbers.median(sequential, row, ts));
        }
        claims.within("TS, sequential: none above 20 %, the highest", Band.ofPercent(0, 20), highest(small));
        claims.order(
                "TS, sequential: extents are the best; ahead of buddy, restricted buddy, fixed blocks",
                small.toString(),
                Band.AHEAD_OF_HUNDRED,
                List.of(
                        numbers.difference(sequential, EXTENTS, ts, BUDDY, ts),
                        numbers.difference(sequential, EXTENTS, ts, RESTRICTED, ts),
                        numbers.difference(sequential, EXTENTS, ts, FIXED, ts)));
        Metric application = Metric.APPLICATION;
        String sc = Workload.SC.name();
        claims.within(
                "SC, application: buddy is substantially better than the next, %",
                Band.ofRatios(Band.SLIGHT, Double.POSITIVE_INFINITY).inPercent(),
                lowest(List.of(
                        gainOf(one(application, BUDDY, sc), one(application, RESTRICTED, sc)),
                        gainOf(one(application, BUDDY, sc), one(application, EXTENTS, sc)))));
        for (Workload workload : List.of(Workload.SC, Workload.TP)) {
            double paper = workload == Workload.SC ? 25 : 10;
            for (String fixed : List.of(FIXED, FIXED_OUT_OF_ORDER)) {
                List<Interval> gains = new ArrayList<>();
                for (Metric metric : List.of(application, sequential)) {
                    for (String row : large) {
                        gains.add(gainOf(one(metric, row, workload.name()), one(metric, fixed, workload.name())));
                    }
                }
                claims.within(
                        "%s: up to %s %% better than %s, %%"
                                .formatted(workload, ReportNumbers.brief(paper), state(fixed)),
                        Band.near(paper),
                        highest(gains));
            }
        }
    }

    /** Both states of the list of fixed blocks, of which the paper does not say which it had. */
    private static String state(String fixed) {
        return "fixed blocks, list " + (fixed.equals(FIXED) ? "in order" : "out of order");
    }

    // ---- numbers ---------------------------------------------------------------------------------------------

    private void bound(String statement, double most, Metric... metrics) {
        List<Interval> cells = new ArrayList<>();
        for (Metric metric : metrics) {
            for (String row : numbers.rows(metric)) {
                for (String column : all(metric)) {
                    cells.add(numbers.median(metric, row, column));
                }
            }
        }
        claims.within(statement + ": the highest", Band.ofPercent(0, most), highest(cells));
    }

    private static List<String> factor(int growFactor) {
        return List.of(restricted(true, growFactor), restricted(false, growFactor));
    }

    private static List<String> clustered(boolean clustered) {
        return List.of(restricted(clustered, 1), restricted(clustered, 2));
    }

    private List<String> all(Metric metric) {
        return numbers.columns(metric);
    }

    private List<Double> one(Metric metric, String row, String column) {
        return numbers.samples(metric, row, column);
    }

    /** For each seed, the mean of these rows and columns. */
    private List<Double> means(Metric metric, List<String> rows, List<String> columns) {
        int seeds = numbers.samples(metric, rows.get(0), columns.get(0)).size();
        return IntStream.range(0, seeds)
                .mapToObj(seed -> rows.stream()
                        .flatMapToDouble(row -> columns.stream()
                                .mapToDouble(column ->
                                        numbers.samples(metric, row, column).get(seed)))
                        .average()
                        .orElseThrow())
                .toList();
    }

    private static Interval paired(ToDoubleFunction<double[]> function, List<Double> ours, List<Double> other) {
        return GroupNumbers.paired(function, List.of(ours, other));
    }

    private static Interval difference(List<Double> ours, List<Double> other) {
        return paired(pair -> pair[0] - pair[1], ours, other);
    }

    /** How much more, in percent, seed by seed. */
    private static Interval gainOf(List<Double> ours, List<Double> other) {
        return paired(pair -> 100 * (pair[0] / pair[1] - 1), ours, other);
    }

    private static Interval highest(List<Interval> all) {
        return all.stream().max(Comparator.comparingDouble(Interval::middle)).orElseThrow();
    }

    private static Interval lowest(List<Interval> all) {
        return all.stream().min(Comparator.comparingDouble(Interval::middle)).orElseThrow();
    }
}
