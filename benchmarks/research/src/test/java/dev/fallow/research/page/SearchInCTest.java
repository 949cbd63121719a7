package dev.fallow.research.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fallow.research.page.PrintedSearch.Shortcuts;
import dev.fallow.research.page.SearchInC.Three;
import dev.fallow.research.search.RunSearch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The coding in C gives the answers of the one in Java. */
class SearchInCTest {
    private static final long SEED = Long.getLong("fallow.seed", 9);

    /** Random words, for each width and level of optimisation. */
    @Test
    void theCodingInCFindsWhatTheInterpreterFinds() throws IOException {
        assumeTrue(
                SearchInC.version(SearchInC.COMPILER).isPresent(),
                "skipped: there is no C compiler " + SearchInC.COMPILER);
        SplittableRandom random = new SplittableRandom(SEED);
        List<long[]> maps = new ArrayList<>();
        List<Integer> lengths = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            maps.add(RandomMaps.of(random, 1 + random.nextInt(4)));
            lengths.add(1 + random.nextInt(80));
        }
        for (String level : SearchInC.LEVELS) {
            for (int width : Search.WIDTHS) {
                RunSearch printed = new PrintedSearch(width, Shortcuts.NONE);
                try (SearchInC inC =
                        SearchInC.compiled(SearchInC.COMPILER, width, level).orElseThrow()) {
                    List<Three> found = inC.find(maps, lengths);
                    assertEquals(maps.size(), found.size());
                    for (int i = 0; i < maps.size(); i++) {
                        long expected = printed.search(maps.get(i), lengths.get(i));
                        assertEquals(
                                new Three(expected, expected, expected),
                                found.get(i),
                                "fallow.seed=" + SEED + ", map " + i + ", " + width + " bits, " + level);
                    }
                }
            }
        }
    }

    @Test
    void roundsAreTimed() throws IOException {
        assumeTrue(
                SearchInC.version(SearchInC.COMPILER).isPresent(),
                "skipped: there is no C compiler " + SearchInC.COMPILER);
        try (SearchInC inC = SearchInC.compiled(SearchInC.COMPILER, 64, "-O1").orElseThrow()) {
            List<Three> rounds = inC.nanos(new long[1024], 8, 3, 10_000);
            assertEquals(3, rounds.size());
            rounds.forEach(round ->
                    assertTrue(round.loop() > 0 && round.loopByWord() > 0 && round.search() > 0, round::toString));
        }
    }

    @Test
    void withoutACompilerThereIsNone() throws IOException {
        assertEquals(Optional.empty(), SearchInC.version("no-such-compiler"));
        assertTrue(SearchInC.compiled("no-such-compiler", 8, "-O1").isEmpty());
    }

    @Test
    void anErrorOfTheCompilerIsReported() throws IOException {
        assumeTrue(
                SearchInC.version(SearchInC.COMPILER).isPresent(),
                "skipped: there is no C compiler " + SearchInC.COMPILER);
        String message = assertThrows(IOException.class, () -> SearchInC.compiled(SearchInC.COMPILER, 9, "-O1"))
                .getMessage();
        assertTrue(message.contains("exit code"), message);
    }
}
