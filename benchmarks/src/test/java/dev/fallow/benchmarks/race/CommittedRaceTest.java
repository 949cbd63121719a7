package dev.fallow.benchmarks.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The committed texts of the race are equal to those that the current program generates from the committed numbers. */
class CommittedRaceTest {
    private static final Path RESULTS = Path.of("results", "race");

    @Test
    void textsAreThoseOfTheNumbers() throws IOException {
        SavedRace race = SavedRace.read(RESULTS.resolve("full.json"));
        String advice = "run: report benchmarks/results/race/full.json --readme benchmarks/README.md";
        assertEquals(race.report(), Files.readString(RESULTS.resolve("full.md")), advice);
        assertEquals(race.summary(), Files.readString(RESULTS.resolve("full-summary.md")), advice);
        String readme = Files.readString(Path.of("README.md"));
        assertTrue(
                readme.contains("<!-- race: begin -->\n\n" + race.answer("results/race/") + "\n<!-- race: end -->"),
                advice);
    }
}
