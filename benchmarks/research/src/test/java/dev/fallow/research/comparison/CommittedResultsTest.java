package dev.fallow.research.comparison;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.research.comparison.experiment.TunedQuickFit;
import dev.fallow.research.comparison.experiment.Unstated;
import dev.fallow.research.policy.matball.DeletionRule;
import dev.fallow.research.report.Interval;
import dev.fallow.research.report.ReportNumbers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The texts of the committed results are equal to those that the current program generates from the committed numbers:
 * after a change to a text, run {@code report} again.
 */
class CommittedResultsTest {
    private static final Path RESULTS = Path.of("..", "results");
    private static final Path README = Path.of("..", "README.md");
    private static final Pattern LINK = Pattern.compile("]\\(([^)#]+)");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "bitmap-pages",
                "aged-bitmaps",
                "aging-seeds",
                "aged-traces",
                "read-optimized",
                "read-optimized-search",
                "read-optimized-arrays",
                "objects",
                "objects-in-turns",
                "object-rewrites",
                "own-list",
                "own-list-parameters",
                "object-sizes",
                "report-2008",
                "matball",
                "matball-files",
                "traces",
                "commit-policies",
                "tournament",
                "reallocation",
                "tournament-readings",
                "unstated"
            })
    void textsAreThoseOfTheNumbers(String name) throws IOException {
        Path folder = RESULTS.resolve(name);
        SavedResults saved = SavedResults.read(folder.resolve("full.json"));
        assertEquals(
                MarkdownReport.of(saved.facts(), saved.results()),
                Files.readString(folder.resolve("full.md")),
                () -> "run: report benchmarks/results/" + name + "/full.json");
    }

    @Test
    void theReadmeHasTheSummary() throws IOException {
        SavedResults saved = SavedResults.read(RESULTS.resolve("full.json"));
        String summary = MarkdownReport.summary(saved.facts(), saved.results(), "");
        assertTrue(
                Files.readString(RESULTS.resolve("README.md"))
                        .contains("<!-- results: begin -->\n\n" + summary + "\n<!-- results: end -->"),
                "run: report benchmarks/results/full.json --readme benchmarks/results/README.md");
    }

    /** "Within 8 %", tournament/README.md. */
    @Test
    void theStatementAboutExactBestFit() throws IOException {
        Results results = SavedResults.read(RESULTS.resolve("tournament").resolve("full.json"))
                .results();
        Results.Table peaks = new Results.Table("tournament", "every policy", Metric.PEAK_EXTENT);
        for (String policy : List.of("ordered", "size bins", "linked list")) {
            double most = results.columns(peaks).stream()
                    .filter(trace -> !trace.equals("datasets"))
                    .mapToDouble(trace -> ReportNumbers.median(results.samples(peaks, policy, trace)))
                    .max()
                    .orElseThrow();
            assertEquals(1.08, most, 0.005, policy);
        }
    }

    /** The numbers of tournament/README.md, in both directions. */
    @Test
    void theReasonsOfTheTournament() throws IOException {
        GroupNumbers numbers = new GroupNumbers(of("tournament"), "tournament", "every policy");
        Metric peak = Metric.PEAK_EXTENT;
        assertEquals(1.07, numbers.value(peak, "ordered", "file system, small"), 0.005);
        assertEquals(1.02, numbers.value(peak, "restricted buddy 5/2", "file system, small"), 0.005);
        assertEquals(1.014, numbers.value(peak, "ordered", "file system"), 0.001);
        assertEquals(1.02, numbers.value(peak, "restricted buddy 5/2", "file system"), 0.005);
        List<String> replaced = List.of("web objects", "file system, small", "file system");
        between(1.5, 1.95, numbers, peak, "PMFLF, w", replaced);
        between(1.055, 1.195, numbers, peak, "PMFLF, one", replaced);
        between(1.8, 3.85, numbers, peak, "MatBall", List.of("web objects, kept"));
        List<String> groups = List.of("groups");
        between(1.75, 1.85, numbers, peak, "PMFLF", groups);
        between(25.5, 26.5, numbers, peak, "restricted", groups);
        between(104, 106, numbers, peak, "fixed 4", groups);
        between(415, 425, numbers, peak, "fixed 16", groups);
        List<String> containers = List.of("groups", "datasets", "nested");
        between(29, 37, numbers, Metric.NANOS, "fixed", containers);
        between(40, 57, numbers, Metric.NANOS, "PMFLF", containers);
        between(65, 83, numbers, Metric.NANOS, "bitmap 4", containers);
        between(78, 90, numbers, Metric.NANOS, "ordered", containers);
        List<String> attributes = List.of("attributes");
        between(20, 22, numbers, Metric.NANOS, "linked list", attributes);
        between(30, 37, numbers, Metric.NANOS, "PMFLF", attributes);
        between(45, 47, numbers, Metric.NANOS, "size bins", attributes);
        between(68, 70, numbers, Metric.NANOS, "ordered", attributes);
        between(1.65, 6.25, numbers, peak, "MatBall", replaced);
        assertEquals(32_000, numbers.value(Metric.NANOS, "linked list", "web objects"), 1_500);
        between(2_000, 2_900, numbers, Metric.NANOS, "PMFLF, one", List.of("file system"));
        between(200, 300, numbers, Metric.NANOS, "PMFLF, w", List.of("file system"));
        between(1_000, 1_440, numbers, Metric.METADATA_WRITES, "PMFLF", numbers.columns(peak));
        between(1_000, 2_010, numbers, Metric.BITMAP_WRITES, "", numbers.columns(peak));
        between(1.6, 1.75, numbers, Metric.PIECES, "restricted", List.of("web objects"));
        between(1.9, 3.3, numbers, Metric.PIECES, "restricted", List.of("file system, small", "file system"));
        between(1, 1.065, numbers, Metric.PIECES, "MatBall", numbers.columns(peak));
    }

    private static void between(
            double least, double most, GroupNumbers numbers, Metric metric, String rows, List<String> columns) {
        double[] range = ReportNumbers.range(numbers.rows(metric).stream()
                .filter(row -> row.startsWith(rows))
                .flatMap(row -> columns.stream().map(column -> numbers.value(metric, row, column)))
                .toList());
        assertTrue(range[0] >= least && range[1] <= most, metric + " of " + rows + ": " + Arrays.toString(range));
    }

    /** Every link has an existing target, and every picture is used. */
    @Test
    void linksAndPictures() throws IOException {
        Set<Path> shown = new TreeSet<>();
        for (Path text : Stream.concat(Stream.of(README), files(".md").stream()).toList()) {
            Matcher link = LINK.matcher(Files.readString(text));
            while (link.find()) {
                if (!link.group(1).contains("://")) {
                    Path target = text.resolveSibling(link.group(1)).normalize();
                    assertTrue(Files.exists(target), () -> text + " links to " + target);
                    shown.add(target);
                }
            }
        }
        List<Path> forgotten = files(".png").stream()
                .filter(picture -> !shown.contains(picture))
                .toList();
        assertEquals(List.of(), forgotten, "pictures that no text shows");
    }

    private static List<Path> files(String extension) throws IOException {
        try (Stream<Path> all = Files.walk(RESULTS)) {
            return all.filter(file -> file.toString().endsWith(extension)).collect(Collectors.toList());
        }
    }

    private static Set<Metric> measured(Results results, String group) {
        return results.tables("read-optimized").stream()
                .filter(table -> table.group().equals(group))
                .map(Results.Table::metric)
                .collect(Collectors.toSet());
    }

    /**
     * Seltzer and Stonebraker: "figures 1e and 1f also indicate that the higher grow factor provides better throughput".
     * Figure 1 is fragmentation, and throughput is figure 2, as in the captions; here both have the paper's numbers.
     */
    @Test
    void throughputByGrowFactorIsInFigureTwo() throws IOException {
        Results results = SavedResults.read(RESULTS.resolve("read-optimized").resolve("full.json"))
                .results();
        Set<Metric> throughput = Set.of(Metric.APPLICATION, Metric.SEQUENTIAL);
        Set<Metric> fragmentation = Set.of(Metric.INTERNAL_FRAGMENTATION, Metric.EXTERNAL_FRAGMENTATION);
        for (String workload : List.of("SC", "TP", "TS")) {
            Set<Metric> one = measured(results, "figure 1, " + workload);
            Set<Metric> two = measured(results, "figure 2, " + workload);
            assertTrue(one.containsAll(fragmentation) && Collections.disjoint(one, throughput), workload + one);
            assertTrue(two.containsAll(throughput) && Collections.disjoint(two, fragmentation), workload + two);
        }
    }

    private static Results of(String folder) throws IOException {
        return SavedResults.read(RESULTS.resolve(folder).resolve("full.json")).results();
    }

    private static GroupNumbers readOptimized(String group) throws IOException {
        return new GroupNumbers(of("read-optimized"), "read-optimized", group);
    }

    /**
     * Seltzer and Stonebraker, abstract: multiblock policies have more than 90 % of the bandwidth in sequential cases and
     * 20 to 80 % in applications, without poor utilization. Table 3 has a multiblock policy that does not.
     */
    @Test
    void theAbstractContradictsTableThree() throws IOException {
        GroupNumbers three = readOptimized("table 3, binary buddy");
        for (String row : List.of("paper", "ours")) {
            assertTrue(three.value(Metric.SEQUENTIAL, row, "TS") < 20, row + ": more than 90 % in sequential cases");
            assertTrue(three.value(Metric.APPLICATION, row, "TS") < 20, row + ": 20 to 80 % in applications");
        }
        assertTrue(three.value(Metric.APPLICATION, "paper", "SC") > 80);
        assertTrue(three.value(Metric.INTERNAL_FRAGMENTATION, "paper", "SC") > 40, "without poor utilization");
        assertTrue(three.value(Metric.EXTERNAL_FRAGMENTATION, "paper", "SC") > 10);
    }

    /** SC's seeds have two modes, of which the texts name both; the median of all is within neither's interval. */
    @Test
    void bothModesOfTableThree() throws IOException {
        GroupNumbers three = readOptimized("table 3, binary buddy");
        List<String> modes = new ArrayList<>();
        double all = three.value(Metric.INTERNAL_FRAGMENTATION, "ours", "SC");
        int seeds = 0;
        for (String mode : List.of("ours, seeds whose files were all created", "ours, seeds refused while creating")) {
            Interval median = three.median(Metric.INTERNAL_FRAGMENTATION, mode, "SC");
            assertTrue(median.excludes(all), mode + ": " + median + " and " + all);
            int count = three.samples(Metric.INTERNAL_FRAGMENTATION, mode, "SC").size();
            seeds += count;
            modes.add(median + " (" + count + " seeds)");
        }
        assertEquals(three.samples(Metric.INTERNAL_FRAGMENTATION, "ours", "SC").size(), seeds);
        for (String text : List.of("README.md", "read-optimized/README.md", "read-optimized/full.md")) {
            String found = Files.readString(RESULTS.resolve(text));
            assertTrue(found.contains(String.join("; ", modes)), text + " does not have " + modes);
        }
    }

    /** What results/README.md says about whole files with fixed blocks whose list is in order, and out of order. */
    @Test
    void bothStatesOfTheFixedList() throws IOException {
        GroupNumbers six = readOptimized("figure 6, all policies");
        List<String> states = List.of("fixed blocks", "fixed blocks, list out of order");
        List<String> lines = Files.readAllLines(RESULTS.resolve("README.md"));
        for (String state : states) {
            List<String> cells = new ArrayList<>();
            for (String workload : List.of("SC", "TP", "TS")) {
                double[] times = Stream.of("buddy", "restricted buddy", "extents")
                        .mapToDouble(policy -> GroupNumbers.times(
                                        six.samples(Metric.SEQUENTIAL, policy, workload),
                                        six.samples(Metric.SEQUENTIAL, state, workload))
                                .middle())
                        .sorted()
                        .toArray();
                String from = ReportNumbers.brief(times[0]);
                String to = ReportNumbers.brief(times[2]);
                cells.add(from.equals(to) ? from : from + " to " + to);
            }
            String cell = "| ahead | " + String.join(", ", cells) + " times |";
            assertTrue(lines.stream().anyMatch(line -> line.endsWith(cell)), "no row with " + cell);
        }
        assertTrue(
                six.ratio(Metric.SEQUENTIAL, "buddy", "SC", states.get(0), "SC").high() < 1.1);
        assertTrue(
                six.ratio(Metric.SEQUENTIAL, "buddy", "SC", states.get(1), "SC").low() > 4);
    }

    /** The table of results/README.md on MatBall's rules of deletion. */
    @Test
    void theRulesOfDeletion() throws IOException {
        List<String> lines = Files.readAllLines(RESULTS.resolve("README.md"));
        GroupNumbers filled =
                new GroupNumbers(of("matball"), "matball-utilisation", "small files, up to 64 KB, filled once");
        GroupNumbers worn = filled.of("small files, up to 64 KB, worn");
        GroupNumbers traces =
                new GroupNumbers(of("tournament-readings"), "tournament-readings", "MatBall, rules of deletion");
        for (int extent : new int[] {64, 256}) {
            String row = "extents of " + extent + " KB";
            requireRow(
                    lines,
                    rule -> GroupNumbers.paired(
                                    pair -> pair[0] - pair[1],
                                    List.of(
                                            filled.samples(
                                                    Metric.UTILISATION,
                                                    rule == DeletionRule.EVERYWHERE ? row + ", " + rule.label() : row,
                                                    "16"),
                                            worn.samples(Metric.UTILISATION, row + ", " + rule.label(), "16")))
                            .toString());
            for (String trace : traces.columns(Metric.PEAK_EXTENT)) {
                requireRow(
                        lines,
                        rule -> traces.brief(
                                Metric.PEAK_EXTENT, "MatBall " + extent + " KB, λ 16, " + rule.label(), trace));
            }
        }
    }

    /** The two ranges of tournament/README.md on what papers leave open, over all traces. */
    @Test
    void theReadingsOfTheTournament() throws IOException {
        GroupNumbers deletion =
                new GroupNumbers(of("tournament-readings"), "tournament-readings", "MatBall, rules of deletion");
        requireRange(1.3, 3.1, deletion, DeletionRule.BETWEEN_FILES);
        requireRange(1.1, 1.8, deletion, DeletionRule.EVERYWHERE);
        for (String row : deletion.rows(Metric.PEAK_EXTENT)) {
            String best = row.substring(0, row.lastIndexOf(", ")) + ", " + DeletionRule.EVERYWHERE.label();
            for (String trace : row.equals(best) ? List.<String>of() : deletion.columns(Metric.PEAK_EXTENT)) {
                Interval more = GroupNumbers.times(
                        deletion.samples(Metric.PEAK_EXTENT, row, trace),
                        deletion.samples(Metric.PEAK_EXTENT, best, trace));
                assertTrue(more.low() > 1, row + ", " + trace + ": the least is everywhere, " + more);
            }
        }
        GroupNumbers lists = deletion.of("restricted buddy, sorted lists and bit maps on disk");
        assertEquals(2.6, lists.least(Metric.METADATA_WRITES) / 1000, 0.05);
        assertEquals(4.9, lists.most(Metric.METADATA_WRITES) / 1000, 0.05);
    }

    private static void requireRange(double least, double most, GroupNumbers numbers, DeletionRule rule) {
        double[] range = ReportNumbers.range(numbers.rows(Metric.PEAK_EXTENT).stream()
                .filter(row -> row.endsWith(rule.label()))
                .flatMap(row -> numbers.columns(Metric.PEAK_EXTENT).stream()
                        .map(trace -> numbers.value(Metric.PEAK_EXTENT, row, trace)))
                .toList());
        assertEquals(least, range[0], 0.05, rule.toString());
        assertEquals(most, range[1], 0.05, rule.toString());
    }

    private static void requireRow(List<String> lines, Function<DeletionRule, String> cell) {
        String cells = Arrays.stream(DeletionRule.values()).map(cell).collect(Collectors.joining(" | ", " | ", " |"));
        assertTrue(lines.stream().anyMatch(line -> line.endsWith(cells)), "no row with" + cells);
    }

    /**
     * Iyengar, Jin and Challenger: "six tests" or "seven cumulative runs". It matters: PMFLF with the own list first has
     * reached a steady state after six runs, and has not after seven. So do the parameters that are not stated.
     */
    @Test
    void whetherThereAreSixRunsOrSevenMatters() throws IOException {
        GroupNumbers seven =
                new GroupNumbers(of("object-rewrites"), "object-rewrites", "figure 7, the same objects again");
        Metric space = Metric.DISK_MEGABYTES;
        assertEquals(
                1,
                seven.ratio(space, "table-own-list", "6", "table-own-list", "5").middle(),
                0.01);
        assertTrue(
                seven.ratio(space, "table-own-list", "7", "table-own-list", "6").middle() > 1.01);
        GroupNumbers study = new GroupNumbers(of("own-list"), "own-list", "the same objects again, as in figure 7");
        Interval lists = study.ratio(
                Metric.PEAK_EXTENT, "as printed, w = 0", "quick up to 1K", "as printed, w = 0", "quick up to 64K");
        assertTrue(lists.low() > 1.9, "more quick lists, about half the space: " + lists);
    }

    /**
     * Iyengar, Jin and Challenger, figure 7 with section 2.4.1 as printed: with one misc list the file grows slightly and
     * comes to a steady state, with ours it does not. The numbers of papers.md, in both directions.
     */
    @Test
    void theMiscListRangesDecideHowTheFileGrows() throws IOException {
        String folder = "own-list-parameters";
        GroupNumbers every = new GroupNumbers(of(folder), "own-list", "figure 7 as printed, every combination");
        List<String> columns = every.columns(Metric.GROWTH);
        range(1.13, 1.42, every, Metric.GROWTH, "1 list", columns);
        range(1, 1, every, Metric.LAST_GROWTH, "1 list", columns);
        range(1.13, 1.91, every, Metric.GROWTH, "2 lists", columns);
        range(1.13, 4.37, every, Metric.GROWTH, "", columns);
        GroupNumbers steps =
                new GroupNumbers(of(folder), "own-list", "figure 7 as printed, by the step in which the file grows");
        assertEquals(1.27, steps.value(Metric.GROWTH, "1 list", "1/8"), 0.005);
        assertEquals(1.60, steps.value(Metric.GROWTH, "2 lists, 1 a doubling", "1/8"), 0.005);
        assertEquals(3.65, steps.value(Metric.GROWTH, "lists to 16 MiB, 4 a doubling", "1/8"), 0.005);
    }

    private static void range(
            double least, double most, GroupNumbers numbers, Metric metric, String rows, List<String> columns) {
        double[] found = ReportNumbers.range(numbers.rows(metric).stream()
                .filter(row -> row.startsWith(rows))
                .flatMap(row -> columns.stream().map(column -> numbers.value(metric, row, column)))
                .toList());
        assertEquals(least, found[0], 0.005, rows);
        assertEquals(most, found[1], 0.005, rows);
    }

    /** The rows about Iyengar, Jin and Challenger in README.md of the results: both kinds of files, both clocks, and H2. */
    @Test
    void theObjectsByBothClocks() throws IOException {
        GroupNumbers once = new GroupNumbers(of("objects"), "web-objects", "page-cache");
        times(4.2, once, "table", "files", "Wp");
        GroupNumbers again =
                new GroupNumbers(of("object-rewrites"), "object-rewrites", "Wp and Wn, CPU time in the page cache");
        times(1.33, again, "table", "files", "Wp");
        times(1.38, again, "table", "files-in-place", "Wp");
        times(1.50, again, "files-in-place", "table", "Wn, same sizes");
        times(0.29, again, "files", "table", "Wn, same sizes");
        GroupNumbers turns = new GroupNumbers(of("objects-in-turns"), "web-objects", "in-turns, CPU time");
        times(0.84, turns, "table", "files", "Wp");
        times(0.83, turns, "table", "files-in-place", "Wp");
        String sizes = "IBM server";
        String cpu = ", page cache, in turns, CPU time";
        GroupNumbers replacing =
                new GroupNumbers(of("objects-in-turns"), "object-replacements", "table 1, replacements" + cpu);
        times(4.7, replacing, "blocks", "files", sizes);
        times(4.1, replacing, "blocks", "h2-sql", sizes);
        times(0.56, replacing, "blocks", "mvstore", sizes);
        GroupNumbers reading = new GroupNumbers(of("objects-in-turns"), "object-replacements", "table 2, reads" + cpu);
        times(1.9, reading, "blocks", "files", sizes);
        times(3.3, reading, "blocks", "h2-sql", sizes);
    }

    /** The quotient, as precisely as a text with two digits has it. */
    private static void times(double text, GroupNumbers numbers, String row, String other, String column) {
        Metric rate = Metric.OBJECTS_PER_SECOND;
        double found = GroupNumbers.times(numbers.samples(rate, row, column), numbers.samples(rate, other, column))
                .middle();
        assertEquals(text, found, text * 0.025, row + " / " + other + ", " + column);
    }

    /** Fixed blocks: the order of a new free list changes their pieces, and neither space nor writes (verdict.md). */
    @Test
    void theOrderOfTheFreeListChangesPiecesAlone() throws IOException {
        GroupNumbers numbers = new GroupNumbers(of("unstated"), "unstated", Unstated.LISTS);
        for (String size : List.of("fixed 4 KB", "fixed 16 KB")) {
            String disordered = size + ", list out of order";
            for (String trace : numbers.columns(Metric.PIECES)) {
                for (Metric metric : List.of(Metric.PEAK_EXTENT, Metric.METADATA_WRITES)) {
                    assertEquals(
                            numbers.value(metric, size, trace), numbers.value(metric, disordered, trace), 1e-9, trace);
                }
                assertTrue(
                        numbers.value(Metric.PIECES, disordered, trace) >= numbers.value(Metric.PIECES, size, trace),
                        trace);
            }
        }
    }

    /** The numbers of papers.md: what tuning on the traces of other sources changes, beside the choices of the tournament. */
    @Test
    void whatTuningPmflfChanges() throws IOException {
        TunedQuickFit quickFit = new TunedQuickFit(new GroupNumbers(of("unstated"), "unstated", TunedQuickFit.GROUP));
        Metric space = Metric.PEAK_EXTENT;
        double least = 1;
        for (String trace : quickFit.traces()) {
            double tuned = quickFit.value(space, quickFit.tuned(space, trace), trace);
            least = Math.min(least, tuned / quickFit.value(space, quickFit.oursTuned(space, trace), trace));
            assertTrue(tuned > quickFit.value(space, TunedQuickFit.LEAST_SPACE, trace), trace);
        }
        assertEquals(0.89, least, 0.005);
    }
}
