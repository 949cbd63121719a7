package dev.fallow.research.comparison.experiment;

import static dev.fallow.research.comparison.GroupNumbers.gain;
import static dev.fallow.research.comparison.GroupNumbers.percent;
import static dev.fallow.research.comparison.experiment.ReadOptimizedFileSystems.BUDDY;
import static dev.fallow.research.comparison.experiment.ReadOptimizedFileSystems.EXTENTS;
import static dev.fallow.research.comparison.experiment.ReadOptimizedFileSystems.FIGURE_6;
import static dev.fallow.research.comparison.experiment.ReadOptimizedFileSystems.FIXED;
import static dev.fallow.research.comparison.experiment.ReadOptimizedFileSystems.FIXED_OUT_OF_ORDER;
import static dev.fallow.research.comparison.experiment.ReadOptimizedFileSystems.ONE_USER;
import static dev.fallow.research.comparison.experiment.ReadOptimizedFileSystems.OPEN;
import static dev.fallow.research.comparison.experiment.ReadOptimizedFileSystems.OPEN_CLUSTERING;
import static dev.fallow.research.comparison.experiment.ReadOptimizedFileSystems.RESTRICTED;
import static dev.fallow.research.comparison.experiment.ReadOptimizedFileSystems.STRIPE_CYLINDER;
import static dev.fallow.research.comparison.experiment.ReadOptimizedFileSystems.STRIPE_ELSEWHERE;
import static dev.fallow.research.comparison.experiment.ReadOptimizedFileSystems.TABLE_3;
import static dev.fallow.research.comparison.experiment.ReadOptimizedFileSystems.TABLE_4;
import static dev.fallow.research.comparison.experiment.ReadOptimizedFileSystems.USERS_ELSEWHERE;
import static dev.fallow.research.comparison.experiment.ReadOptimizedFileSystems.fit;
import static dev.fallow.research.comparison.experiment.ReadOptimizedFileSystems.ranges;
import static dev.fallow.research.comparison.experiment.ReadOptimizedFileSystems.restricted;
import static dev.fallow.research.comparison.experiment.ReadOptimizedFileSystems.sizes;

import dev.fallow.research.comparison.GroupNumbers;
import dev.fallow.research.comparison.Metric;
import dev.fallow.research.policy.extent.Fit;
import dev.fallow.research.readoptimized.Workload;
import dev.fallow.research.report.ReportNumbers;
import dev.fallow.research.report.Texts;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Explains the differences between our results for read-optimized file systems and those of the paper. The explanations
 * are in a resource; this class computes the measured numbers in them. They apply to disks of the paper's size; on
 * smaller disks the shares differ.
 */
final class ReadOptimizedReasons {
    private static final String SC = Workload.SC.name();
    private static final String TP = Workload.TP.name();
    private static final String TS = Workload.TS.name();
    private static final String LARGE_FILES = "figure 1, SC and TP";
    private static final String FITS_AND_LARGE_FILES = "figure 4, SC and TP";

    private final Texts texts;
    private final GroupNumbers numbers;

    private ReadOptimizedReasons(Texts texts, GroupNumbers numbers) {
        this.texts = texts;
        this.numbers = numbers;
    }

    /** An explanation in Markdown; empty if there is nothing to explain. */
    static String of(Texts texts, GroupNumbers numbers) {
        return new ReadOptimizedReasons(texts, numbers).text();
    }

    private String text() {
        String group = numbers.group();
        return switch (group) {
            case TABLE_3 -> texts.section(group, tableThree());
            case "figure 1, SC", "figure 1, TP" -> texts.section(LARGE_FILES, fragmentationOfLargeFiles());
            case "figure 1, TS" -> texts.section(group, fragmentationOfSmallFiles());
            case "figure 2, SC" -> blockSizesForStreams();
            case "figure 2, TP" -> texts.section(group, blockSizesForTransactions());
            case "figure 2, TS" -> clustering();
            case "figure 4, SC", "figure 4, TP" -> texts.section(FITS_AND_LARGE_FILES, fitsAndLargeFiles());
            case "figure 4, TS" -> texts.section(group, fitsAndSmallFiles());
            case "figure 5, SC" -> texts.section(group, fitsAndStreams());
            case "figure 5, TP" -> texts.section(group, fitsAndTransactions());
            case "figure 5, TS" -> texts.section(group, fitsAndTimeSharing());
            case TABLE_4 -> texts.section(group, tableFour());
            case FIGURE_6 -> texts.section(group, allPolicies());
            case OPEN -> texts.section(group, openParameters());
            case OPEN_CLUSTERING -> texts.section(group, openClustering());
            default -> "";
        };
    }

