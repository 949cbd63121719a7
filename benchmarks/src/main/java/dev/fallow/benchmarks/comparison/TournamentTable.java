package dev.fallow.benchmarks.comparison;

import java.util.ArrayList;
import java.util.List;

/** The one table of the tournament, in Markdown: a row for each policy. */
final class TournamentTable {
    private static final String HEADING = """

            **In one table.** First the peak extent, times the most bytes ever in use, trace by trace. Then the median of the traces
            (with the least and the most, where they differ by more than a tenth): the extent at the end, times the bytes in use
            then; internal and external fragmentation at the end; nanoseconds of an operation; bytes of memory for each section;
            writes of free-space metadata for 1,000 operations.

            | |""";
    private static final List<Metric> MEASURES = List.of(
            Metric.FINAL_EXTENT,
            Metric.WASTED_WITHIN,
            Metric.FREE_WITHIN,
            Metric.NANOS,
            Metric.BYTES,
            Metric.METADATA_WRITES);

    private TournamentTable() {}

    static String of(Results results) {
        Results.Table peaks = table(Metric.PEAK_EXTENT);
        List<String> traces = results.columns(peaks);
        StringBuilder text = new StringBuilder(HEADING);
        traces.forEach(trace -> text.append(' ').append(trace).append(" |"));
        text.append(" extent at the end | internal % | external % | ns | bytes a section | writes |\n|---|");
        text.append("---:|".repeat(traces.size() + MEASURES.size())).append('\n');
        for (String policy : results.contenders(peaks)) {
            text.append("| ").append(policy).append(" |");
            for (String trace : traces) {
                text.append(' ')
                        .append(Numbers.brief(Numbers.median(results.samples(peaks, policy, trace))))
                        .append(" |");
            }
            for (Metric metric : MEASURES) {
                text.append(' ').append(cell(results, metric, policy, traces)).append(" |");
            }
            text.append('\n');
        }
        return text.toString();
    }

    private static Results.Table table(Metric metric) {
        return new Results.Table(Tournament.NAME, Tournament.POLICIES, metric);
    }

    private static String cell(Results results, Metric metric, String policy, List<String> traces) {
        List<Double> values = new ArrayList<>();
        for (String trace : traces) {
            List<Double> samples = results.samples(table(metric), policy, trace);
            if (!samples.isEmpty()) {
                values.add(Numbers.median(samples));
            }
        }
        if (values.isEmpty()) {
            return "–";
        }
        values.sort(null);
        double median = Numbers.median(values);
        double least = values.get(0);
        double most = values.get(values.size() - 1);
        return most - least > 0.1 * median
                ? Numbers.brief(median) + " (" + Numbers.brief(least) + " to " + Numbers.brief(most) + ")"
                : Numbers.brief(median);
    }
}
