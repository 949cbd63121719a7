package dev.fallow.benchmarks.comparison;

import java.util.ArrayList;
import java.util.List;

/** The one table of the tournament, in Markdown: a row for each policy. */
final class TournamentTable {
    private TournamentTable() {}

    static String of(Results results) {
        Results.Table peaks = table(Metric.PEAK_EXTENT);
        List<String> traces = results.columns(peaks);
        StringBuilder text =
                new StringBuilder("\n**In one table.** Peak extent, times the most bytes ever in use, trace by trace;"
                        + " of all other measures the median of the traces, with the least and the most: nanoseconds an operation,"
                        + " bytes of memory a section, internal and external fragmentation at the end in per cent, writes of free-space"
                        + " metadata an operation.\n\n| |");
        traces.forEach(trace -> text.append(' ').append(trace).append(" |"));
        text.append(" ns | bytes a section | internal % | external % | writes |\n|---|");
        text.append("---:|".repeat(traces.size() + 5)).append('\n');
        for (String policy : results.contenders(peaks)) {
            text.append("| ").append(policy).append(" |");
            for (String trace : traces) {
                text.append(' ')
                        .append(Numbers.brief(Numbers.median(results.samples(peaks, policy, trace))))
                        .append(" |");
            }
            for (Metric metric : List.of(
                    Metric.NANOS, Metric.BYTES, Metric.WASTED_WITHIN, Metric.FREE_WITHIN, Metric.METADATA_WRITES)) {
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
        return Numbers.brief(Numbers.median(values)) + " (" + Numbers.brief(values.get(0)) + " to "
                + Numbers.brief(values.get(values.size() - 1)) + ")";
    }
}
