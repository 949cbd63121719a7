package dev.fallow.benchmarks.comparison;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.benchmarks.contender.Contender;
import dev.fallow.benchmarks.contender.Contenders;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole comparison at its smallest: everything is found, counts are plausible, the files are there. */
class ComparisonTest {
    @TempDir
    private Path folder;

    private final ByteArrayOutputStream progress = new ByteArrayOutputStream();

    private String compare(String... arguments) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--out", folder.toString()));
        return Comparison.of(all, "the command", new PrintStream(progress, true, StandardCharsets.UTF_8))
                .run();
    }

    @Test
    void allExperimentsAtTheirSmallest() throws IOException, InterruptedException {
        String report = compare("--scale", "smoke", "--forks", "0");
        for (Experiment experiment : Experiments.all()) {
            assertTrue(report.contains("\n## " + experiment.name() + "\n"), experiment.name());
        }
        for (Contender contender : Contenders.all()) {
            assertTrue(report.contains("\n| " + contender.name() + " | "), contender.name());
        }
        assertTrue(report.contains("command: `the command`"), report);
        assertEquals(report, Files.readString(folder.resolve("smoke.md")));
        String json = Files.readString(folder.resolve("smoke.json"));
        for (Metric metric : Metric.values()) {
            assertTrue(json.contains('"' + metric.label() + '"'), metric.label());
        }
        try (Stream<Path> files = Files.list(folder)) {
            List<String> plots = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".png"))
                    .toList();
            assertTrue(plots.size() >= 10, () -> "plots: " + plots);
            plots.forEach(plot -> assertTrue(report.contains("(" + plot + ")"), plot));
        }
        for (Experiment experiment : Experiments.all()) {
            String remarks = experiment.remarks();
            if (!remarks.isEmpty()) {
                assertEquals(report.indexOf(remarks), report.lastIndexOf(remarks), remarks);
            }
        }
        Files.delete(folder.resolve("smoke.md"));
        assertEquals(report, saved("smoke.json").write(), "made again of the numbers alone");
        assertEquals(report, Files.readString(folder.resolve("smoke.md")));
    }

    @Test
    void theReportGoesBetweenTheMarksOfAReadme() throws IOException, InterruptedException {
        Path readme = folder.resolve("README.md");
        String text = "before\n<!-- results: begin -->\nold\n<!-- results: end -->\nbehind\n";
        Files.writeString(readme, text);
        compare("--scale", "smoke", "--forks", "0", "--only", "nearly-empty", "--readme", readme.toString());
        String changed = Files.readString(readme);
        assertTrue(changed.startsWith("before\n<!-- results: begin -->\n"), changed);
        assertTrue(changed.endsWith("<!-- results: end -->\nbehind\n"), changed);
        assertTrue(changed.contains("| ordered | bytes in all | 1 | at most 65,536 | "), changed);
        assertFalse(changed.contains("old"), changed);
        Files.writeString(readme, "no marks");
        assertThrows(
                IOException.class,
                () -> compare("--scale", "smoke", "--forks", "0", "--only", "nearly-empty", "--readme", "" + readme));
        assertEquals("no marks", Files.readString(readme));
    }

    private SavedResults saved(String name) {
        return SavedResults.of(List.of(folder.resolve(name).toString()));
    }

    @Test
    void savedResultsThatAreNoneAreRefused() throws IOException {
        Path json = folder.resolve("smoke.json");
        String table =
                "{\"experiment\": \"%s\", \"group\": \"g\", \"metric\": \"%s\", \"rows\": {\"r\": {\"1\": [%s]}}}";
        String good = table.formatted("nearly-empty", Metric.TOTAL_BYTES.label(), "7");
        Files.writeString(json, "{\"date\": \"once\", \"tables\": [" + good + "]}");
        assertTrue(saved("smoke.json").write().contains("| r | 7 |"));
        for (String wrong : List.of(
                "",
                "[]",
                "{\"tables\": [" + good,
                "{\"tables\": [" + table.formatted("nothing", Metric.TOTAL_BYTES.label(), "7") + "]}",
                "{\"tables\": [" + table.formatted("nearly-empty", "nothing", "7") + "]}",
                "{\"tables\": [" + table.formatted("nearly-empty", Metric.TOTAL_BYTES.label(), "\"7\"") + "]}",
                "{\"date\": 1}")) {
            Files.writeString(json, wrong);
            assertThrows(IOException.class, () -> saved("smoke.json").write(), wrong);
        }
        assertThrows(IOException.class, () -> saved("quick.json").write());
        for (List<String> wrong : List.of(
                List.<String>of(), List.of("huge.json"), List.of("full.md"), List.of("full.json", "--readme"))) {
            assertThrows(IllegalArgumentException.class, () -> SavedResults.of(wrong), wrong::toString);
        }
    }

    /** One JVM of its own, as in a comparison that counts. */
    @Test
    void aTaskInAJvmOfItsOwn() throws IOException, InterruptedException {
        String report = compare("--scale", "smoke", "--forks", "1", "--only", "nearly-empty");
        assertTrue(report.contains("\n| size-bins | "), report);
        assertFalse(report.contains("## steady-state"), report);
        assertTrue(progress.toString(StandardCharsets.UTF_8).contains("1 of 1: nearly-empty"));
    }

    /** All contenders of exact best fit count the same sections, and no design's cost is out of proportion. */
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
            {"--scale", "huge"}, {"--only", "nothing"}, {"--nonsense", "1"}, {"--out"}, {"--forks", "-1"}
        }) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> Comparison.of(List.of(wrong), "", System.err),
                    () -> String.join(" ", wrong));
        }
    }
}
