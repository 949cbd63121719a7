package dev.fallow.research.comparison;

import dev.fallow.research.report.Interval;
import dev.fallow.research.report.MarkdownTable;
import dev.fallow.research.report.ReportNumbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Compares the targets of the designs with the measurements. */
final class Targets {
    private static final String HOT_SIZES = "hot-sizes";

    /** The same in each JVM. */
    private static final Set<Metric> COUNTED = Set.of(Metric.BYTES, Metric.TOTAL_BYTES);

    private static final List<Target> ALL = all();

    private Targets() {}

    /** A target: a cell of the results, with its minimum or maximum. */
    private record Target(Results.Table table, String contender, String column, boolean atLeast, double figure) {
        Band band() {
            return atLeast ? Band.ofRatios(figure, Double.POSITIVE_INFINITY) : Band.ofRatios(0, figure);
        }
    }

    private static List<Target> all() {
        List<Target> all = new ArrayList<>();
        steady(all, Metric.SPEEDUP, "ordered", true, 6.5, 9, 11, 9);
        steady(all, Metric.SPEEDUP, "size-bins", true, 1.5, 2, 2, 0);
        steady(all, Metric.BYTES, "ordered", false, 0, 0, 60, 60);
        steady(all, Metric.BYTES, "size-bins", false, 0, 0, 100, 100);
        steady(all, Metric.WALK_NANOS, "ordered", false, 4, 4, 4, 4);
        all.add(new Target(
                new Results.Table("nearly-empty", "sections", Metric.TOTAL_BYTES), "ordered", "1", false, 65536));
        page(all, Metric.LOOP_SPEEDUP, "all allocated", "tuned, 64 bits", true, 120);
        page(all, Metric.LOOP_SPEEDUP, "all allocated", "filtered", true, 200);
        for (String search : List.of("filtered", "summaries")) {
            page(all, Metric.SEARCH_MICROS, "51 % free", search, false, 1.0);
            page(all, Metric.SEARCH_MICROS, "38 % free", search, false, 1.0);
            page(all, Metric.SEARCH_MICROS, "4 % free", search, false, 1.4);
        }
        return all;
    }

    /** Adds targets for about 10^3, 10^4, 10^5 and 0.7*10^6 sections; 0 where there is none. */
    private static void steady(List<Target> all, Metric metric, String contender, boolean atLeast, double... figures) {
        String[] columns = {"1000", "10000", "100000", "700000"};
        Results.Table table = new Results.Table("steady-state", HOT_SIZES, metric);
        for (int i = 0; i < columns.length; i++) {
            if (figures[i] > 0) {
                all.add(new Target(table, contender, columns[i], atLeast, figures[i]));
            }
        }
    }

    private static void page(
            List<Target> all, Metric metric, String column, String search, boolean atLeast, double figure) {
        all.add(new Target(new Results.Table("bitmap-pages", "pages", metric), search, column, atLeast, figure));
    }

    /**
     * The targets whose cells were measured, as a table with a heading; empty if there are none. A target is reached if
     * the whole interval of the median says so. A time from too few JVMs for an interval decides nothing.
     */
    static String table(Results results) {
        MarkdownTable table = new MarkdownTable()
                .text("contender")
                .text("measure")
                .number("column")
                .number("target")
                .number("measured")
                .text("reached")
                .text("would have failed at");
        for (Target target : ALL) {
            if (!results.tables(target.table.experiment()).contains(target.table)) {
                continue;
            }
            List<Double> samples = results.samples(target.table, target.contender, target.column);
            if (samples.isEmpty()) {
                continue;
            }
            Interval median = Interval.ofMedian(samples);
            boolean known = COUNTED.contains(target.table.metric()) || samples.size() >= Interval.ENOUGH;
            table.row(
                    target.contender,
                    target.table.metric().label(),
                    ReportNumbers.heading(target.column),
                    (target.atLeast ? "at least " : "at most ") + ReportNumbers.brief(target.figure),
                    median.toString(),
                    known ? target.band().judge(median).label() : Claims.Verdict.UNDECIDED.label(),
                    known ? target.band().failsAt(median) : MarkdownTable.NOTHING);
        }
        return table.isEmpty() ? "" : "\n## Targets\n\n" + table;
    }
}
