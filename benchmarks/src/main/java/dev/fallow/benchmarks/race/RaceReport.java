package dev.fallow.benchmarks.race;

import dev.fallow.benchmarks.comparison.Numbers;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;

/** The result file that people read: the report's own tables beside ours, and a table for each measure. */
final class RaceReport {
    private static final String NOTHING = "–";
    private static final long LARGE = 10_000; // objects created: from 5,000 in each set

    private final Standings standings;
    private final StringBuilder text = new StringBuilder();

    private RaceReport(Standings standings) {
        this.standings = standings;
    }

    /**
     * @param plots file names, by test
     * @param folder where the plots are, as the text has to refer to it: nothing, or a path that ends with a slash
     */
    static String of(Map<String, String> facts, Standings standings, Map<ReportTest, String> plots, String folder) {
        RaceReport report = new RaceReport(standings);
        report.head(facts);
        report.text.append(RaceTargets.table(standings)).append(RaceGrowth.table(standings));
        for (ReportTest test : standings.tests()) {
            report.text.append("\n## ").append(test.label()).append('\n');
            report.besideTheReport(test);
            if (plots.containsKey(test)) {
                report.text
                        .append("\n![")
                        .append(test.label())
                        .append(": CPU seconds](")
                        .append(folder)
                        .append(plots.get(test))
                        .append(")\n");
            }
            for (Measure measure : Measure.values()) {
                report.table(test, measure);
            }
            report.remarks(test);
        }
        return report.text.toString().replace("| \n", "|\n");
    }

    private void head(Map<String, String> facts) {
        facts.forEach((what, value) -> text.append("- ")
                .append(what)
                .append(": ")
                .append(what.equals("command") ? "`" + value + "`" : value)
                .append('\n'));
        text.append("\nContenders:\n\n");
        for (Entrant entrant : standings.entrants()) {
            Set<String> versions = new TreeSet<>();
            standings.all().forEach((event, standing) -> {
                if (event.entrant().equals(entrant.name()) && standing.library() != null) {
                    versions.add(standing.library());
                }
            });
            text.append("- `").append(entrant.name()).append("`: ").append(entrant.what());
            if (!versions.isEmpty()) {
                text.append(" (").append(String.join(", ", versions)).append(')');
            }
            text.append('\n');
        }
    }

    /** CPU seconds of the two designs then, and of the same two and our best one now. */
    private void besideTheReport(ReportTest test) {
        text.append("\n**CPU seconds, beside the report's**\n\n| ")
                .append(test.label())
                .append(" | 2008: A, skip lists | 2008: B, linked list | 2008: B/A | ");
        for (String column : List.of(
                Entrants.NEW_DESIGN,
                Entrants.OLD_DESIGN,
                "linked list / size bins",
                Entrants.OURS,
                Entrants.REFERENCE,
                Entrants.REFERENCE + " / " + Entrants.OURS)) {
            text.append(column).append(" | ");
        }
        text.append("\n|---:|").append("---:|".repeat(9)).append('\n');
        for (int count : standings.columns(test)) {
            text.append("| ").append(integer(count)).append(" | ");
            ReportOf2008.row(test, count)
                    .ifPresentOrElse(
                            row -> cells(
                                    Numbers.brief(row.branch()),
                                    Numbers.brief(row.trunk()),
                                    Numbers.brief(row.trunk() / row.branch())),
                            () -> cells(NOTHING, NOTHING, NOTHING));
            cells(
                    brief(standings.value(Measure.CPU, test, count, Entrants.NEW_DESIGN)),
                    brief(standings.value(Measure.CPU, test, count, Entrants.OLD_DESIGN)),
                    brief(standings.ratio(Measure.CPU, test, count, Entrants.OLD_DESIGN, Entrants.NEW_DESIGN)),
                    brief(standings.value(Measure.CPU, test, count, Entrants.OURS)),
                    brief(standings.value(Measure.CPU, test, count, Entrants.REFERENCE)),
                    brief(standings.ratio(Measure.CPU, test, count, Entrants.REFERENCE, Entrants.OURS)));
            text.append('\n');
        }
        List<ReportOf2008.Row> rows = ReportOf2008.table(test).stream()
                .filter(row -> standings.columns(test).contains(row.count()))
                .toList();
        List<Double> objects =
                rows.stream().map(row -> (double) test.created(row.count())).toList();
        text.append("| exponent | ");
        cells(
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
        text.append('\n');
    }

    private OptionalDouble exponent(Measure measure, ReportTest test, String entrant, long leastCreated) {
        return standings.exponent(measure, test, standings.columns(test), entrant, leastCreated);
    }

    private void cells(String... cells) {
        text.append(String.join(" | ", cells)).append(" | ");
    }

    private void table(ReportTest test, Measure measure) {
        List<Integer> counts = standings.columns(test);
        boolean known = standings.entrants().stream()
                .anyMatch(entrant -> counts.stream()
                        .anyMatch(count -> standings
                                .value(measure, test, count, entrant.name())
                                .isPresent()));
        if (!known) {
            return;
        }
        boolean time = measure == Measure.CPU || measure == Measure.WALL;
        boolean compared = time || measure == Measure.FILE_BYTES;
        text.append("\n**")
                .append(test.label())
                .append(": ")
                .append(measure.label())
                .append("**\n\n| |");
        for (int count : counts) {
            text.append(' ').append(integer(count)).append(" |");
            if (compared) {
                text.append(" × ").append(Entrants.REFERENCE).append(" |");
            }
        }
        text.append(time ? " exponent | from %,d objects |".formatted(LARGE) : "");
        int columns = counts.size() * (compared ? 2 : 1) + (time ? 2 : 0);
        text.append("\n|---|").append("---:|".repeat(columns)).append('\n');
        for (Entrant entrant : standings.entrants()) {
            text.append("| ").append(entrant.name()).append(" | ");
            for (int count : counts) {
                OptionalDouble value = standings.value(measure, test, count, entrant.name());
                cells(time ? brief(value) : integer(value));
                if (compared) {
                    cells(brief(standings.ratio(measure, test, count, entrant.name(), Entrants.REFERENCE)));
                }
            }
            if (time) {
                cells(
                        brief(exponent(measure, test, entrant.name(), 0)),
                        brief(exponent(measure, test, entrant.name(), LARGE)));
            }
            text.append('\n');
        }
    }

    private void remarks(ReportTest test) {
        boolean first = true;
        for (Entrant entrant : standings.entrants()) {
            for (int count : standings.counts(test)) {
                Standing standing = standings.find(test, count, entrant.name());
                if (standing != null && standing.remark() != null) {
                    text.append(first ? "\n" : "");
                    text.append("- ")
                            .append(entrant.name())
                            .append(", ")
                            .append(integer(count))
                            .append(": ")
                            .append(standing.remark())
                            .append('\n');
                    first = false;
                }
            }
        }
    }

    static String brief(OptionalDouble value) {
        if (value.isEmpty()) {
            return NOTHING;
        }
        double number = value.getAsDouble();
        return number != 0 && number < 0.1 ? String.format(Locale.ROOT, "%.4f", number) : Numbers.brief(number);
    }

    static String integer(OptionalDouble value) {
        return value.isEmpty() ? NOTHING : integer(Math.round(value.getAsDouble()));
    }

    static String integer(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }
}
