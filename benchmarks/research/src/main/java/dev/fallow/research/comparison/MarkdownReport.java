package dev.fallow.research.comparison;

import dev.fallow.research.contender.Contender;
import dev.fallow.research.contender.Contenders;
import dev.fallow.research.report.MarkdownTable;
import dev.fallow.research.report.ReportNumbers;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** The report in Markdown: tables of medians, a few plots, and the texts of the experiments. */
final class MarkdownReport {
    private MarkdownReport() {}

    /** The full report. */
    static String of(Map<String, String> facts, Results results) {
        StringBuilder text = new StringBuilder();
        facts.forEach((fact, value) ->
                text.append("- " + fact + ": " + (fact.endsWith("command") ? "`" + value + "`" : value) + '\n'));
        text.append(contenders(results)).append(Targets.table(results));
        for (Experiment experiment : Experiments.all()) {
            if (!results.tables(experiment.name()).isEmpty()) {
                text.append("\n## ").append(experiment.name()).append('\n');
                text.append(paragraph(experiment.description()));
                text.append(tables(experiment, results));
                text.append(paragraph(experiment.remarks()));
            }
        }
        return text.toString();
    }

    /**
     * A summary for another text: the machine, the main tables and the targets.
     *
     * @param folder the path of the full report and the plots, ending with a slash
     */
    static String summary(Map<String, String> facts, Results results, String folder) {
        SavedResults saved = new SavedResults(facts, results);
        UnaryOperator<String> fact = name -> saved.fact(name, SUMMARY_GROUP);
        StringBuilder text = new StringBuilder(
                ("Measured %s on %s, %s cores, %s. Load: %s.%nJVMs for each number: %s; medians, in brackets 95 %%"
                                + " intervals. All tables: [%s.md](%s%s.md).%n")
                        .formatted(
                                fact.apply("date"),
                                fact.apply("processor"),
                                fact.apply("cores"),
                                fact.apply("java"),
                                fact.apply("load of the machine"),
                                fact.apply("JVMs for each number"),
                                results.scale().label(),
                                folder,
                                results.scale().label())
                        .replace(System.lineSeparator(), "\n"));
        for (Results.Table table : SUMMARY) {
            if (results.tables(table.experiment()).contains(table)) {
                text.append(section(table, results));
                Plots.name(table, results).ifPresent(name -> text.append(image(table, folder + name)));
            }
        }
        return text.append(Targets.table(results).replace("## ", "### ")).toString();
    }

    private static final String SUMMARY_GROUP = "steady-state, hot-sizes";
    private static final List<Results.Table> SUMMARY = List.of(
            new Results.Table("steady-state", "hot-sizes", Metric.NANOS),
            new Results.Table("steady-state", "hot-sizes", Metric.BYTES));

    private static String tables(Experiment experiment, Results results) {
        StringBuilder text = new StringBuilder();
        List<Results.Table> tables = results.tables(experiment.name());
        for (int i = 0; i < tables.size(); i++) {
            Results.Table table = tables.get(i);
            text.append(section(table, results));
            Plots.name(table, results).ifPresent(name -> text.append(image(table, name)));
            if (i + 1 == tables.size() || !tables.get(i + 1).group().equals(table.group())) {
                text.append(paragraph(experiment.notes(table.group(), results)));
            }
        }
        return text.toString();
    }

    private static String paragraph(String text) {
        return text.isEmpty() ? "" : '\n' + text.strip() + '\n';
    }

    private static String image(Results.Table table, String path) {
        return "\n![" + title(table) + "](" + path + ")\n";
    }

    /** A legend of the designs in the tables; the experiments explain other rows. */
    private static String contenders(Results results) {
        Set<String> rows = new HashSet<>();
        for (Experiment experiment : Experiments.all()) {
            results.tables(experiment.name()).forEach(table -> rows.addAll(results.contenders(table)));
        }
        StringBuilder text = new StringBuilder();
        for (Contender contender : Contenders.all()) {
            if (rows.contains(contender.name())) {
                text.append(text.isEmpty() ? "\nContenders:\n\n" : "");
                text.append("- `" + contender.name() + "`: " + contender.what() + '\n');
            }
        }
        return text.toString();
    }

    static String title(Results.Table table) {
        return table.experiment() + ", " + table.group() + ": " + table.metric().label();
    }

    private static String section(Results.Table table, Results results) {
        List<String> columns = results.columns(table);
        MarkdownTable cells = new MarkdownTable().text("");
        columns.forEach(column -> cells.number(ReportNumbers.heading(column)));
        for (String contender : results.contenders(table)) {
            List<String> row = new ArrayList<>(List.of(contender));
            Experiment experiment = Experiments.named(table.experiment());
            columns.forEach(column -> row.add(experiment.cell(results, table, contender, column)));
            cells.row(row);
        }
        return "\n**" + table.group() + ": " + table.metric().label() + "**\n\n" + cells;
    }
}
