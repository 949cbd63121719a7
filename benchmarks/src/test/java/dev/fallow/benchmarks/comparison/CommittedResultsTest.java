package dev.fallow.benchmarks.comparison;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is said of the committed results is what this program says of their numbers today: where a text was changed, {@code
 * report} has to make it again.
 */
class CommittedResultsTest {
    private static final Path RESULTS = Path.of("results");
    private static final Pattern PICTURE = Pattern.compile("!\\[[^]]*\\]\\(([^)]*)\\)");

    private static String report(Path folder, String way) throws IOException {
        return SavedResults.of(List.of(folder.resolve("full.json").toString())).text(way);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "bitmap-pages", "read-optimized", "objects", "matball", "traces", "commit-policies"})
    void textsAreThoseOfTheNumbers(String name) throws IOException {
        Path folder = RESULTS.resolve(name);
        String text = Files.readString(folder.resolve("full.md"));
        assertEquals(report(folder, ""), text, () -> "run: report benchmarks/results/" + name + "/full.json");
        Matcher pictures = PICTURE.matcher(text);
        while (pictures.find()) {
            assertTrue(Files.exists(folder.resolve(pictures.group(1))), pictures.group(1));
        }
    }

    @Test
    void theReadmeHasTheResults() throws IOException {
        String readme = Files.readString(Path.of("README.md"));
        assertTrue(
                readme.contains(
                        "<!-- results: begin -->\n\n" + report(RESULTS, "results/") + "\n<!-- results: end -->"),
                "run: report benchmarks/results/full.json --readme benchmarks/README.md");
    }
}
