package dev.fallow.research.comparison.bitmap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.research.comparison.Claims.Verdict;
import dev.fallow.research.comparison.GroupNumbers;
import dev.fallow.research.comparison.Metric;
import dev.fallow.research.comparison.Results;
import dev.fallow.research.comparison.Scale;
import dev.fallow.research.comparison.bitmap.Codings.Coding;
import dev.fallow.research.page.PrintedSearch.Shortcuts;
import dev.fallow.research.page.Search;
import dev.fallow.research.report.Interval;
import java.util.List;
import org.junit.jupiter.api.Test;

class CodingsTest {
    private static final Interval LOWEST = new Interval(4, 3.5, 4.5);
    private static final Interval HIGHEST = new Interval(20, 18, 22);

    @Test
    void theVerdictIsThatOfTheInterval() {
        assertEquals(Verdict.YES, Codings.verdict(14, LOWEST, HIGHEST));
        assertEquals(Verdict.YES, Codings.verdict(4.5, LOWEST, HIGHEST));
        assertEquals(Verdict.UNDECIDED, Codings.verdict(4, LOWEST, HIGHEST));
        assertEquals(Verdict.UNDECIDED, Codings.verdict(20, LOWEST, HIGHEST));
        assertEquals(Verdict.NO, Codings.verdict(3.4, LOWEST, HIGHEST));
        assertEquals(Verdict.NO, Codings.verdict(22.1, LOWEST, HIGHEST));
        assertEquals(Verdict.NO, Codings.verdict(14, LOWEST, LOWEST));
    }

    @Test
    void theSmallestDifferenceThatWouldHaveFailed() {
        assertEquals("1.57 times more: above 22", Codings.smallestDifference(14, LOWEST, HIGHEST));
        assertEquals("2 times less: below 3.50", Codings.smallestDifference(7, LOWEST, HIGHEST));
        assertEquals("fails by a factor of 2", Codings.smallestDifference(44, LOWEST, HIGHEST));
        assertEquals("fails by a factor of 2", Codings.smallestDifference(1.75, LOWEST, HIGHEST));
    }

    /** Each search over each loop of its own language; the rows in C count if they are there. */
    @Test
    void searchesAreDividedByLoopsOfTheirLanguage() {
        Results results = new Results(Scale.SMOKE);
        String column = "8 blocks";
        add(results, column, Search.paper(Shortcuts.NONE, 64), 4);
        add(results, column, Search.hoisted(64), 8);
        add(results, column, Search.unrolled(64), 24);
        add(results, column, Search.loop(64), 0.5);
        GroupNumbers numbers = new GroupNumbers(results, "e", "g");
        List<Coding> java = new Codings(numbers).searchOverLoop(64, column);
        assertEquals(
                List.of(4.0, 8.0, 8.0, 16.0, 24.0, 48.0),
                java.stream().map(coding -> coding.ratio().middle()).toList());
        Codings statements = new Codings(numbers);
        statements.add("14 times", 14, java);
        assertTrue(
                statements.table().contains("| 14 times | 4: as printed / loop | 48: unrolled / loop by word | yes |"),
                statements.table());
        assertFalse(statements.table().contains("C -O"), statements.table());
        for (int width : Search.WIDTHS) {
            add(results, column, CompiledPages.search("-O3", width), 60);
            add(results, column, CompiledPages.loopByWord("-O3", width), 6);
        }
        List<Coding> all = new Codings(numbers).searchOverLoop(64, column);
        assertEquals(8, all.size());
        assertEquals(new Coding("C -O3 / loop", Interval.exactly(60)), all.get(6));
        assertEquals(new Coding("C -O3 / loop by word", Interval.exactly(10)), all.get(7));
    }

    private static void add(Results results, String column, String row, double value) {
        results.add("e", "g", column, row, Metric.LOOP_SPEEDUP, value);
    }
}