    private Map<String, String> tableThree() {
        double[] internal = numbers.range(Metric.INTERNAL_FRAGMENTATION, "ours", SC);
        double[] external = numbers.range(Metric.EXTERNAL_FRAGMENTATION, "ours", SC);
        double application = value(Metric.APPLICATION, "ours", SC);
        double run = value(Metric.APPLICATION_RUN, "ours", SC);
        double cost = run * (100 / application - 1); // of a wait, in kilobytes that could have been transferred
        return Map.of(
                "internal least", percent(internal[0]),
                "internal most", percent(internal[1]),
                "modes",
                        ReadOptimizedClaims.isDivided(numbers, Metric.INTERNAL_FRAGMENTATION, SC)
                                ? ReadOptimizedClaims.modes(numbers, Metric.INTERNAL_FRAGMENTATION, SC)
                                : "one",
                "external least", percent(external[0]),
                "external most", percent(external[1]),
                "transfer", percent(value(Metric.TRANSFER, "ours", SC)),
                "run", ReportNumbers.brief(run),
                "needed", ReportNumbers.brief(cost / (100 / 88.0 - 1)));
    }

    private Map<String, String> fragmentationOfLargeFiles() {
        Metric external = Metric.EXTERNAL_FRAGMENTATION;
        return Map.of(
                "clustered 5", percent(value(external, restricted(true, 1), sizes(5))),
                "clustered 4", percent(value(external, restricted(true, 1), sizes(4))),
                "unclustered 5", percent(value(external, restricted(false, 1), sizes(5))),
                "factor 2", percent(value(external, restricted(true, 2), sizes(5))));
    }

    private Map<String, String> fragmentationOfSmallFiles() {
        Metric internal = Metric.INTERNAL_FRAGMENTATION;
        return Map.of(
                "factor 1", percent(numbers.mean(internal, restricted(true, 1))),
                "factor 2", percent(numbers.mean(internal, restricted(true, 2))),
                "most", ReportNumbers.brief(numbers.most(Metric.EXTERNAL_FRAGMENTATION)) + " %");
    }

    private String blockSizesForStreams() {
        String row = restricted(true, 1);
        String text = texts.section(
                numbers.group(),
                Map.of(
                        "pieces 2", numbers.brief(Metric.RUNS, row, sizes(2)),
                        "pieces 5", numbers.brief(Metric.RUNS, row, sizes(5)),
                        "whole 2", numbers.brief(Metric.SEQUENTIAL_RUN, row, sizes(2)),
                        "whole 5", numbers.brief(Metric.SEQUENTIAL_RUN, row, sizes(5)),
                        "application 2", numbers.brief(Metric.APPLICATION_RUN, row, sizes(2)),
                        "application 5", numbers.brief(Metric.APPLICATION_RUN, row, sizes(5)),
                        "bandwidth", percent(value(Metric.SEQUENTIAL, row, sizes(2)))));
        GroupNumbers all = numbers.of(FIGURE_6);
        if (!all.has(Metric.APPLICATION)) {
            return text;
        }
        String left = ordered(all, Metric.APPLICATION, SC);
        return text + '\n' + texts.section("figure 2, SC, scattered blocks", Map.of("left", left));
    }

    private Map<String, String> blockSizesForTransactions() {
        String row = restricted(true, 1);
        return Map.of(
                "pieces 2", numbers.brief(Metric.RUNS, row, sizes(2)),
                "pieces 5", numbers.brief(Metric.RUNS, row, sizes(5)),
                "whole 2", numbers.brief(Metric.SEQUENTIAL_RUN, row, sizes(2)),
                "whole 5", numbers.brief(Metric.SEQUENTIAL_RUN, row, sizes(5)),
                "least", ReportNumbers.brief(numbers.least(Metric.APPLICATION_RUN)),
                "most", ReportNumbers.brief(numbers.most(Metric.APPLICATION_RUN)));
    }

