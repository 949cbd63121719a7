package dev.fallow.research;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each test that {@code docs/explanation/papers.md} names exists, and so do the files to which it links. */
class PapersPageTest {
    private static final Path ROOT = Path.of("..", "..");
    private static final Path PAGE = ROOT.resolve("docs").resolve("explanation").resolve("papers.md");

    @Test
    void theTestsExist() throws IOException {
        Matcher names = Pattern.compile("`(\\w+Test)\\.(\\w+)`").matcher(Files.readString(PAGE));
        List<String> missing = new ArrayList<>();
        int found = 0;
        while (names.find()) {
            found++;
            if (!has(names.group(1), names.group(2))) {
                missing.add(names.group());
            }
        }
        assertEquals(List.of(), missing);
        assertTrue(found > 10, "tests named: " + found);
    }

    private static boolean has(String test, String method) throws IOException {
        for (String module : new String[] {"benchmarks/research", "benchmarks"}) {
            try (Stream<Path> files =
                    Files.walk(ROOT.resolve(module).resolve("src").resolve("test"))) {
                for (Path file :
                        files.filter(path -> path.endsWith(test + ".java")).toList()) {
                    if (Files.readString(file).contains(" void " + method + "(")) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    @Test
    void theLinksExist() throws IOException {
        Matcher links = Pattern.compile("]\\(([^)#]+)").matcher(Files.readString(PAGE));
        while (links.find()) {
            Path target = PAGE.resolveSibling(links.group(1));
            assertTrue(Files.exists(target), target.toString());
        }
    }

    /** No entry is without a test. */
    @Test
    void eachEntryNamesATest() throws IOException {
        List<String> without = new ArrayList<>();
        for (String entry : Files.readString(PAGE).split("\n- ")) {
            if (entry.startsWith("**") || entry.startsWith("\"")) {
                String first = entry.lines().findFirst().orElseThrow();
                if (!entry.matches("(?s).*`\\w+Test\\.\\w+`.*")) {
                    without.add(first);
                }
            }
        }
        assertEquals(List.of(), without);
    }
}
