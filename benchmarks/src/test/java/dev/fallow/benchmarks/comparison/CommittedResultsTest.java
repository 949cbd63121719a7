package dev.fallow.benchmarks.comparison;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The texts of the committed results are equal to those that the current program generates from the committed numbers:
 * after a change to a text, run {@code report} again.
 */
class CommittedResultsTest {
    private static final Path RESULTS = Path.of("results");
    private static final Pattern LINK = Pattern.compile("]\\(([^)#]+)");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "bitmap-pages",
                "aged-bitmaps",
                "aging-seeds",
                "read-optimized",
                "read-optimized-search",
                "read-optimized-arrays",
                "objects",
                "object-rewrites",
                "own-list",
                "object-sizes",
                "report-2008",
                "matball",
                "traces",
                "commit-policies",
                "tournament"
            })
    void textsAreThoseOfTheNumbers(String name) throws IOException {
        Path folder = RESULTS.resolve(name);
        SavedResults saved = SavedResults.read(folder.resolve("full.json"));
        assertEquals(
                MarkdownReport.of(saved.facts(), saved.results()),
                Files.readString(folder.resolve("full.md")),
                () -> "run: report benchmarks/results/" + name + "/full.json");
    }

    @Test
    void theReadmeHasTheSummary() throws IOException {
        SavedResults saved = SavedResults.read(RESULTS.resolve("full.json"));
        String summary = MarkdownReport.summary(saved.facts(), saved.results(), "results/");
        assertTrue(
                Files.readString(Path.of("README.md"))
                        .contains("<!-- results: begin -->\n\n" + summary + "\n<!-- results: end -->"),
                "run: report benchmarks/results/full.json --readme benchmarks/README.md");
    }

    /** "Within 8.5 %", tournament/README.md. */
    @Test
    void theStatementAboutExactBestFit() throws IOException {
        Results results = SavedResults.read(RESULTS.resolve("tournament").resolve("full.json"))
                .results();
        Results.Table peaks = new Results.Table("tournament", "every policy", Metric.PEAK_EXTENT);
        for (String policy : List.of("ordered", "size bins", "linked list")) {
            double most = results.columns(peaks).stream()
                    .filter(trace -> !trace.equals("datasets"))
                    .mapToDouble(trace -> Numbers.median(results.samples(peaks, policy, trace)))
                    .max()
                    .orElseThrow();
            assertEquals(1.085, most, 0.0005, policy);
        }
    }

    /** Every link has an existing target, and every picture is used. */
    @Test
    void linksAndPictures() throws IOException {
        Set<Path> shown = new TreeSet<>();
        for (Path text : Stream.concat(Stream.of(Path.of("README.md")), files(".md").stream())
                .toList()) {
            Matcher link = LINK.matcher(Files.readString(text));
            while (link.find()) {
                if (!link.group(1).contains("://")) {
                    Path target = text.resolveSibling(link.group(1)).normalize();
                    assertTrue(Files.exists(target), () -> text + " links to " + target);
                    shown.add(target);
                }
            }
        }
        List<Path> forgotten = files(".png").stream()
                .filter(picture -> !shown.contains(picture))
                .toList();
        assertEquals(List.of(), forgotten, "pictures that no text shows");
    }

    private static List<Path> files(String extension) throws IOException {
        try (Stream<Path> all = Files.walk(RESULTS)) {
            return all.filter(file -> file.toString().endsWith(extension)).collect(Collectors.toList());
        }
    }
}
