package dev.fallow.research.comparison.bitmap;

import dev.fallow.research.comparison.ExperimentFindings;
import dev.fallow.research.comparison.Metric;
import dev.fallow.research.comparison.Scale;
import dev.fallow.research.page.Search;
import dev.fallow.research.page.SearchInC;
import dev.fallow.research.page.SearchInC.Three;
import dev.fallow.research.report.ReportNumbers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * The rows in C of figures 6 and 7: a task for each width and level of optimisation. A search is divided by the loop over
 * the bits that was compiled with it. Without a compiler the rows are left out.
 */
final class CompiledPages {
    private static final String IN_C = "C ";

    private CompiledPages() {}

    /** The row of the search. */
    static String search(String level, int width) {
        return IN_C + level + ", " + width + " bits";
    }

    /** The row of the loop over the bits. */
    static String loop(String level, int width) {
        return IN_C + level + ", loop, " + width + " bits";
    }

    /** The row of the loop over the bits, word by word. */
    static String loopByWord(String level, int width) {
        return IN_C + level + ", loop by word, " + width + " bits";
    }

    /** One for each row of a search, with its name. */
    static List<String> tasks() {
        List<String> tasks = new ArrayList<>();
        for (String level : SearchInC.LEVELS) {
            Search.WIDTHS.forEach(width -> tasks.add(search(level, width)));
        }
        return tasks;
    }

    static boolean isTask(String task) {
        return task.startsWith(IN_C);
    }

    /** What the head of the results says: the compiler, or that there is none. */
    static String fact() throws IOException {
        return SearchInC.version(SearchInC.COMPILER)
                .map(version -> version + ", " + String.join(" and ", SearchInC.LEVELS))
                .orElse("none on this machine, so the rows in C are left out");
    }

    /**
     * Times a search and its loops.
     *
     * @param emptyDisk the page of figure 7
     */
    static void run(String task, long[] emptyDisk, int[] sizes, Scale scale, ExperimentFindings findings) {
        for (String level : SearchInC.LEVELS) {
            for (int width : Search.WIDTHS) {
                if (task.equals(search(level, width))) {
                    run(level, width, emptyDisk, sizes, scale, findings);
                }
            }
        }
    }

    private static void run(
            String level, int width, long[] emptyDisk, int[] sizes, Scale scale, ExperimentFindings findings) {
        try {
            Optional<SearchInC> compiled = SearchInC.compiled(SearchInC.COMPILER, width, level);
            if (compiled.isEmpty()) {
                System.err.println(search(level, width) + " is left out: there is no program " + SearchInC.COMPILER);
                return;
            }
            try (SearchInC program = compiled.get()) {
                for (int size : PaperSearches.SIZES_6) {
                    List<Three> rounds = rounds(program, new long[emptyDisk.length], size, -1, scale);
                    report(PaperSearches.FIGURE_6, PaperSearches.blocks(size), level, width, rounds, findings);
                }
                for (int size : sizes) {
                    List<Three> rounds = rounds(program, emptyDisk, size, BitmapPages.OCCUPIED, scale);
                    report(PaperSearches.FIGURE_7, Integer.toString(size), level, width, rounds, findings);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(search(level, width), e);
        }
    }

    private static List<Three> rounds(SearchInC program, long[] map, int size, long expected, Scale scale)
            throws IOException {
        Three found = program.find(List.of(map), List.of(size)).get(0);
        if (found.loop() != expected || found.loopByWord() != expected || found.search() != expected) {
            throw new IllegalStateException(size + " blocks were found at " + found + ", expected " + expected);
        }
        int warmUps = SearchRace.warmUps(scale);
        return program.nanos(map, size, warmUps + SearchRace.rounds(scale), scale.searchNanos() / 8).stream()
                .skip(warmUps)
                .toList();
    }

    private static void report(
            String group, String column, String level, int width, List<Three> rounds, ExperimentFindings findings) {
        Metric rate = Metric.SEARCHES_PER_SECOND;
        findings.add(group, column, loop(level, width), rate, median(rounds, round -> 1e9 / round.loop()));
        findings.add(group, column, loopByWord(level, width), rate, median(rounds, round -> 1e9 / round.loopByWord()));
        findings.add(group, column, search(level, width), rate, median(rounds, round -> 1e9 / round.search()));
        Metric speedup = Metric.LOOP_SPEEDUP;
        findings.add(
                group,
                column,
                loopByWord(level, width),
                speedup,
                median(rounds, round -> round.loop() / round.loopByWord()));
        findings.add(
                group, column, search(level, width), speedup, median(rounds, round -> round.loop() / round.search()));
    }

    private static double median(List<Three> rounds, ToDoubleFunction<Three> value) {
        return ReportNumbers.median(rounds.stream().mapToDouble(value).toArray());
    }
}
