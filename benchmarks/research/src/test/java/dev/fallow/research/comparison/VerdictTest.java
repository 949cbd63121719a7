package dev.fallow.research.comparison;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.research.comparison.verdict.VerdictPage;
import dev.fallow.research.tournament.Requests;
import dev.fallow.research.tournament.TraceSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The page of verdicts is computed from the committed results, and says something else if they are others. */
class VerdictTest {
    private static final Path RESULTS = Path.of("..", "results");
    private static final String TOURNAMENT = "tournament";
    private static final String GROUP = "every policy";

    @Test
    void thePageIsThatOfTheResults() throws IOException {
        assertEquals(
                Files.readString(Path.of("..", "..", "docs", "explanation", "verdict.md")),
                VerdictCommand.page(RESULTS),
                "run: verdict, from the root of the repository");
    }

    /** A copy of the tournament's results in which some numbers are others. */
    private static String page(Metric metric, String row, String column, DoubleUnaryOperator change)
            throws IOException {
        Map<String, SavedResults> sources = VerdictCommand.sources(RESULTS);
        Results old = sources.get(TOURNAMENT).results();
        Results changed = new Results(old.scale());
        for (Results.Table table : old.tables(TOURNAMENT)) {
            for (String contender : old.contenders(table)) {
                for (String trace : old.columns(table)) {
                    boolean affected = table.metric() == metric && contender.startsWith(row) && trace.equals(column);
                    for (double value : old.samples(table, contender, trace)) {
                        double found = affected ? change.applyAsDouble(value) : value;
                        changed.add(TOURNAMENT, table.group(), trace, contender, table.metric(), found);
                    }
                }
            }
        }
        sources.put(TOURNAMENT, new SavedResults(sources.get(TOURNAMENT).facts(), changed));
        return VerdictPage.of(sources);
    }

    /** The row of the winners of a trace. */
    private static String winners(String page, String trace) {
        return page.lines()
                .filter(line -> line.startsWith("| `" + trace + "` | "))
                .reduce((first, last) -> last)
                .orElseThrow();
    }

    @Test
    void unchangedNumbersGiveTheSamePage() throws IOException {
        assertEquals(VerdictCommand.page(RESULTS), page(Metric.NANOS, "nothing", "groups", value -> 0));
    }

    @Test
    void anotherWinnerIsNamed() throws IOException {
        String page = page(Metric.NANOS, "MatBall 64 KB, λ 16", "web objects", value -> value / 1000);
        assertTrue(winners(page, "web objects").contains("| **MatBall** |"), winners(page, "web objects"));
        assertNotEquals(winners(VerdictCommand.page(RESULTS), "web objects"), winners(page, "web objects"));
    }

    /** Whoever is first: if its numbers are scattered, or it is ahead by less than the margin, nothing is decided. */
    @Test
    void aTieIsNotDecided() throws IOException {
        GroupNumbers numbers =
                new GroupNumbers(VerdictCommand.sources(RESULTS).get(TOURNAMENT).results(), TOURNAMENT, GROUP);
        String column = "groups";
        String best = least(numbers, column, "nothing");
        assertFalse(
                winners(VerdictCommand.page(RESULTS), column).split("\\|")[4].contains("not decided"));
        String design = best.substring(0, best.indexOf(' '));
        int[] round = {0};
        String scattered = page(Metric.NANOS, design, column, value -> ++round[0] % 2 == 0 ? value / 2 : 3 * value);
        assertTrue(winners(scattered, column).split("\\|")[4].contains("not decided"), winners(scattered, column));
        String next = least(numbers, column, design);
        double lead = numbers.value(Metric.NANOS, next, column) / numbers.value(Metric.NANOS, best, column);
        String near = page(Metric.NANOS, design, column, value -> value * lead * 0.995);
        assertTrue(winners(near, column).split("\\|")[4].contains("not decided"), winners(near, column));
    }

    private static String least(GroupNumbers numbers, String column, String without) {
        return numbers.rows(Metric.NANOS).stream()
                .filter(row -> !row.startsWith(without))
                .min((a, b) ->
                        Double.compare(numbers.value(Metric.NANOS, a, column), numbers.value(Metric.NANOS, b, column)))
                .orElseThrow();
    }

