package dev.fallow.research.comparison.experiment;

import dev.fallow.research.comparison.GroupNumbers;
import dev.fallow.research.comparison.Metric;
import dev.fallow.research.policy.quickfit.MiscRanges;
import dev.fallow.research.report.MarkdownTable;
import dev.fallow.research.report.ReportNumbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * PMFLF with the parameters of the tournament, with those that are best on a trace, and with those that are best on the
 * traces of other sources, from the results of {@link Unstated}.
 */
public final class TunedQuickFit {
    /** The group with all combinations. */
    public static final String GROUP = "PMFLF, every combination";

    /** The policy with which space is compared. */
    public static final String LEAST_SPACE = "ordered";

    /** The policy with which writes are compared. */
    public static final String FEWEST_WRITES = "bitmap 4 KB";

    /** The combinations of the tournament, which we chose. */
    private static final List<String> OURS = List.of(
            name(MiscRanges.FOUR_A_DOUBLING, 64, 64, 0),
            name(MiscRanges.FOUR_A_DOUBLING, 64, 64, 256),
            name(MiscRanges.ONE, 64, 64, 0),
            name(MiscRanges.ONE, 64, 64, 256));

    private final GroupNumbers numbers;

    /** From the numbers of {@link #GROUP}. */
    public TunedQuickFit(GroupNumbers numbers) {
        this.numbers = numbers;
    }

    static String name(MiscRanges ranges, int grain, int maxQuick, long wastage) {
        return ranges.label() + "; g " + grain + ", maxQL " + maxQuick + ", w " + wastage;
    }

    /** The traces. */
    public List<String> traces() {
        return numbers.columns(Metric.PEAK_EXTENT);
    }

    private List<String> combinations() {
        return numbers.rows(Metric.PEAK_EXTENT).stream()
                .filter(row -> row.contains("; g "))
                .toList();
    }

    /** The number of a row or combination on a trace. */
    public double value(Metric metric, String row, String trace) {
        return numbers.value(metric, row, trace);
    }

    /** The best of the tournament's combinations on a trace, as on the page of verdicts. */
    public String ours(Metric metric, String trace) {
        return least(OURS, metric, List.of(trace));
    }

    /** The best combination on a trace. */
    public String best(Metric metric, String trace) {
        return least(combinations(), metric, List.of(trace));
    }

    /**
     * The combination with the least geometric mean on the traces of other sources. The two traces of a web server have
     * one source, and so have those of the file systems.
     */
    public String tuned(Metric metric, String trace) {
        return least(combinations(), metric, others(trace));
    }

    /** The best of the tournament's combinations on the traces of other sources. */
    public String oursTuned(Metric metric, String trace) {
        return least(OURS, metric, others(trace));
    }

    private List<String> others(String trace) {
        return traces().stream()
                .filter(other -> !source(other).equals(source(trace)))
                .toList();
    }

    private static String source(String trace) {
        return trace.split(",")[0];
    }

    private String least(List<String> rows, Metric metric, List<String> traces) {
        return rows.stream()
                .min(Comparator.comparingDouble(row -> traces.stream()
                        .mapToDouble(trace -> Math.log(value(metric, row, trace)))
                        .sum()))
                .orElseThrow();
    }

    String tables() {
        return table(Metric.PEAK_EXTENT, LEAST_SPACE) + "\n" + table(Metric.METADATA_WRITES, FEWEST_WRITES);
    }

    private String table(Metric metric, String reference) {
        MarkdownTable table = new MarkdownTable()
                .text(metric.label())
                .number("tournament: best of four")
                .number("best of four on the other traces")
                .number("best of all")
                .number("best of all on the other traces")
                .number("`" + reference + "`")
                .text("parameters: best of all")
                .text("parameters: best of all on the other traces");
        for (String trace : traces()) {
            String best = best(metric, trace);
            String tuned = tuned(metric, trace);
            List<String> cells = new ArrayList<>(List.of(trace));
            for (String row : List.of(ours(metric, trace), oursTuned(metric, trace), best, tuned, reference)) {
                cells.add(ReportNumbers.brief(value(metric, row, trace)));
            }
            cells.addAll(List.of(best, tuned));
            table.row(cells);
        }
        return table.toString();
    }
}
