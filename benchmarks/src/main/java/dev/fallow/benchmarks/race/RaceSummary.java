package dev.fallow.benchmarks.race;

import dev.fallow.benchmarks.race.entrant.Entrants;
import dev.fallow.research.createdelete.ReportTest;
import dev.fallow.research.report.MarkdownTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeSet;
import java.util.stream.Stream;

/** A summary of the race: a small table and one plot. */
final class RaceSummary {
    private static final List<Integer> ROWS = List.of(5_000, 50_000, 500_000);
    private static final List<Integer> NESTED_ROWS = List.of(500, 1_000);

    private final Standings standings;

    private RaceSummary(Standings standings) {
        this.standings = standings;
    }

    /** The name of the plot that {@link SummaryPlot} draws. */
    static String plot(String label) {
        return label + "-summary.png";
    }

    /** {@link #answer}, and the table of cold JVMs. */
    static String of(String label, Map<String, String> facts, Standings standings) {
        return answer(label, facts, standings, "") + new RaceSummary(standings).cold();
    }

    /**
     * The table of warm JVMs, the machine, and the plot if there is one.
     *
     * @param folder the path of the plot's directory: empty, or ending with a slash
     */
    static String answer(String label, Map<String, String> facts, Standings standings, String folder) {
        RaceSummary summary = new RaceSummary(standings);
        String text = summary.table() + "\n" + measuredOn(facts) + '\n';
        return SummaryPlot.hasContent(standings)
                ? text + "\n![CPU seconds and file length by count, for each test](" + folder + plot(label) + ")\n"
                : text;
    }

    private static String measuredOn(Map<String, String> facts) {
        return "Measured %s on %s, %s cores, %s, %s. CPU seconds are medians."
                .formatted(
                        facts.get("date"),
                        facts.get("processor"),
                        facts.get("cores"),
                        facts.get("system"),
                        facts.get("java"));
    }

    private MarkdownTable table() {
        List<String> others = Stream.of(Entrants.REFERENCE, Entrants.C_PROGRAM, Entrants.RUST_PROGRAM)
                .filter(this::took)
                .toList();
        List<String> sizes = others.stream()
                .filter(other -> !other.equals(Entrants.C_PROGRAM)) // its files equal those of the reference
                .toList();
        boolean compared = took(Entrants.REFERENCE);
        MarkdownTable table = new MarkdownTable().text("test, objects per set").number("Fallow, CPU s");
        others.forEach(other -> table.number(name(other) + ", CPU s"));
        if (compared) {
            table.number("CPU s, " + name(Entrants.REFERENCE) + " / Fallow");
            table.number("elapsed s, " + name(Entrants.REFERENCE) + " / Fallow");
        }
        table.number("Fallow, bytes");
        sizes.forEach(other -> table.number(name(other) + ", bytes"));
        if (compared) {
            table.number("bytes, Fallow / " + name(Entrants.REFERENCE));
        }
        for (ReportTest test : standings.tests()) {
            for (int count : counts(test)) {
                table.row(row(test, count, others, sizes, compared));
            }
        }
        return table;
    }

    private List<String> row(ReportTest test, int count, List<String> others, List<String> sizes, boolean compared) {
        List<String> cells = new ArrayList<>(List.of(test.label() + ' ' + RaceReport.integer(count)));
        cells.add(RaceReport.brief(value(Measure.CPU, test, count, Entrants.OURS)));
        others.forEach(other -> cells.add(RaceReport.brief(value(Measure.CPU, test, count, other))));
        if (compared) {
            cells.add(bold(standings.ratio(Measure.CPU, test, count, Entrants.REFERENCE, Entrants.OURS)));
            cells.add(bold(standings.ratio(Measure.WALL, test, count, Entrants.REFERENCE, Entrants.OURS)));
        }
        cells.add(RaceReport.integer(value(Measure.FILE_BYTES, test, count, Entrants.OURS)));
        sizes.forEach(other -> cells.add(RaceReport.integer(value(Measure.FILE_BYTES, test, count, other))));
        if (compared) {
            cells.add(bold(standings.ratio(Measure.FILE_BYTES, test, count, Entrants.OURS, Entrants.REFERENCE)));
        }
        return cells;
    }

    /** A table with the cost of a process for a single test; empty if it was not measured. */
    private String cold() {
        MarkdownTable table =
                new MarkdownTable().text("one process for one test").number("cold JVM, CPU s");
        boolean withProgram = took(Entrants.C_PROGRAM);
        if (withProgram) {
            table.number(name(Entrants.C_PROGRAM) + ", CPU s");
        }
        for (ReportTest test : standings.tests()) {
            standings.counts(test).stream()
                    .filter(count ->
                            value(Measure.CPU, test, count, Entrants.OURS_COLD).isPresent())
                    .reduce((count, larger) -> larger)
                    .ifPresent(count -> {
                        List<String> cells = new ArrayList<>(List.of(
                                test.label() + ' ' + RaceReport.integer(count),
                                RaceReport.brief(value(Measure.CPU, test, count, Entrants.OURS_COLD))));
                        if (withProgram) {
                            cells.add(RaceReport.brief(value(Measure.CPU, test, count, Entrants.C_PROGRAM)));
                        }
                        table.row(cells);
                    });
        }
        return table.isEmpty() ? "" : "\n" + table;
    }

    /** The counts in the rows of a test: the preferred ones if they were measured, otherwise the largest. */
    private List<Integer> counts(ReportTest test) {
        List<Integer> there = standings.columns(test);
        TreeSet<Integer> counts = new TreeSet<>(test == ReportTest.NESTED ? NESTED_ROWS : ROWS);
        counts.retainAll(there);
        return counts.isEmpty() ? there.subList(there.size() - 1, there.size()) : List.copyOf(counts);
    }

    private boolean took(String entrant) {
        return standings.entrants().stream().anyMatch(one -> one.name().equals(entrant));
    }

    /** The name and version of the library, if it has produced results, with the language of a program. */
    private String name(String entrant) {
        Optional<String> library = standings.all().entrySet().stream()
                .filter(event -> event.getKey().entrant().equals(entrant)
                        && event.getValue().library() != null)
                .map(event -> event.getValue().library())
                .findFirst();
        String name = library.orElse(entrant);
        return entrant.equals(Entrants.C_PROGRAM) ? name + " from C" : name;
    }

    private OptionalDouble value(Measure measure, ReportTest test, int count, String entrant) {
        return standings.value(measure, test, count, entrant);
    }

    private static String bold(OptionalDouble value) {
        return value.isEmpty() ? RaceReport.brief(value) : "**" + RaceReport.brief(value) + "**";
    }
}
