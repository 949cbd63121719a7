package dev.fallow.research.comparison.bitmap;

import dev.fallow.freespace.bitmap.BitmapFreeSpace;
import dev.fallow.research.comparison.Experiment;
import dev.fallow.research.comparison.ExperimentFindings;
import dev.fallow.research.comparison.GroupNumbers;
import dev.fallow.research.comparison.Metric;
import dev.fallow.research.comparison.Results;
import dev.fallow.research.comparison.Scale;
import dev.fallow.research.page.AgedPage;
import dev.fallow.research.page.PrintedSearch.Shortcuts;
import dev.fallow.research.page.Search;
import dev.fallow.research.report.ReportNumbers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongUnaryOperator;

/**
 * Section 5.1 of Burns and Hineman: searches in a fully allocated page (figure 6), allocations on an empty disk (figure
 * 7), and pages that are harder than theirs. The searches are the paper's as printed, and the same with one shortcut
 * after the other. Each runs in a separate JVM, alternating with the bit-by-bit loop.
 */
public final class BitmapPages implements Experiment {
    private static final String NAME = "bitmap-pages";
    private static final String PAGES = "pages";
    private static final String ALL_ALLOCATED = "all allocated";
    /** The searches of the aged pages, which are harder than the paper's bitmaps. */
    private static final Set<String> AGED =
            Set.of(Search.paper(Shortcuts.NONE, 64), Search.AT_ONCE, Search.TUNED, Search.FILTERED, Search.SUMMARIES);

