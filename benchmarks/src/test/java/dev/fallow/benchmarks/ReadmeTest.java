package dev.fallow.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The README of this module is short, and begins with the answer: one table, one picture; then the command. */
class ReadmeTest {
    @Test
    void beginsWithTheAnswer() throws IOException {
        List<String> lines = Files.readAllLines(Path.of("README.md"));
        assertTrue(lines.size() <= 150, () -> lines.size() + " lines");
        List<String> answer = lines.subList(0, lines.indexOf("```"));
        assertEquals(1, answer.stream().filter(line -> line.startsWith("|---")).count(), "tables");
        assertEquals(1, answer.stream().filter(line -> line.startsWith("![")).count(), "pictures");
        List<String> command = lines.subList(answer.size(), answer.size() + 5);
        assertTrue(command.stream().anyMatch(line -> line.startsWith("bench CreateDelete ")), command::toString);
    }
}