    /** A sentence whose numbers say the opposite is marked as wrong, and one in between as not decided. */
    @Test
    void sentencesHaveTwoSides() throws IOException {
        String sentence = "| Nothing is released: `linked list`";
        assertTrue(line(VerdictCommand.page(RESULTS), sentence).contains(" | yes | "));
        String slow = page(Metric.NANOS, "linked list", "web objects, kept", value -> 100 * value);
        assertTrue(line(slow, sentence).contains(" | **no** | "), line(slow, sentence));
        int[] round = {0};
        String sometimes = page(
                Metric.NANOS, "linked list", "web objects, kept", value -> ++round[0] % 2 == 0 ? 100 * value : value);
        assertTrue(line(sometimes, sentence).contains(" | **not decided** | "), line(sometimes, sentence));
    }

    /** Each sentence, trace and winner has the date and commit of its numbers, also if a part was measured later. */
    @Test
    void whenTheNumbersWereMeasured() throws IOException {
        Map<String, SavedResults> sources = VerdictCommand.sources(RESULTS);
        Map<String, String> facts = new HashMap<>();
        facts.put("date", "2001-02-03");
        facts.put("groups: date", "2004-05-06");
        facts.put("groups: commit", "abc");
        sources.put(TOURNAMENT, new SavedResults(facts, sources.get(TOURNAMENT).results()));
        String page = VerdictPage.of(sources);
        assertTrue(line(page, "| `groups` | ").endsWith(" | 2004-05-06, abc |"));
        assertTrue(winners(page, "groups").endsWith(" | 2004-05-06, abc |"), winners(page, "groups"));
        assertTrue(winners(page, "nested").endsWith(" | 2001-02-03, unknown |"), winners(page, "nested"));
        String several = line(page, "| Blocks of a container: `ordered` needs");
        assertTrue(several.endsWith(" | 2004-05-06, abc; 2001-02-03, unknown |"), several);
        String disks = line(page, "| Striped disks, large files in sequence (SC, TP), extents");
        String date = sources.get("read-optimized").facts().get("date");
        assertTrue(disks.contains(" | " + date + ", "), disks);
    }

    /** Where it has more than the best by a margin, and only there. */
    @Test
    void whereOrderedLoses() throws IOException {
        String row = "| least time | web objects, kept | `";
        String slow = page(Metric.NANOS, "ordered", "web objects, kept", value -> 100 * value);
        assertTrue(line(slow, row).startsWith(row + "linked list` | "), line(slow, row));
        String fast = page(Metric.NANOS, "ordered", "web objects, kept", value -> value / 100);
        assertFalse(fast.contains("\n" + row + "linked list` | "));
        assertTrue(fast.contains("\n| least time | web objects, kept | `ordered` | "), "in the table of all numbers");
    }

    private static String line(String page, String start) {
        return page.lines().filter(line -> line.startsWith(start)).findFirst().orElseThrow();
    }

    /** What the page says about the blocks of the traces. */
    @Test
    void theBlocksOfTheTraces() throws IOException {
        TraceSource.Amounts few = new TraceSource.Amounts(500, 2_000, 64, 1_000, 64, 1_000);
        long[] groups = sizes(TraceSource.GROUPS, few);
        assertEquals(39, groups[groups.length / 10]);
        assertEquals(39, groups[groups.length * 9 / 10]);
        long[] datasets = sizes(TraceSource.DATASETS, few);
        assertTrue(datasets[datasets.length / 2] < 100, "metadata");
        assertEquals(4_000, datasets[datasets.length * 9 / 10]);
        assertEquals(4_000_000, datasets[datasets.length - 1]);
        long[] nested = sizes(TraceSource.NESTED, new TraceSource.Amounts(2_500, 10, 64, 10, 64, 10));
        assertTrue(nested[nested.length / 2] < 100, "metadata");
        assertEquals(400, nested[nested.length * 9 / 10]);
        long mean = (long) Arrays.stream(sizes(TraceSource.WEB_OBJECTS_KEPT, few))
                .average()
                .orElseThrow();
        assertTrue(mean > 2_500 && mean < 5_000, "mean " + mean);
        long[] files = sizes(TraceSource.FILE_SYSTEM, few);
        assertEquals(1_024, files[0]);
        assertEquals(128 << 10, files[files.length - 1], 32 << 10);
        Requests kept = Requests.of(TraceSource.WEB_OBJECTS_KEPT.record(few, 1));
        assertEquals(kept.count(), kept.blocks(), "none deleted");
        Requests replaced = Requests.of(TraceSource.WEB_OBJECTS.record(few, 1));
        assertEquals(3 * kept.blocks(), replaced.blocks(), "each rewritten, as many replaced");
    }

    private static long[] sizes(TraceSource source, TraceSource.Amounts amounts) throws IOException {
        Requests requests = Requests.of(source.record(amounts, 1));
        return IntStream.range(0, requests.count())
                .mapToLong(requests::size)
                .filter(size -> size > 0)
                .sorted()
                .toArray();
    }
}
