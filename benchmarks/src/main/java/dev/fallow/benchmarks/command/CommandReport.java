package dev.fallow.benchmarks.command;

import dev.fallow.research.report.MarkdownTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The report, which can be written at any time. */
final class CommandReport {
    private static final double MEGA = 1e6;

    private final String shape;
    private final Map<String, String> facts;
    private final List<List<String>> starts = new ArrayList<>();
    private final List<List<String>> libraries = new ArrayList<>();
    private final Map<String, Map<Long, Run>> verbs = new LinkedHashMap<>();
    private final List<Long> counts;
    private final Map<Long, Long> lengths = new LinkedHashMap<>();
    private final Map<Long, Long> pages = new LinkedHashMap<>();

    /** @param shape a sentence that describes the files */
    CommandReport(Map<String, String> facts, List<Long> counts, String shape) {
        this.shape = shape;
        this.facts = facts;
        this.counts = counts;
    }

    /** A row of the first table: many runs of one command on a small file. */
    void start(String program, String runtime, List<Run> runs) {
        double[] cpu = runs.stream().mapToDouble(Run::cpuSeconds).sorted().toArray();
        double[] wall = runs.stream().mapToDouble(Run::wallSeconds).sorted().toArray();
        long peak = runs.stream().mapToLong(Run::peakBytes).max().orElse(0);
        starts.add(List.of(
                program,
                runtime,
                number(3, mean(runs)),
                number(2, cpu[cpu.length / 2]),
                number(2, cpu[cpu.length - 1]),
                number(2, wall[wall.length / 2]),
                number(0, peak / MEGA)));
    }

    /** A row of the table of the library: runs in turns. */
    void library(FirstSteps step, String runtime, List<Run> plain, List<Run> archived) {
        libraries.add(List.of(
                step.description(),
                runtime,
                number(3, mean(plain)),
                number(3, mean(archived)),
                number(0, plain.stream().mapToLong(Run::peakBytes).max().orElse(0) / MEGA),
                number(0, archived.stream().mapToLong(Run::peakBytes).max().orElse(0) / MEGA)));
    }

    private static double mean(List<Run> runs) {
        return runs.stream().mapToDouble(Run::cpuSeconds).average().orElse(0);
    }

    void length(long objects, long bytes) {
        lengths.put(objects, bytes);
    }

    void page(long objects, long bytes) {
        pages.put(objects, bytes);
    }

    void verb(String verb, long objects, Run run) {
        verbs.computeIfAbsent(verb, key -> new LinkedHashMap<>()).put(objects, run);
    }

    private StringBuilder head(String title) {
        MarkdownTable about = new MarkdownTable().text("").text("");
        facts.forEach((name, value) -> about.row(name, value));
        return new StringBuilder("# The command: " + title + "\n\n").append(about);
    }

    /** The report on the start. */
    String starts() {
        StringBuilder text = head("the first screen").append("""

                CPU seconds (user and system, with the script and its archive of classes) of a new process on a file of 5 groups and 19 datasets,
                and the most memory that was resident. `java -jar` is without script and archive.

                """);
        MarkdownTable table = new MarkdownTable()
                .text("")
                .text("runtime")
                .number("CPU s, mean")
                .number("median")
                .number("highest")
                .number("elapsed s, median")
                .number("peak, MB");
        starts.forEach(table::row);
        return text.append(table).toString();
    }

    /** The report on the first steps of programs with the library. */
    String library() {
        StringBuilder text = head("the library in a new process").append("""

                CPU seconds (user and system, mean) of a new JVM that does one thing and ends, and the most memory that was resident. The archive
                has the classes that such a program loads; `java -XX:ArchiveClassesAtExit=FILE` makes it, and `-XX:SharedArchiveFile=FILE`
                uses it.

                """);
        MarkdownTable table = new MarkdownTable()
                .text("")
                .text("runtime")
                .number("CPU s")
                .number("with an archive")
                .number("peak, MB")
                .number("with an archive");
        libraries.forEach(table::row);
        return text.append(table).toString();
    }

    /** The report on files of many objects. */
    String manyObjects() {
        StringBuilder text = head("many objects").append("""

                %s Each cell: CPU seconds, and the most memory that
                was resident, in MB, with a heap of 256 MB (`-Xmx256m`).

                """.formatted(shape));
        text.append(objects());
        text.append("\nThe HTML page of the map:\n\n").append(pageTable());
        return text.toString();
    }

    private MarkdownTable objects() {
        MarkdownTable table = new MarkdownTable().text("objects");
        counts.forEach(count -> table.number(number(0, count)));
        List<String> length = new ArrayList<>(List.of("length of the file, MB"));
        counts.forEach(count ->
                length.add(lengths.containsKey(count) ? number(1, lengths.get(count) / MEGA) : MarkdownTable.NOTHING));
        table.row(length);
        verbs.forEach((verb, runs) -> {
            List<String> row = new ArrayList<>(List.of("`" + verb + "`"));
            counts.forEach(count -> row.add(runs.containsKey(count) ? cell(runs.get(count)) : MarkdownTable.NOTHING));
            table.row(row);
        });
        return table;
    }

    private MarkdownTable pageTable() {
        MarkdownTable table = new MarkdownTable().number("objects").number("bytes");
        pages.forEach((count, bytes) -> table.row(number(0, count), number(0, bytes)));
        return table;
    }

    private static String cell(Run run) {
        String numbers = number(2, run.cpuSeconds()) + " s, " + number(0, run.peakBytes() / MEGA) + " MB";
        if (run.code() == Run.TOO_LONG) {
            return "ended after " + number(0, run.wallSeconds()) + " s";
        }
        return run.done() ? numbers : (run.error().contains("out of memory") ? "**out of memory**" : "**fails**");
    }

    private static String number(int digits, double value) {
        return String.format(Locale.ROOT, "%,." + digits + "f", value);
    }
}
