package dev.fallow.benchmarks.comparison;

import dev.fallow.benchmarks.contender.Contender;
import dev.fallow.benchmarks.contender.Contenders;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The result file that people read: tables of medians, and the plots. */
final class MarkdownReport {
    private MarkdownReport() {}

    /**
     * All of it.
     *
     * @param folder where the plots are, as the text has to refer to it: nothing, or a path that ends with a slash
     */
    static String of(Map<String, String> facts, Results results, String folder) {
        Map<Results.Table, String> plots = Plots.names(results);
        StringBuilder text = new StringBuilder();
        facts.forEach((what, value) -> text.append("- ")
                .append(what)
                .append(": ")
                .append(what.equals("command") ? "`" + value + "`" : value)
                .append('\n'));
        appendContenders(text, results);
        text.append(Targets.table(results));
        for (Experiment experiment : Experiments.all()) {
            List<Results.Table> tables = results.tables(experiment.name());
            if (tables.isEmpty()) {
                continue;
            }
            text.append("\n## ").append(experiment.name()).append("\n\n");
            text.append(experiment.description()).append('\n');
            for (int i = 0; i < tables.size(); i++) {
                Results.Table table = tables.get(i);
                append(text, table, results);
                if (plots.containsKey(table)) {
                    text.append("\n![")
                            .append(title(table))
                            .append("](")
                            .append(folder)
                            .append(plots.get(table))
                            .append(")\n");
                }
                if (i + 1 == tables.size() || !tables.get(i + 1).group().equals(table.group())) {
                    text.append(experiment.notes(table.group(), results));
                }
            }
            if (!experiment.remarks().isEmpty()) {
                text.append('\n').append(experiment.remarks());
            }
        }
        return text.toString();
    }

    /** What the designs are that appear in the tables; other rows are explained by their experiments. */
    private static void appendContenders(StringBuilder text, Results results) {
        Set<String> rows = new HashSet<>();
        for (Experiment experiment : Experiments.all()) {
            results.tables(experiment.name()).forEach(table -> rows.addAll(results.contenders(table)));
        }
        String separator = "\nContenders:\n\n";
        for (Contender contender : Contenders.all()) {
            if (rows.contains(contender.name())) {
                text.append(separator)
                        .append("- `")
                        .append(contender.name())
                        .append("`: ")
                        .append(contender.what())
                        .append('\n');
                separator = "";
            }
        }
    }

    static String title(Results.Table table) {
        return table.experiment() + ", " + table.group() + ": " + table.metric().label();
    }

    private static void append(StringBuilder text, Results.Table table, Results results) {
        List<String> columns = results.columns(table);
        text.append("\n**")
                .append(table.group())
                .append(": ")
                .append(table.metric().label())
                .append("**\n\n| |");
        columns.forEach(
                column -> text.append(' ').append(Numbers.heading(column)).append(" |"));
        text.append("\n|---|").append("---:|".repeat(columns.size())).append('\n');
        for (String contender : results.contenders(table)) {
            text.append("| ").append(contender).append(" |");
            for (String column : columns) {
                text.append(' ')
                        .append(cell(results.samples(table, contender, column)))
                        .append(" |");
            }
            text.append('\n');
        }
    }

    /** The median; where JVMs differ by more than a tenth of it, with the least and the most. */
    private static String cell(List<Double> samples) {
        if (samples.isEmpty()) {
            return "–";
        }
        double median = Numbers.median(samples);
        double[] range = Numbers.range(samples);
        String brief = Numbers.brief(median);
        return range[1] - range[0] > 0.1 * Math.abs(median)
                ? brief + " (" + Numbers.brief(range[0]) + " to " + Numbers.brief(range[1]) + ")"
                : brief;
    }
}