    private static final int[] FREE_PERCENT = {51, 38, 4};
    private static final int LONGEST = 32;
    private static final int PAGES_OF_A_KIND = 4;
    private static final int[] SIZES = {1, 8, 64};
    static final int OCCUPIED = 8; // bits at the start of the empty disk

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return texts().section(DESCRIPTION, Map.of("pages", Integer.toString(PAGES_OF_A_KIND)));
    }

    @Override
    public String notes(String group, Results results) {
        return PaperSearchNotes.of(texts(), new GroupNumbers(results, NAME, group));
    }

    @Override
    public List<String> tasks(Scale scale) {
        List<String> tasks = new ArrayList<>();
        Search.all().stream()
                .filter(search -> search != Search.LOOP)
                .map(Search::name)
                .forEach(tasks::add);
        tasks.addAll(CompiledPages.tasks());
        return tasks;
    }

    /** Names the compiler of the rows in C. */
    @Override
    public Map<String, String> publish(List<String> tasks, Scale scale, Path folder) throws IOException {
        return tasks.stream().anyMatch(CompiledPages::isTask) ? Map.of("C compiler", CompiledPages.fact()) : Map.of();
    }

    @Override
    public List<String> options(String task) {
        return task.equals(Search.NOT_VECTORISED) ? List.of(Search.NO_VECTORS) : List.of();
    }

    @Override
    public void run(String task, Scale scale, ExperimentFindings findings) {
        if (CompiledPages.isTask(task)) {
            CompiledPages.run(task, emptyDisk(), SIZES, scale, findings);
            return;
        }
        Search search = Search.named(task);
        allAllocated(search, scale, findings);
        emptyDisk(search, scale, findings);
        if (AGED.contains(task)) {
            for (int percent : FREE_PERCENT) {
                aged(percent, search, scale, findings);
            }
        }
    }

    /** The paper does not say how many blocks its searches of a full page are for; see the description. */
    private static void allAllocated(Search search, Scale scale, ExperimentFindings findings) {
        long[] page = new long[AgedPage.BITS / 64];
        LongUnaryOperator loop = Search.LOOP.over().apply(page);
        LongUnaryOperator other = search.over().apply(page);
        PaperSearches.figure6(findings);
        for (int size : PaperSearches.SIZES_6) {
            if (loop.applyAsLong(size) != -1 || other.applyAsLong(size) != -1) {
                throw new IllegalStateException(search + " found a run where there is none");
            }
            SearchRace race = SearchRace.of(
                    () -> loop.applyAsLong(size), () -> other.applyAsLong(size), scale.searchNanos() / 4, scale);
            if (search.words() != null) {
                race.report(PaperSearches.FIGURE_6, PaperSearches.blocks(size), search, findings);
            }
            if (size == 8 && AGED.contains(search.name())) {
                report(search, ALL_ALLOCATED, race.loopNanos(), race.searchNanos(), findings);
            }
        }
        if (search.words() != null) {
            for (Search counted : new Search[] {Search.LOOP, search}) {
                findings.add(
                        PaperSearches.FIGURE_6,
                        "any",
                        counted.name(),
                        Metric.SEARCH_PROBES,
                        counted.words().wordsLookedAt(0, AgedPage.BITS));
            }
        }
    }

    private static long[] emptyDisk() {
        long[] page = new long[AgedPage.BITS / 64];
        Arrays.fill(page, -1L);
        page[0] >>>= OCCUPIED;
        return page;
    }

    private static void emptyDisk(Search search, Scale scale, ExperimentFindings findings) {
        PaperSearches.figure7(findings);
        long[] page = emptyDisk();
        LongUnaryOperator loop = Search.LOOP.over().apply(page);
        LongUnaryOperator other = search.over().apply(page);
        LongUnaryOperator loopAllocating = allocating(Search.LOOP);
        LongUnaryOperator otherAllocating = allocating(search);
        for (int size : SIZES) {
            String column = Integer.toString(size);
            String marking = PaperSearches.FIGURE_7 + PaperSearches.WITH_MARKING;
            race(size, loop, other, scale).report(PaperSearches.FIGURE_7, column, search, findings);
            race(size, loopAllocating, otherAllocating, scale).report(marking, column, search, findings);
            if (search.words() != null) {
                for (Search counted : new Search[] {Search.LOOP, search}) {
                    findings.add(
                            PaperSearches.FIGURE_7,
                            column,
                            counted.name(),
                            Metric.SEARCH_PROBES,
                            counted.words().wordsLookedAt(0, OCCUPIED + size));
                }
            }
        }
    }

    /** Allocates in a manager of such a page, releases the allocation, and returns its address. */
    private static LongUnaryOperator allocating(Search search) {
        BitmapFreeSpace space = search.backend();
        space.free(OCCUPIED, AgedPage.BITS - OCCUPIED);
        return size -> {
            long at = space.allocate(size);
            space.free(at, size);
            return at;
        };
    }

    private static SearchRace race(int size, LongUnaryOperator loop, LongUnaryOperator other, Scale scale) {
        if (loop.applyAsLong(size) != OCCUPIED || other.applyAsLong(size) != OCCUPIED) {
            throw new IllegalStateException(size + " blocks were not found after the first byte");
        }
        return SearchRace.of(
                () -> loop.applyAsLong(size), () -> other.applyAsLong(size), scale.searchNanos() / 8, scale);
    }

    private static void aged(int percent, Search search, Scale scale, ExperimentFindings findings) {
        LongUnaryOperator[][] both = new LongUnaryOperator[2][PAGES_OF_A_KIND];
        for (int i = 0; i < PAGES_OF_A_KIND; i++) {
            long[] page = AgedPage.of(percent, i);
            both[0][i] = Search.LOOP.over().apply(page);
            both[1][i] = search.over().apply(page);
            requireSameAnswers(search, both[0][i], both[1][i]);
        }
        double[][][] byLength = new double[2][LONGEST][SearchRace.rounds(scale)];
        long atLeast = scale.searchNanos() / (PAGES_OF_A_KIND * LONGEST);
        for (int round = -SearchRace.warmUps(scale); round < SearchRace.rounds(scale); round++) {
            for (int i = 0; i < 2; i++) {
                for (int length = 1; length <= LONGEST; length++) {
                    double nanos = 0;
                    for (LongUnaryOperator page : both[i]) {
                        int wanted = length;
                        nanos += Searching.nanos(() -> page.applyAsLong(wanted), atLeast) / PAGES_OF_A_KIND;
                    }
                    if (round >= 0) {
                        byLength[i][length - 1][round] = nanos;
                    }
                }
            }
        }
        report(search, percent + " % free", mean(byLength[0]), mean(byLength[1]), findings);
    }

    private static void requireSameAnswers(Search search, LongUnaryOperator loop, LongUnaryOperator faster) {
        for (int length = 1; length <= LONGEST; length++) {
            if (loop.applyAsLong(length) != faster.applyAsLong(length)) {
                throw new IllegalStateException(search + " and the loop find different runs: " + length + " bits at "
                        + faster.applyAsLong(length) + ", expected " + loop.applyAsLong(length));
            }
        }
    }

    /** The mean over the lengths of the medians of the rounds, so that a disturbed round affects one length only. */
    private static double mean(double[][] byLength) {
        return Arrays.stream(byLength)
                .mapToDouble(ReportNumbers::median)
                .average()
                .orElseThrow();
    }

    private static void report(Search search, String column, double loop, double nanos, ExperimentFindings findings) {
        findings.add(PAGES, column, Search.LOOP.name(), Metric.SEARCH_MICROS, loop / 1000);
        findings.add(PAGES, column, search.name(), Metric.SEARCH_MICROS, nanos / 1000);
        findings.add(PAGES, column, search.name(), Metric.LOOP_SPEEDUP, loop / nanos);
    }
}
