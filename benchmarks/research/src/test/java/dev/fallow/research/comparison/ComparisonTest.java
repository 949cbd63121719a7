package dev.fallow.research.comparison;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.research.comparison.experiment.SteadyState;
import dev.fallow.research.contender.Contender;
import dev.fallow.research.contender.Contenders;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * The complete comparison at its smallest scale: every experiment runs, counts are plausible, the files are created.
 */
class ComparisonTest {
    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter progress = new StringWriter();

    private static int execute(Object command, StringWriter out, StringWriter err, String... arguments) {
        CommandLine line = new CommandLine(command);
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        return line.execute(arguments);
    }

    private String compare(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--scale", "smoke", "--out", folder.toString()));
        out.getBuffer().setLength(0);
        int code = execute(new CompareCommand(), out, progress, all.toArray(String[]::new));
        assertEquals(0, code, progress::toString);
        return out.toString().replace(System.lineSeparator(), "\n");
    }

    private static String report(Path numbers, Path plots) throws IOException {
        return SavedResults.read(numbers).write(numbers.getParent(), null, plots);
    }

    @Test
    void allExperimentsAtTheirSmallest() throws IOException {
        String report = compare("--forks", "0");
        for (Experiment experiment : Experiments.all()) {
            assertTrue(report.contains("\n## " + experiment.name() + "\n"), experiment.name());
        }
        for (Contender contender : Contenders.all()) {
            assertTrue(report.contains("\n| " + contender.name() + " | "), contender.name());
        }
        assertTrue(
                report.contains("command: `java -jar benchmarks/target/benchmarks.jar compare --forks 0 --scale smoke"),
                report);
        assertEquals(report, Files.readString(folder.resolve("smoke.md")) + "\n");
        String json = Files.readString(folder.resolve("smoke.json"));
        for (Metric metric : Metric.values()) {
            assertTrue(json.contains('"' + metric.label() + '"'), metric.label());
        }
        try (Stream<Path> files = Files.list(folder)) {
            List<String> plots = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".png"))
                    .toList();
            assertEquals(15, plots.size(), () -> "plots: " + plots);
            plots.forEach(plot -> assertTrue(report.contains("(" + plot + ")"), plot));
        }
        for (Experiment experiment : Experiments.all()) {
            String remarks = experiment.remarks();
            if (!remarks.isEmpty()) {
                assertEquals(report.indexOf(remarks), report.lastIndexOf(remarks), remarks);
            }
        }
        Files.delete(folder.resolve("smoke.md"));
        Path numbers = folder.resolve("smoke.json");
        assertEquals(report, report(numbers, null) + "\n", "made again from the numbers alone");
        assertEquals(report, Files.readString(folder.resolve("smoke.md")) + "\n");
        Path plots = folder.resolve("plots");
        report(numbers, plots);
        try (Stream<Path> files = Files.list(plots)) {
            assertTrue(files.count() > 50, "a plot of every table");
        }
    }

    @Test
    void theSummaryGoesBetweenTheMarksOfAReadme() throws IOException {
        Path readme = folder.resolve("README.md");
        String text = "before\n<!-- results: begin -->\nold\n<!-- results: end -->\nafter\n";
        Files.writeString(readme, text);
        compare("--forks", "0", "--only", "nearly-empty", "--readme", readme.toString());
        String changed = Files.readString(readme);
        assertTrue(changed.startsWith("before\n<!-- results: begin -->\n"), changed);
        assertTrue(changed.endsWith("<!-- results: end -->\nafter\n"), changed);
        assertTrue(changed.contains("| ordered | bytes in total | 1 | at most 65,536 | "), changed);
        assertFalse(changed.contains("old"), changed);
        Files.writeString(readme, "no marks");
        int code = execute(
                new CompareCommand(),
                out,
                progress,
                "--scale",
                "smoke",
                "--forks",
                "0",
                "--only",
                "nearly-empty",
                "--out",
                folder.toString(),
                "--readme",
                readme.toString());
        assertEquals(1, code);
        assertEquals("no marks", Files.readString(readme));
    }

    @Test
    void savedResultsThatAreNoneAreRefused() throws IOException {
        Path json = folder.resolve("smoke.json");
        String table =
                "{\"experiment\": \"%s\", \"group\": \"g\", \"metric\": \"%s\", \"rows\": {\"r\": {\"1\": [%s]}}}";
        String good = table.formatted("nearly-empty", Metric.TOTAL_BYTES.label(), "7");
        Files.writeString(json, "{\"date\": \"once\", \"tables\": [" + good + "]}");
        assertTrue(report(json, null).contains("| r | 7 |"));
        for (String wrong : List.of(
                "",
                "[]",
                "{\"tables\": [" + good,
                "{\"tables\": [" + table.formatted("nothing", Metric.TOTAL_BYTES.label(), "7") + "]}",
                "{\"tables\": [" + table.formatted("nearly-empty", "nothing", "7") + "]}",
                "{\"tables\": [" + table.formatted("nearly-empty", Metric.TOTAL_BYTES.label(), "\"7\"") + "]}",
                "{\"date\": 1}")) {
            Files.writeString(json, wrong);
            assertThrows(IOException.class, () -> SavedResults.read(json), wrong);
        }
        assertThrows(IOException.class, () -> SavedResults.read(folder.resolve("quick.json")));
        for (String wrong : List.of("huge.json", "full.md")) {
            assertThrows(IllegalArgumentException.class, () -> SavedResults.read(Path.of(wrong)), wrong);
        }
    }

    @Test
    void theHelpNamesEveryExperiment() {
        assertEquals(
                Experiments.NAMES,
                String.join(
                        ", ", Experiments.all().stream().map(Experiment::name).toList()));
    }

    /** A part of the tasks, again: its columns are replaced, and have facts of their own; the others stay. */
    @Test
    void tasksThatAreRunAgain() throws IOException {
        compare("--forks", "0", "--only", "tournament");
        Path json = folder.resolve("smoke.json");
        SavedResults first = SavedResults.read(json);
        Map<String, String> facts = new LinkedHashMap<>(first.facts());
        facts.put("date", "2001-02-03");
        facts.remove("commit");
        JsonReport.write(json, facts, first.results());
        String file = folder.resolve("traces").resolve("nested.txt.gz").toString();
        Files.delete(Path.of(file));
        compare("--forks", "0", "--only", "tournament", "--task", "nested", "--task", "web objects, run");
        SavedResults second = SavedResults.read(json);
        for (String column : List.of("nested", "web objects")) {
            assertNotEquals("2001-02-03", second.fact("date", column), column);
            assertEquals(first.facts().get("commit"), second.fact("commit", column), column);
            assertTrue(second.fact("command", column).contains("--task nested --task \"web objects, run\""));
        }
        assertEquals("2001-02-03, unknown", second.measured(List.of("groups", "web objects, kept")));
        assertEquals(first.fact("trace", "nested"), second.fact("trace", "nested"), "the same requests");
        assertEquals(first.fact("trace", "groups"), second.fact("trace", "groups"));
        assertTrue(Files.exists(Path.of(file)), "published again");
        assertFalse(Files.exists(folder.resolve("traces").resolve("web objects.txt.gz")), "containers only");
        for (Results.Table table : first.results().tables("tournament")) {
            assertEquals(first.results().contenders(table), second.results().contenders(table));
            assertEquals(first.results().columns(table), second.results().columns(table));
            for (String row : first.results().contenders(table)) {
                assertEquals(
                        first.results().samples(table, row, "groups"),
                        second.results().samples(table, row, "groups"));
                assertEquals(
                        first.results().samples(table, row, "nested").size(),
                        second.results().samples(table, row, "nested").size(),
                        "replaced, not added");
            }
        }
    }

    /** Beside other experiments: other groups keep their columns of the same name, and facts are about the group. */
    @Test
    void groupsThatAreRunAgain() {
        Results old = new Results(Scale.SMOKE);
        old.add("steady-state", "hot-sizes", "1000", "ordered", Metric.NANOS, 1);
        old.add("steady-state", "uniform", "1000", "ordered", Metric.NANOS, 2);
        old.add("extend", "hot-sizes", "1000", "ordered", Metric.NANOS, 3);
        Results newer = new Results(Scale.SMOKE);
        newer.add("steady-state", "hot-sizes", "1000", "ordered", Metric.NANOS, 9);
        SavedResults both = new SavedResults(Map.of("date", "2001-02-03"), old)
                .replacing(new SavedResults(Map.of("date", "2004-05-06"), newer));
        assertEquals("2004-05-06", both.fact("date", "steady-state, hot-sizes"));
        assertEquals("2001-02-03", both.fact("date", "steady-state, uniform"));
        assertEquals("2001-02-03", both.fact("date", "extend, hot-sizes"));
        List<List<Double>> samples = Stream.of("steady-state, hot-sizes", "steady-state, uniform", "extend, hot-sizes")
                .map(name -> name.split(", "))
                .map(name -> new Results.Table(name[0], name[1], Metric.NANOS))
                .map(table -> both.results().samples(table, "ordered", "1000"))
                .toList();
        assertEquals(List.of(List.of(9.0), List.of(2.0), List.of(3.0)), samples);
    }

    /** A separate JVM, as in a comparison whose results are kept. */
    @Test
    void aTaskInAJvmOfItsOwn() {
        String report = compare("--forks", "1", "--only", "nearly-empty");
        assertTrue(report.contains("\n| size-bins | "), report);
        assertFalse(report.contains("## steady-state"), report);
        assertTrue(progress.toString().contains("1 of 1: nearly-empty"));
    }

    /**
     * All exact best-fit contenders count the same sections, and the cost of every design is within its expected range.
     */
    @Test
    void countsOfTheSteadyState() {
        Map<String, Map<Metric, Double>> found = new HashMap<>();
        SteadyState.allocateAndFree()
                .run(
                        "hot-sizes/400",
                        Scale.SMOKE,
                        (group, column, contender, metric, value) -> found.computeIfAbsent(
                                        contender, any -> new HashMap<>())
                                .put(metric, value));
        double sections = found.get("two-tree-maps").get(Metric.SECTIONS);
        assertTrue(sections > 200 && sections < 800, "sections: " + sections);
        for (Contender contender : Contenders.exact()) {
            assertEquals(sections, found.get(contender.name()).get(Metric.SECTIONS), contender.name());
            double probes = found.get(contender.name()).get(Metric.PROBES);
            assertTrue(probes >= 1 && probes < 100, contender + ": probes " + probes);
        }
        assertTrue(found.get("linked-list").get(Metric.PROBES) > 100, "a list of 400 sections is gone through");
        assertEquals(136, found.get("two-tree-maps").get(Metric.BYTES), 8, "two entries, a key and the section");
    }

    @Test
    void wrongArgumentsAreNamed() {
        for (String[] wrong : new String[][] {
            {"--scale", "huge"},
            {"--only", "nothing"},
            {"--only", "tournament", "--task", "nothing"},
            {"--nonsense", "1"},
            {"--out"},
            {"--forks", "-1"}
        }) {
            assertEquals(2, execute(new CompareCommand(), out, progress, wrong), () -> String.join(" ", wrong));
        }
    }
}
