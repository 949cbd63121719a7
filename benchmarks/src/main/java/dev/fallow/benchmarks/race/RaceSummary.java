package dev.fallow.benchmarks.race;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeSet;

/** The race in a small table and one picture, for a text that has not much room. */
final class RaceSummary {
    private static final List<Integer> ROWS = List.of(5_000, 50_000);
    private static final List<Integer> NESTED_ROWS = List.of(500, 1_000);

    private final Standings standings;
    private final StringBuilder text = new StringBuilder();

    private RaceSummary(Standings standings) {
        this.standings = standings;
    }

    /**
     * Writes {@code LABEL-summary.md} and {@code LABEL-summary.png}.
     *
     * @return the table, with what it was measured on, and the picture, whose folder is for {@link #section}
     */
    static String write(Path folder, String label, Map<String, String> facts, Standings standings) throws IOException {
        String picture = label + "-summary.png";
        boolean drawn = SummaryPlot.write(folder.resolve(picture), standings);
        RaceSummary summary = new RaceSummary(standings);
        summary.table();
        summary.cold();
        String table = summary.text.toString();
        String text = table + "\n" + measuredOn(facts) + "\n";
        Files.writeString(folder.resolve(label + "-summary.md"), drawn ? text + "\n" + image(picture) : text);
        return drawn ? text + "\n" + image("FOLDER" + picture) : text;
    }

    /** The same, as the first section of a text whose pictures are in a folder. */
    static String section(String summary, String folder) {
        return summary.replace("](FOLDER", "](" + folder) + "\n";
    }

    private static String image(String path) {
        return "![CPU seconds and bytes of the file by count, for each test](" + path + ")\n";
    }

    private static String measuredOn(Map<String, String> facts) {
        return "Measured %s on %s, %s cores, %s, %s. CPU seconds are medians.\n"
                .formatted(
                        facts.get("date"),
                        facts.get("processor"),
                        facts.get("cores"),
                        facts.get("system"),
                        facts.get("java"))
                .stripTrailing();
    }

    private void table() {
        List<String> others = List.of(Entrants.REFERENCE, Entrants.C_PROGRAM, Entrants.RUST_PROGRAM);
        List<String> columns = others.stream().filter(this::took).toList();
        boolean compared = took(Entrants.REFERENCE);
        text.append("| test, objects in each set | Fallow, CPU s");
        columns.forEach(column -> text.append(" | ").append(name(column)).append(", CPU s"));
        text.append(compared ? " | times as fast" : "").append(" | Fallow, bytes");
        List<String> sizes = columns.stream()
                .filter(column -> !column.equals(Entrants.C_PROGRAM)) // it writes what the other one writes
                .toList();
        sizes.forEach(column -> text.append(" | ").append(name(column)).append(", bytes"));
        text.append(compared ? " | of libhdf5's size" : "").append(" |\n|---|");
        text.append("---:|".repeat(2 + columns.size() + sizes.size() + (compared ? 2 : 0)))
                .append('\n');
        for (ReportTest test : standings.tests()) {
            for (int count : counts(test)) {
                text.append("| ").append(test.label()).append(' ').append(RaceReport.integer(count));
                cell(RaceReport.brief(value(Measure.CPU, test, count, Entrants.OURS)));
                columns.forEach(column -> cell(RaceReport.brief(value(Measure.CPU, test, count, column))));
                if (compared) {
                    cell(bold(standings.ratio(Measure.CPU, test, count, Entrants.REFERENCE, Entrants.OURS)));
                }
                cell(RaceReport.integer(value(Measure.FILE_BYTES, test, count, Entrants.OURS)));
                sizes.forEach(column -> cell(RaceReport.integer(value(Measure.FILE_BYTES, test, count, column))));
                if (compared) {
                    cell(bold(standings.ratio(Measure.FILE_BYTES, test, count, Entrants.OURS, Entrants.REFERENCE)));
                }
                text.append(" |\n");
            }
        }
    }

    /** What a process costs that is started for one test. */
    private void cold() {
        for (ReportTest test : standings.tests()) {
            List<Integer> counts = standings.counts(test).stream()
                    .filter(count ->
                            value(Measure.CPU, test, count, Entrants.OURS_COLD).isPresent())
                    .toList();
            if (!counts.isEmpty()) {
                int count = counts.get(counts.size() - 1);
                OptionalDouble program = value(Measure.CPU, test, count, Entrants.C_PROGRAM);
                text.append("\nA cold JVM, the whole process, ")
                        .append(test.label())
                        .append(' ')
                        .append(RaceReport.integer(count))
                        .append(": ")
                        .append(RaceReport.brief(value(Measure.CPU, test, count, Entrants.OURS_COLD)))
                        .append(" CPU s")
                        .append(
                                program.isEmpty()
                                        ? ".\n"
                                        : "; " + name(Entrants.C_PROGRAM) + ": " + RaceReport.brief(program) + ".\n");
            }
        }
    }

    /** The rows of a test: of the counts that are asked for first, those there are, otherwise the largest. */
    private List<Integer> counts(ReportTest test) {
        List<Integer> there = standings.columns(test);
        TreeSet<Integer> counts = new TreeSet<>(test == ReportTest.NESTED ? NESTED_ROWS : ROWS);
        counts.retainAll(there);
        return counts.isEmpty() ? there.subList(there.size() - 1, there.size()) : List.copyOf(counts);
    }

    private boolean took(String entrant) {
        return standings.entrants().stream().anyMatch(one -> one.name().equals(entrant));
    }

    /** The library's own name and version, where it has done anything; with the language of a program. */
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

    private void cell(String cell) {
        text.append(" | ").append(cell);
    }

    private static String bold(OptionalDouble value) {
        return value.isEmpty() ? RaceReport.brief(value) : "**" + RaceReport.brief(value) + "**";
    }
}
