package dev.fallow.research.comparison.experiment;

import dev.fallow.research.comparison.Band;
import dev.fallow.research.comparison.Claims.Verdict;
import dev.fallow.research.comparison.ExperimentFindings;
import dev.fallow.research.comparison.GroupNumbers;
import dev.fallow.research.comparison.Metric;
import dev.fallow.research.comparison.Scale;
import dev.fallow.research.objects.ParetoSizes;
import dev.fallow.research.objects.Rewrites;
import dev.fallow.research.policy.quickfit.MiscRanges;
import dev.fallow.research.policy.quickfit.QuickFitOptions;
import dev.fallow.research.report.MarkdownTable;
import dev.fallow.research.report.ReportNumbers;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Figure 7 of Iyengar, Jin and Challenger with section 2.4.1 as printed, for every combination of what the paper leaves
 * open: misc list ranges, maxQL, grain and acceptable wastage; and for two steps in which the file grows.
 */
final class FigureSeven {
    /** The group of the combinations. */
    static final String EVERY = "figure 7 as printed, every combination";

    /** The group of the steps in which the file grows. */
    static final String STEPS = "figure 7 as printed, by the step in which the file grows";

    /**
     * "Grows slightly": the last run divided by the first. The paper has a plot and no number. Of all combinations none
     * stays within {@value Band#SLIGHT}, so that the common rule would tell nothing apart.
     */
    static final Band SLIGHTLY = Band.ofRatios(1, 1.3);

    /** "A steady state": the last run divided by the one before. */
    static final Band STEADY = Band.SAME;

    /** The beginning of the names of its tasks. */
    static final String TASK = "parameters, seed ";

    private static final String WASTAGE_OF = ", w = ";
    private static final int[] GRAINS = {16, 64, 256};
    private static final int[] MAX_QUICK = {16, 64, 256, 1024};
    private static final long[] WASTAGE = {0, 4096};
    private static final int[] GROWS_BY = {Rewrites.GROWS_BY, 64};
    private static final int RUNS = 7;
    private static final int SEEDS = 6;

    private FigureSeven() {}

    /** The misc lists: one; 2, 4, 8 and as many as there are up to 16 MiB, one and four for each power of two. */
    private static List<MiscRanges> ranges() {
        List<MiscRanges> all = new ArrayList<>(List.of(MiscRanges.ONE));
        for (int most : new int[] {2, 4, 8, Integer.MAX_VALUE}) {
            for (int aDoubling : new int[] {1, 4}) {
                all.add(new MiscRanges(aDoubling, most));
            }
        }
        return all;
    }

    /** One task for each seed. */
    static List<String> tasks(Scale scale) {
        return IntStream.rangeClosed(1, scale == Scale.SMOKE ? 1 : SEEDS)
                .mapToObj(seed -> TASK + seed)
                .toList();
    }

    static void run(String task, Scale scale, ExperimentFindings findings) {
        int seed = Integer.parseInt(task.substring(TASK.length()));
        QuickFitOptions defaults = QuickFitOptions.defaults();
        for (MiscRanges ranges : ranges()) {
            for (int grain : scale == Scale.SMOKE ? new int[] {defaults.grain()} : GRAINS) {
                for (int maxQuick : MAX_QUICK) {
                    String column = "g " + grain + ", maxQL " + maxQuick;
                    for (long wastage : WASTAGE) {
                        QuickFitOptions options = QuickFitOptions.of(grain, maxQuick, ranges, wastage);
                        String row = ranges.label() + WASTAGE_OF + wastage;
                        grow(EVERY, column, row, new Rewrites(options, objects(scale)), seed, findings);
                    }
                }
            }
            QuickFitOptions options =
                    QuickFitOptions.of(defaults.grain(), defaults.maxQuick(), ranges, defaults.wastage());
            for (int growsBy : GROWS_BY) {
                Rewrites rewrites = new Rewrites(options, growsBy, objects(scale));
                grow(STEPS, "1/" + growsBy, ranges.label(), rewrites, seed, findings);
            }
        }
    }

    private static int objects(Scale scale) {
        return scale == Scale.SMOKE ? OwnListStudy.OBJECTS / 20 : OwnListStudy.OBJECTS;
    }

    /** Seven runs, each of which writes all objects twice. */
    private static void grow(
            String group, String column, String row, Rewrites rewrites, int seed, ExperimentFindings findings) {
        SplittableRandom random = new SplittableRandom(seed);
        rewrites.writeAll(random, ParetoSizes.IBM_SERVER);
        rewrites.writeAll(random);
        double first = rewrites.extent();
        double beforeLast = first;
        for (int run = 2; run <= RUNS; run++) {
            beforeLast = rewrites.extent();
            rewrites.writeAll(random);
            rewrites.writeAll(random);
        }
        findings.add(group, column, row, Metric.GROWTH, rewrites.extent() / first);
        findings.add(group, column, row, Metric.LAST_GROWTH, rewrites.extent() / beforeLast);
    }

    /** For each choice of misc lists, what the other parameters allow, beside the paper's statement. */
    static String notes(GroupNumbers numbers) {
        MarkdownTable table = new MarkdownTable()
                .text("misc lists")
                .text("last run / first, least to most")
                .text("last run / the one before")
                .number("combinations")
                .number("grows slightly")
                .number("slightly and to a steady state")
                .number("neither");
        Total all = new Total();
        for (MiscRanges ranges : ranges()) {
            Total total = new Total();
            for (String row : numbers.rows(Metric.GROWTH)) {
                if (row.startsWith(ranges.label() + WASTAGE_OF)) {
                    for (String column : numbers.columns(Metric.GROWTH)) {
                        total.add(numbers, row, column);
                        all.add(numbers, row, column);
                    }
                }
            }
            table.row(total.cells(ranges.label()));
        }
        table.row(all.cells("all"));
        return table.toString();
    }

    /** What a number of combinations have in common. */
    private static final class Total {
        private final List<Double> growths = new ArrayList<>();
        private final List<Double> lasts = new ArrayList<>();
        private int slightly;
        private int both;
        private int neither;

        void add(GroupNumbers numbers, String row, String column) {
            growths.add(numbers.value(Metric.GROWTH, row, column));
            lasts.add(numbers.value(Metric.LAST_GROWTH, row, column));
            Verdict growth = judge(numbers, Metric.GROWTH, SLIGHTLY, row, column);
            Verdict last = judge(numbers, Metric.LAST_GROWTH, STEADY, row, column);
            slightly += growth == Verdict.YES ? 1 : 0;
            both += growth == Verdict.YES && last == Verdict.YES ? 1 : 0;
            neither += growth == Verdict.NO && last == Verdict.NO ? 1 : 0;
        }

        List<String> cells(String label) {
            return List.of(
                    label,
                    range(growths),
                    range(lasts),
                    Integer.toString(growths.size()),
                    Integer.toString(slightly),
                    Integer.toString(both),
                    Integer.toString(neither));
        }

        private static String range(List<Double> values) {
            double[] range = ReportNumbers.range(values);
            return ReportNumbers.brief(range[0]) + " to " + ReportNumbers.brief(range[1]);
        }
    }

    /** The whole interval of the median must be in the band. */
    private static Verdict judge(GroupNumbers numbers, Metric metric, Band band, String row, String column) {
        return band.judge(numbers.median(metric, row, column));
    }
}
