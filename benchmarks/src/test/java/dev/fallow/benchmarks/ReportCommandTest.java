package dev.fallow.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The texts of a comparison and of a race, from their numbers alone. */
class ReportCommandTest {
    private static final Path RESULTS = Path.of("results");

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter errors = new StringWriter();

    private int report(Object... arguments) {
        CommandLine line = new CommandLine(new ReportCommand());
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(errors, true));
        return line.execute(Stream.of(arguments).map(Object::toString).toArray(String[]::new));
    }

    private Path copy(Path results) throws IOException {
        return Files.copy(results.resolve("full.json"), folder.resolve("full.json"));
    }

    private void assertPrintedAndWritten(Path results) throws IOException {
        String text = Files.readString(results.resolve("full.md"));
        assertEquals(text, Files.readString(folder.resolve("full.md")));
        assertEquals(text + "\n", out.toString().replace(System.lineSeparator(), "\n"));
    }

    @Test
    void ofAComparisonWithEveryPlot() throws IOException {
        Path results = RESULTS.resolve("traces");
        Path plots = folder.resolve("plots");
        assertEquals(0, report(copy(results), "--plots", plots), errors::toString);
        assertPrintedAndWritten(results);
        try (Stream<Path> files = Files.list(plots)) {
            assertTrue(files.findAny().isPresent());
        }
    }

    @Test
    void ofARace() throws IOException {
        Path results = RESULTS.resolve("race");
        Path numbers = copy(results);
        assertEquals(2, report(numbers, "--plots", folder));
        assertEquals(0, report(numbers), errors::toString);
        assertPrintedAndWritten(results);
    }

    @Test
    void wrongUsage() {
        assertEquals(2, report());
        assertEquals(2, report("full.json", "--readme"));
        assertEquals(2, report("full.json", "more"));
    }
}
