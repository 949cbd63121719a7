package dev.fallow.research.comparison.bitmap;

import dev.fallow.research.comparison.Claims.Verdict;
import dev.fallow.research.comparison.GroupNumbers;
import dev.fallow.research.comparison.Metric;
import dev.fallow.research.page.PrintedSearch.Shortcuts;
import dev.fallow.research.page.Search;
import dev.fallow.research.page.SearchInC;
import dev.fallow.research.report.Interval;
import dev.fallow.research.report.MarkdownTable;
import dev.fallow.research.report.ReportNumbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;

/**
 * Statements about a ratio of two codes, each of which has several honest codings: the paper's number agrees if it lies
 * between the lowest and the highest ratio. Search and loop are of the same language, and in C of the same level of
 * optimisation. A coding without a row, because there was no compiler, is left out.
 */
final class Codings {
    private static final String OVER = " / ";

    private final GroupNumbers numbers;
    private final List<List<String>> rows = new ArrayList<>();

    Codings(GroupNumbers numbers) {
        this.numbers = numbers;
    }

    /** The ratio of one coding, or of one of the search and one of the loop. */
    record Coding(String name, Interval ratio) {}

    /**
     * The verdict about codings.
     *
     * @param paper the paper's number
     * @param lowest the interval of the lowest coding
     * @param highest that of the highest coding
     */
    static Verdict verdict(double paper, Interval lowest, Interval highest) {
        if (paper < lowest.low() || paper > highest.high()) {
            return Verdict.NO;
        }
        return paper >= lowest.high() && paper <= highest.low() ? Verdict.YES : Verdict.UNDECIDED;
    }

    /** The smallest change of the paper's number with which it would have failed; if it fails, that with which not. */
    static String smallestDifference(double paper, Interval lowest, Interval highest) {
        double below = paper / lowest.low();
        double above = highest.high() / paper;
        if (below < 1) {
            return "fails by a factor of " + ReportNumbers.brief(1 / below);
        } else if (above < 1) {
            return "fails by a factor of " + ReportNumbers.brief(1 / above);
        }
        return below < above
                ? ReportNumbers.brief(below) + " times less: below " + ReportNumbers.brief(lowest.low())
                : ReportNumbers.brief(above) + " times more: above " + ReportNumbers.brief(highest.high());
    }

    /** The highest ratio, divided by the lowest. */
    static double span(List<Coding> codings) {
        DoubleSummaryStatistics all =
                codings.stream().mapToDouble(coding -> coding.ratio.middle()).summaryStatistics();
        return all.getMax() / all.getMin();
    }

    /** Adds a statement. */
    void add(String statement, double paper, List<Coding> codings) {
        Comparator<Coding> order = Comparator.comparingDouble(coding -> coding.ratio.middle());
        Coding lowest = codings.stream().min(order).orElseThrow();
        Coding highest = codings.stream().max(order).orElseThrow();
        rows.add(List.of(
                statement,
                cell(lowest),
                cell(highest),
                verdict(paper, lowest.ratio, highest.ratio).label(),
                smallestDifference(paper, lowest.ratio, highest.ratio)));
    }

    private static String cell(Coding coding) {
        return coding.ratio + ": " + coding.name;
    }

    /** The table in Markdown; empty if there are no statements. */
    String table() {
        MarkdownTable table = new MarkdownTable()
                .text("statement, over codings")
                .text("lowest")
                .text("highest")
                .text("between them")
                .text("the paper's number would have failed with");
        rows.forEach(table::row);
        return rows.isEmpty() ? "" : table.toString();
    }

    /** The rates of the search, divided by those of the loop, in every pair of codings of one language. */
    List<Coding> searchOverLoop(int width, String column) {
        List<Coding> codings = new ArrayList<>();
        for (String row : inJava(width)) {
            Interval search = numbers.median(Metric.LOOP_SPEEDUP, row, column);
            String name = row.substring(0, row.indexOf(','));
            codings.add(new Coding(name + OVER + "loop", search));
            Interval byWord = numbers.median(Metric.LOOP_SPEEDUP, Search.loop(width), column);
            codings.add(new Coding(name + OVER + "loop by word", search.over(byWord)));
        }
        for (String level : levels(column)) {
            Interval search = numbers.median(Metric.LOOP_SPEEDUP, CompiledPages.search(level, width), column);
            codings.add(new Coding("C " + level + OVER + "loop", search));
            Interval byWord = numbers.median(Metric.LOOP_SPEEDUP, CompiledPages.loopByWord(level, width), column);
            codings.add(new Coding("C " + level + OVER + "loop by word", search.over(byWord)));
        }
        return codings;
    }

    /** The rate of the search with a width, divided by that with half the width, for each coding. */
    List<Coding> searchByWidth(int width, String column) {
        List<Coding> codings = new ArrayList<>();
        for (int i = 0; i < inJava(width).size(); i++) {
            String row = inJava(width).get(i);
            codings.add(new Coding(
                    row.substring(0, row.indexOf(',')),
                    rates(row, inJava(width / 2).get(i), column)));
        }
        for (String level : levels(column)) {
            codings.add(new Coding(
                    "C " + level,
                    rates(CompiledPages.search(level, width), CompiledPages.search(level, width / 2), column)));
        }
        return codings;
    }

    /** The rate of the loop with a width, divided by that with 8 bits, for each coding that has words. */
    List<Coding> loopByWidth(int width, String column) {
        List<Coding> codings = new ArrayList<>();
        codings.add(new Coding("loop by word", rates(Search.loop(width), Search.loop(8), column)));
        for (String level : levels(column)) {
            codings.add(new Coding(
                    "C " + level + ", loop",
                    rates(CompiledPages.loop(level, width), CompiledPages.loop(level, 8), column)));
            codings.add(new Coding(
                    "C " + level + ", loop by word",
                    rates(CompiledPages.loopByWord(level, width), CompiledPages.loopByWord(level, 8), column)));
        }
        return codings;
    }

    private Interval rates(String row, String other, String column) {
        Metric rate = Metric.SEARCHES_PER_SECOND;
        return numbers.median(rate, row, column).over(numbers.median(rate, other, column));
    }

    /** The rows in Java that have no shortcut. */
    private static List<String> inJava(int width) {
        return List.of(Search.paper(Shortcuts.NONE, width), Search.hoisted(width), Search.unrolled(width));
    }

    private List<String> levels(String column) {
        return SearchInC.LEVELS.stream()
                .filter(level -> !numbers.samples(Metric.LOOP_SPEEDUP, CompiledPages.search(level, 8), column)
                        .isEmpty())
                .toList();
    }
}
