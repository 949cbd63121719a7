package dev.fallow.research.comparison.experiment;

import dev.fallow.research.comparison.Metric;
import dev.fallow.research.comparison.Results;
import dev.fallow.research.report.MarkdownTable;
import dev.fallow.research.report.ReportNumbers;
import java.util.ArrayList;
import java.util.List;

/** The one table of the tournament, in Markdown: a row for each policy. */
final class TournamentTable {
    private static final List<Metric> MEASURES = List.of(
            Metric.FINAL_EXTENT, Metric.WASTED_WITHIN, Metric.FREE_WITHIN, Metric.NANOS, Metric.BYTES, Metric.PIECES);
    private static final List<String> HEADINGS =
            List.of("extent at the end", "internal %", "external %", "ns", "bytes per section", "pieces", "writes");

    private TournamentTable() {}

    static String of(Results results) {
        Results.Table peaks = table(Metric.PEAK_EXTENT);
        List<String> traces = results.columns(peaks);
        MarkdownTable table = new MarkdownTable().text("").numbers(traces).numbers(HEADINGS);
        for (String policy : results.contenders(peaks)) {
            List<String> cells = new ArrayList<>(List.of(policy));
            for (String trace : traces) {
                cells.add(ReportNumbers.brief(ReportNumbers.median(results.samples(peaks, policy, trace))));
            }
            for (Metric metric : MEASURES) {
                cells.add(ReportNumbers.medianAndRange(medians(results, table(metric), policy, traces)));
            }
            cells.add(writes(results, policy, traces));
            table.row(cells);
        }
        return table.toString();
    }

    /** Of the authors' structure, or in parentheses of a bitmap. */
    private static String writes(Results results, String policy, List<String> traces) {
        List<Double> theirs = medians(results, table(Metric.METADATA_WRITES), policy, traces);
        return theirs.isEmpty()
                ? "(" + ReportNumbers.medianAndRange(medians(results, table(Metric.BITMAP_WRITES), policy, traces))
                        + ")"
                : ReportNumbers.medianAndRange(theirs);
    }

    private static Results.Table table(Metric metric) {
        return new Results.Table(Tournament.NAME, Tournament.POLICIES, metric);
    }

    private static List<Double> medians(Results results, Results.Table table, String policy, List<String> traces) {
        return traces.stream()
                .map(trace -> results.samples(table, policy, trace))
                .filter(samples -> !samples.isEmpty())
                .map(ReportNumbers::median)
                .toList();
    }
}
