package dev.fallow.benchmarks.lookup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** A small run: every row is there, what was read is as expected, and no file is left. */
class LookupCommandTest {
    @TempDir
    private Path folder;

    @Test
    void eachRowIsMeasured() throws Exception {
        StringWriter out = new StringWriter();
        CommandLine line = new CommandLine(new LookupCommand()).setOut(new PrintWriter(out));
        assertEquals(
                0, line.execute("--objects=300", "--datasets=50", "--groups=30", "--rounds=1", "--work=" + folder));
        for (String row : List.of(
                "| 3000 times: opening a file of 300 groups",
                "| listing the names of 300 groups",
                "| reading 50 datasets",
                "| creating 30 groups",
                "bytes written per commit")) {
            assertTrue(out.toString().contains(row), out::toString);
        }
        try (var left = Files.list(folder)) {
            assertEquals(0, left.count());
        }
    }
}
