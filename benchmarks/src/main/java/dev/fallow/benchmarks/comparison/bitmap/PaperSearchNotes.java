package dev.fallow.benchmarks.comparison.bitmap;

import static dev.fallow.benchmarks.comparison.bitmap.PaperSearches.FIGURE_6;
import static dev.fallow.benchmarks.comparison.bitmap.PaperSearches.FIGURE_7;
import static dev.fallow.benchmarks.comparison.bitmap.PaperSearches.FIGURE_8;
import static dev.fallow.benchmarks.comparison.bitmap.PaperSearches.HERE;
import static dev.fallow.benchmarks.comparison.bitmap.PaperSearches.TABLE_1;
import static dev.fallow.benchmarks.comparison.bitmap.PaperSearches.WITH_MARKING;

import dev.fallow.benchmarks.aging.AgingWorkload;
import dev.fallow.benchmarks.comparison.GroupNumbers;
import dev.fallow.benchmarks.comparison.Metric;
import dev.fallow.benchmarks.comparison.Numbers;
import dev.fallow.benchmarks.page.AgedPage;
import dev.fallow.benchmarks.page.Search;
import dev.fallow.benchmarks.report.Texts;
import java.util.List;
import java.util.Map;

/**
 * Explains the differences between our bitmap searches and those of Burns and Hineman. The explanations are in a
 * resource; this class computes the measured numbers in them.
 */
final class PaperSearchNotes {
    private static final String BITS_8 = "paper, 8 bits";
    private static final String BITS_16 = "paper, 16 bits";
    private static final String BITS_32 = "paper, 32 bits";
    private static final String BITS_64 = "paper, 64 bits";
    private static final List<String> WIDTHS = List.of(BITS_8, BITS_16, BITS_32, BITS_64);
    private static final String LOOP = Search.LOOP.name();
    private static final String INS = AgingWorkload.INSTRUCTIONAL.label();
    private static final String RES = AgingWorkload.RESEARCH.label();
    private static final String WEB = AgingWorkload.WEB.label();

    private final GroupNumbers numbers;

    private PaperSearchNotes(GroupNumbers numbers) {
        this.numbers = numbers;
    }

    /** The notes below the tables of a group in Markdown; empty if there is nothing to explain. */
    static String of(Texts texts, GroupNumbers numbers) {
        Map<String, String> values = new PaperSearchNotes(numbers).values();
        return values.isEmpty() ? "" : texts.section(numbers.group(), values);
    }

    private Map<String, String> values() {
        return switch (numbers.group()) {
            case FIGURE_6 -> figureSix();
            case FIGURE_7 + WITH_MARKING -> figureSeven();
            case TABLE_1 -> tableOne();
            case FIGURE_8 + "INS" -> runsOfManyFreeBlocks();
            case FIGURE_8 + "WEB" -> searchesInVain();
            default -> Map.of();
        };
    }

    private Map<String, String> figureSix() {
        double perWord = 1e9 / numbers.value(Metric.SEARCHES_PER_SECOND, BITS_32, HERE) / (AgedPage.BITS / 32.0);
        return Map.of(
                "8 bits", numbers.brief(Metric.LOOP_SPEEDUP, BITS_8, HERE),
                "16 bits", numbers.brief(Metric.LOOP_SPEEDUP, BITS_16, HERE),
                "32 bits", numbers.brief(Metric.LOOP_SPEEDUP, BITS_32, HERE),
                "64 bits", numbers.brief(Metric.LOOP_SPEEDUP, BITS_64, HERE),
                "word", Numbers.brief(perWord));
    }

    private Map<String, String> figureSeven() {
        GroupNumbers alone = numbers.of(FIGURE_7);
        double perBit = 1e9 / alone.value(Metric.SEARCHES_PER_SECOND, LOOP, "64") / 72;
        return Map.of(
                "64 alone", speedups(alone, "64"),
                "64", speedups(numbers, "64"),
                "bit", Numbers.brief(perBit),
                "1 alone", speedups(alone, "1"),
                "1", speedups(numbers, "1"));
    }

    /** The range of speedups of the paper's search over its word widths. */
    private static String speedups(GroupNumbers numbers, String column) {
        double[] range = Numbers.range(WIDTHS.stream()
                .map(width -> numbers.value(Metric.LOOP_SPEEDUP, width, column))
                .toList());
        return Numbers.brief(range[0]) + " to " + Numbers.brief(range[1]);
    }

    private Map<String, String> tableOne() {
        double[] wider = Numbers.range(List.of(INS, RES, WEB).stream()
                .map(column -> numbers.value(Metric.LOOP_SPEEDUP, BITS_64, column)
                        / numbers.value(Metric.LOOP_SPEEDUP, BITS_32, column))
                .toList());
        return Map.of(
                "INS", numbers.brief(Metric.LOOP_SPEEDUP, BITS_32, INS),
                "RES", numbers.brief(Metric.LOOP_SPEEDUP, BITS_32, RES),
                "WEB", numbers.brief(Metric.LOOP_SPEEDUP, BITS_32, WEB),
                "bits INS", numbers.brief(Metric.SEARCH_PROBES, LOOP, INS),
                "bits RES", numbers.brief(Metric.SEARCH_PROBES, LOOP, RES),
                "bits WEB", numbers.brief(Metric.SEARCH_PROBES, LOOP, WEB),
                "wider least", Numbers.brief(wider[0]),
                "wider most", Numbers.brief(wider[1]));
    }

    private Map<String, String> runsOfManyFreeBlocks() {
        double loop = numbers.value(Metric.SEARCHES_PER_SECOND, LOOP, "1");
        return Map.of(
                "narrow", Numbers.brief(loop / numbers.value(Metric.SEARCHES_PER_SECOND, BITS_8, "1")),
                "wide", GroupNumbers.percent(100 * loop / numbers.value(Metric.SEARCHES_PER_SECOND, BITS_64, "1")),
                "5", nanos(numbers, "5"),
                "12", nanos(numbers, "12"),
                "32", nanos(numbers, "32"),
                "page", nanos(numbers.of(FIGURE_6), HERE));
    }

    private static String nanos(GroupNumbers numbers, String column) {
        return Numbers.brief(1e9 / numbers.value(Metric.SEARCHES_PER_SECOND, LOOP, column));
    }

    private Map<String, String> searchesInVain() {
        return Map.of(
                "WEB", fall(numbers),
                "RES", fall(numbers.of(FIGURE_8 + RES)),
                "INS", fall(numbers.of(FIGURE_8 + INS)),
                "16", numbers.brief(Metric.SEARCHES_PER_SECOND, LOOP, "16"),
                "32", numbers.brief(Metric.SEARCHES_PER_SECOND, LOOP, "32"));
    }

    private static String fall(GroupNumbers numbers) {
        return Long.toString(Math.round(numbers.value(Metric.SEARCHES_PER_SECOND, LOOP, "1")
                / numbers.value(Metric.SEARCHES_PER_SECOND, LOOP, "5")));
    }
}