    private String clustering() {
        String group = numbers.group();
        String with = restricted(true, 2);
        String without = restricted(false, 2);
        String first = texts.section(
                group,
                Map.of(
                        "jump clustered", numbers.brief(Metric.JUMP, with, sizes(5)),
                        "jump unclustered", numbers.brief(Metric.JUMP, without, sizes(5)),
                        "gain", clusteringGain(numbers, sizes(5))));
        GroupNumbers users = numbers.of(OPEN_CLUSTERING);
        String alone = users.has(Metric.SEQUENTIAL)
                ? '\n' + texts.section(group + ", one user", Map.of("gain", clusteringGain(users, ONE_USER)))
                : "";
        String last = texts.section(
                group + ", grow factors",
                Map.of(
                        "full", percent(value(Metric.UTILIZATION, restricted(true, 1), sizes(5))),
                        "pieces factor 2", numbers.brief(Metric.RUNS, with, sizes(5)),
                        "pieces factor 1", numbers.brief(Metric.RUNS, restricted(true, 1), sizes(5)),
                        "faster",
                                gain(numbers.mean(Metric.SEQUENTIAL, with, without)
                                        / numbers.mean(Metric.SEQUENTIAL, restricted(true, 1), restricted(false, 1)))));
        return first + alone + '\n' + last;
    }

    private static String clusteringGain(GroupNumbers numbers, String column) {
        return gain(numbers.value(Metric.SEQUENTIAL, restricted(true, 2), column)
                / numbers.value(Metric.SEQUENTIAL, restricted(false, 2), column));
    }

    private Map<String, String> fitsAndLargeFiles() {
        double apart = IntStream.rangeClosed(1, 5)
                .mapToDouble(count -> Math.abs(fragmentation(Fit.BEST, count) - fragmentation(Fit.FIRST, count)))
                .max()
                .orElseThrow();
        return Map.of("apart", ReportNumbers.brief(apart) + " %");
    }

    private double fragmentation(Fit fit, int count) {
        return value(Metric.INTERNAL_FRAGMENTATION, fit(fit), ranges(count))
                + value(Metric.EXTERNAL_FRAGMENTATION, fit(fit), ranges(count));
    }

    private Map<String, String> fitsAndSmallFiles() {
        Metric internal = Metric.INTERNAL_FRAGMENTATION;
        return Map.of(
                "1", percent(value(internal, fit(Fit.FIRST), ranges(1))),
                "2", percent(value(internal, fit(Fit.FIRST), ranges(2))),
                "4", percent(value(internal, fit(Fit.FIRST), ranges(4))),
                "5", percent(value(internal, fit(Fit.FIRST), ranges(5))));
    }

    private Map<String, String> fitsAndStreams() {
        long ahead = IntStream.rangeClosed(1, 5)
                .filter(count -> value(Metric.APPLICATION, fit(Fit.FIRST), ranges(count))
                        > value(Metric.APPLICATION, fit(Fit.BEST), ranges(count)))
                .count();
        return Map.of(
                "ahead", Long.toString(ahead),
                "pieces best", numbers.brief(Metric.RUNS, fit(Fit.BEST), ranges(1)),
                "pieces first", numbers.brief(Metric.RUNS, fit(Fit.FIRST), ranges(1)),
                "jump best", numbers.brief(Metric.JUMP, fit(Fit.BEST), ranges(1)),
                "jump first", numbers.brief(Metric.JUMP, fit(Fit.FIRST), ranges(1)),
                "run best", numbers.brief(Metric.APPLICATION_RUN, fit(Fit.BEST), ranges(1)),
                "run first", numbers.brief(Metric.APPLICATION_RUN, fit(Fit.FIRST), ranges(1)),
                "within", percent(numbers.most(Metric.SEQUENTIAL) - numbers.least(Metric.SEQUENTIAL)));
    }

