package dev.fallow.benchmarks.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The committed texts of the race are equal to those that the current program generates from the committed numbers. */
class CommittedRaceTest {
    private static final Path RESULTS = Path.of("results", "race");

    @ParameterizedTest
    @ValueSource(strings = {"", "large"})
    void textsAreThoseOfTheNumbers(String which) throws IOException {
        Path folder = RESULTS.resolve(which);
        SavedRace race = SavedRace.read(folder.resolve("full.json"));
        String advice = "run: report " + folder.resolve("full.json");
        assertEquals(race.report(), Files.readString(folder.resolve("full.md")), advice);
        assertEquals(race.summary(), Files.readString(folder.resolve("full-summary.md")), advice);
    }

    @ParameterizedTest
    @CsvSource({"README.md, results/race/", "../docs/explanation/comparison.md, ../../benchmarks/results/race/"})
    void documentsContainTheAnswer(String document, String folder) throws IOException {
        SavedRace race = SavedRace.read(RESULTS.resolve("full.json"));
        assertTrue(
                Files.readString(Path.of(document))
                        .contains("<!-- race: begin -->\n\n" + race.answer(folder) + "\n<!-- race: end -->"),
                () -> "run: report benchmarks/results/race/full.json --readme " + document);
    }
}
