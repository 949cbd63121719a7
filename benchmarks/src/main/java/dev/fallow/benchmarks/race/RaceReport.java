package dev.fallow.benchmarks.race;

import dev.fallow.benchmarks.race.entrant.Entrant;
import dev.fallow.benchmarks.race.entrant.Entrants;
import dev.fallow.research.createdelete.ReportOf2008;
import dev.fallow.research.createdelete.ReportTest;
import dev.fallow.research.report.MarkdownTable;
import dev.fallow.research.report.ReportNumbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;

/** The report in Markdown: the tables of the 2008 report next to ours, and a table for each measure. */
final class RaceReport {
    private static final long LARGE = 10_000; // objects created, with 5,000 in each set

    private final Standings standings;
    private final StringBuilder text = new StringBuilder();

    private RaceReport(Standings standings) {
        this.standings = standings;
    }

    static String of(Map<String, String> facts, Standings standings) {
        RaceReport report = new RaceReport(standings);
        report.head(facts);
        report.text.append(RaceTargets.table(standings)).append(RaceGrowth.table(standings));
        for (ReportTest test : standings.tests()) {
            report.text.append("\n## ").append(test.label()).append('\n');
            report.text
                    .append("\n**CPU seconds, compared with the 2008 report**\n\n")
                    .append(report.besideTheReport(test));
            for (Measure measure : Measure.values()) {
                if (report.isKnown(test, measure)) {
                    report.text
                            .append("\n**" + test.label() + ": " + measure.label() + "**\n\n")
                            .append(report.table(test, measure));
                }
            }
            report.remarks(test);
        }
        return report.text.toString();
    }

    private void head(Map<String, String> facts) {
        facts.forEach((fact, value) ->
                text.append("- " + fact + ": " + (fact.equals("command") ? "`" + value + "`" : value) + '\n'));
        text.append("\nContenders:\n\n");
        for (Entrant entrant : standings.entrants()) {
            Set<String> versions = new TreeSet<>();
            standings.all().forEach((event, standing) -> {
                if (event.entrant().equals(entrant.name()) && standing.library() != null) {
                    versions.add(standing.library());
                }
            });
            text.append("- `" + entrant.name() + "`: " + entrant.what());
            text.append(versions.isEmpty() ? "\n" : " (" + String.join(", ", versions) + ")\n");
        }
    }

    /** CPU seconds of the two designs in the 2008 report, and of the same two and the best one in Fallow. */
    private MarkdownTable besideTheReport(ReportTest test) {
        MarkdownTable table = new MarkdownTable()
                .number(test.label())
                .number("2008: A, skip lists")
                .number("2008: B, linked list")
                .number("2008: B/A")
                .number(Entrants.NEW_DESIGN)
                .number(Entrants.OLD_DESIGN)
                .number("linked list / size bins")
                .number(Entrants.OURS)
                .number(Entrants.REFERENCE)
                .number(Entrants.REFERENCE + " / " + Entrants.OURS);
        for (int count : standings.columns(test)) {
            List<String> cells = new ArrayList<>(List.of(integer(count)));
            cells.addAll(ReportOf2008.row(test, count)
                    .map(row -> List.of(
                            ReportNumbers.brief(row.branch()),
                            ReportNumbers.brief(row.trunk()),
                            ReportNumbers.brief(row.quotient())))
                    .orElse(List.of(MarkdownTable.NOTHING, MarkdownTable.NOTHING, MarkdownTable.NOTHING)));
            cells.add(brief(standings.value(Measure.CPU, test, count, Entrants.NEW_DESIGN)));
            cells.add(brief(standings.value(Measure.CPU, test, count, Entrants.OLD_DESIGN)));
            cells.add(brief(standings.ratio(Measure.CPU, test, count, Entrants.OLD_DESIGN, Entrants.NEW_DESIGN)));
            cells.add(brief(standings.value(Measure.CPU, test, count, Entrants.OURS)));
            cells.add(brief(standings.value(Measure.CPU, test, count, Entrants.REFERENCE)));
            cells.add(brief(standings.ratio(Measure.CPU, test, count, Entrants.REFERENCE, Entrants.OURS)));
            table.row(cells);
        }
        return table.row(exponents(test));
    }