    private Map<String, String> fitsAndTransactions() {
        double apart = IntStream.rangeClosed(1, 5)
                .mapToDouble(count -> Math.max(
                        numbers.spread(Metric.APPLICATION, ranges(count)),
                        numbers.spread(Metric.SEQUENTIAL, ranges(count))))
                .max()
                .orElseThrow();
        GroupNumbers extents = numbers.of(TABLE_4);
        String row = TP + ", ours";
        return Map.of(
                "apart", percent(100 * apart),
                "extents 1", extents.brief(Metric.EXTENTS, row, ranges(1)),
                "speed 1", percent(value(Metric.SEQUENTIAL, fit(Fit.FIRST), ranges(1))),
                "extents 2", extents.brief(Metric.EXTENTS, row, ranges(2)),
                "speed 2", percent(value(Metric.SEQUENTIAL, fit(Fit.FIRST), ranges(2))),
                "extents 5", extents.brief(Metric.EXTENTS, row, ranges(5)),
                "speed 5", percent(value(Metric.SEQUENTIAL, fit(Fit.FIRST), ranges(5))));
    }

    private Map<String, String> fitsAndTimeSharing() {
        return Map.of(
                "jump first", numbers.brief(Metric.JUMP, fit(Fit.FIRST), ranges(2)),
                "jump best", numbers.brief(Metric.JUMP, fit(Fit.BEST), ranges(2)));
    }

    private Map<String, String> tableFour() {
        double least = Double.MAX_VALUE;
        double most = 0;
        for (int count = 1; count <= 5; count++) {
            double ratio = value(Metric.EXTENTS, SC + ", ours", ranges(count))
                    / value(Metric.EXTENTS, SC + ", paper", ranges(count));
            least = Math.min(least, ratio);
            most = Math.max(most, ratio);
        }
        return Map.of("least", gain(least), "most", gain(most));
    }

    private Map<String, String> allPolicies() {
        double next = Math.max(value(Metric.APPLICATION, RESTRICTED, SC), value(Metric.APPLICATION, EXTENTS, SC));
        return Map.of(
                "pieces SC", numbers.brief(Metric.RUNS, FIXED, SC),
                "fixed", gain(value(Metric.APPLICATION, FIXED, SC) / next),
                "pieces TS", numbers.brief(Metric.RUNS, FIXED, TS),
                "list SC", ordered(numbers, Metric.APPLICATION, SC),
                "list TP", ordered(numbers, Metric.APPLICATION, TP),
                "list TS", ordered(numbers, Metric.SEQUENTIAL, TS),
                "buddy", gain(value(Metric.APPLICATION, BUDDY, SC) / next),
                "run buddy", numbers.brief(Metric.APPLICATION_RUN, BUDDY, SC),
                "run restricted", numbers.brief(Metric.APPLICATION_RUN, RESTRICTED, SC));
    }

    /** The share of the throughput that remains for fixed blocks when their list is out of order. */
    private static String ordered(GroupNumbers numbers, Metric metric, String column) {
        return percent(100 * numbers.value(metric, FIXED_OUT_OF_ORDER, column) / numbers.value(metric, FIXED, column));
    }

    private Map<String, String> openParameters() {
        Metric application = Metric.APPLICATION;
        double most = numbers.rows(application).stream()
                .mapToDouble(row -> value(application, row, SC))
                .max()
                .orElseThrow();
        return Map.of(
                "stripes TP", stripes(TP),
                "stripes SC", stripes(SC),
                "users TP", users(TP),
                "users TS", users(TS),
                "users SC", users(SC),
                "most", percent(most));
    }

    private String stripes(String column) {
        return gain(value(Metric.APPLICATION, STRIPE_CYLINDER, column)
                / value(Metric.APPLICATION, STRIPE_ELSEWHERE, column));
    }

    private String users(String column) {
        return gain(value(Metric.APPLICATION, ONE_USER, column) / value(Metric.APPLICATION, STRIPE_ELSEWHERE, column));
    }

    private Map<String, String> openClustering() {
        return Map.of("alone", clusteringGain(numbers, ONE_USER), "shared", clusteringGain(numbers, USERS_ELSEWHERE));
    }

    private double value(Metric metric, String row, String column) {
        return numbers.value(metric, row, column);
    }
}
