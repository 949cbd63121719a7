package dev.fallow.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.oracle.Corpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Each number in the tables of the comparison is in the committed results that the table sums up. */
class ComparisonPageTest {
    private static final Path PAGE = Path.of("docs", "explanation", "comparison.md");
    private static final Path RESULTS = Corpus.repository().resolve("benchmarks/results");
    private static final Pattern NUMBER = Pattern.compile("(?<![\\w.,])\\d[\\d,]*(?<!,)(?:\\.\\d+)?");
    private static final Map<String, List<String>> SOURCES = Map.of(
            "Free-space managers", List.of("full.md"),
            "Whole files", List.of("race/full-summary.md", "race/large/full-summary.md"),
            "Elements", List.of("data/full.md", "data/rewriting/full.md"));

    @Test
    void numbersAreThoseOfTheResults() throws IOException {
        Set<String> unknown = new TreeSet<>();
        Set<String> measured = Set.of();
        int checked = 0;
        for (String line : Documents.lines(PAGE)) {
            if (line.startsWith("## ")) {
                measured = numbers(SOURCES.getOrDefault(line.substring(3), List.of()));
            } else if (line.startsWith("| ") && !line.contains("approximate number") && !measured.isEmpty()) {
                String[] cells = cells(line);
                for (int i = 1; i < cells.length; i++) {
                    Matcher matcher = NUMBER.matcher(cells[i]);
                    while (matcher.find()) {
                        checked++;
                        if (!measured.contains(matcher.group())) {
                            unknown.add(line + ": " + matcher.group());
                        }
                    }
                }
            }
        }
        assertThat(unknown).isEmpty();
        assertThat(checked).isGreaterThan(100);
    }

    private static String[] cells(String line) {
        return Arrays.stream(line.substring(1).split("\\|"))
                .map(cell -> cell.replace("**", "").strip())
                .toArray(String[]::new);
    }

    private static Set<String> numbers(List<String> files) throws IOException {
        Set<String> found = new HashSet<>();
        for (String file : files) {
            Matcher matcher = NUMBER.matcher(Files.readString(RESULTS.resolve(file)));
            while (matcher.find()) {
                found.add(matcher.group());
            }
        }
        return found;
    }
}