    private List<String> exponents(ReportTest test) {
        List<ReportOf2008.Row> rows = ReportOf2008.table(test).stream()
                .filter(row -> standings.columns(test).contains(row.count()))
                .toList();
        List<Double> objects =
                rows.stream().map(row -> (double) test.created(row.count())).toList();
        return List.of(
                "exponent",
                brief(Growth.exponent(
                        objects, rows.stream().map(ReportOf2008.Row::branch).toList())),
                brief(Growth.exponent(
                        objects, rows.stream().map(ReportOf2008.Row::trunk).toList())),
                "",
                brief(exponent(Measure.CPU, test, Entrants.NEW_DESIGN, 0)),
                brief(exponent(Measure.CPU, test, Entrants.OLD_DESIGN, 0)),
                "",
                brief(exponent(Measure.CPU, test, Entrants.OURS, 0)),
                brief(exponent(Measure.CPU, test, Entrants.REFERENCE, 0)),
                "");
    }

    private OptionalDouble exponent(Measure measure, ReportTest test, String entrant, long leastCreated) {
        return standings.exponent(measure, test, standings.columns(test), entrant, leastCreated);
    }

    private boolean isKnown(ReportTest test, Measure measure) {
        return standings.entrants().stream()
                .anyMatch(entrant -> standings.columns(test).stream()
                        .anyMatch(count -> standings
                                .value(measure, test, count, entrant.name())
                                .isPresent()));
    }

    private MarkdownTable table(ReportTest test, Measure measure) {
        List<Integer> counts = standings.columns(test);
        boolean time = measure == Measure.CPU || measure == Measure.WALL;
        boolean compared = time || measure == Measure.FILE_BYTES;
        MarkdownTable table = new MarkdownTable().text("");
        for (int count : counts) {
            table.number(integer(count));
            if (compared) {
                table.number("× " + Entrants.REFERENCE);
            }
        }
        if (time) {
            table.number("exponent").number("from " + integer(LARGE) + " objects");
        }
        for (Entrant entrant : standings.entrants()) {
            List<String> cells = new ArrayList<>(List.of(entrant.name()));
            for (int count : counts) {
                OptionalDouble value = standings.value(measure, test, count, entrant.name());
                cells.add(time ? brief(value) : integer(value));
                if (compared) {
                    cells.add(brief(standings.ratio(measure, test, count, entrant.name(), Entrants.REFERENCE)));
                }
            }
            if (time) {
                cells.add(brief(exponent(measure, test, entrant.name(), 0)));
                cells.add(brief(exponent(measure, test, entrant.name(), LARGE)));
            }
            table.row(cells);
        }
        return table;
    }

    private void remarks(ReportTest test) {
        String separator = "\n";
        for (Entrant entrant : standings.entrants()) {
            for (int count : standings.counts(test)) {
                Standing standing = standings.find(test, count, entrant.name());
                if (standing != null && standing.remark() != null) {
                    text.append(separator);
                    text.append("- " + entrant.name() + ", " + integer(count) + ": " + standing.remark() + '\n');
                    separator = "";
                }
            }
        }
    }

    static String brief(OptionalDouble value) {
        if (value.isEmpty()) {
            return MarkdownTable.NOTHING;
        }
        double number = value.getAsDouble();
        return number != 0 && number < 0.1 ? String.format(Locale.ROOT, "%.4f", number) : ReportNumbers.brief(number);
    }

    static String integer(OptionalDouble value) {
        return value.isEmpty() ? MarkdownTable.NOTHING : integer(Math.round(value.getAsDouble()));
    }

    static String integer(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }
}
