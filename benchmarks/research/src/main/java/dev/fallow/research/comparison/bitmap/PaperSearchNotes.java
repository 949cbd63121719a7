package dev.fallow.research.comparison.bitmap;

import static dev.fallow.research.comparison.bitmap.PaperSearches.FIGURE_6;
import static dev.fallow.research.comparison.bitmap.PaperSearches.FIGURE_7;
import static dev.fallow.research.comparison.bitmap.PaperSearches.FIGURE_8;
import static dev.fallow.research.comparison.bitmap.PaperSearches.TABLE_1;
import static dev.fallow.research.comparison.bitmap.PaperSearches.WITH_MARKING;
import static dev.fallow.research.comparison.bitmap.PaperSearches.blocks;

import dev.fallow.research.aging.AgingWorkload;
import dev.fallow.research.comparison.Band;
import dev.fallow.research.comparison.Claims;
import dev.fallow.research.comparison.GroupNumbers;
import dev.fallow.research.comparison.Metric;
import dev.fallow.research.page.PrintedSearch.Shortcuts;
import dev.fallow.research.page.Search;
import dev.fallow.research.report.Interval;
import dev.fallow.research.report.MarkdownTable;
import dev.fallow.research.report.ReportNumbers;
import dev.fallow.research.report.Texts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Compares our bitmap searches with the statements of Burns and Hineman. The texts are in a resource; this class
 * computes the verdicts, and the numbers in the texts.
 */
final class PaperSearchNotes {
    private static final Metric SPEEDUP = Metric.LOOP_SPEEDUP;
    private static final Metric RATE = Metric.SEARCHES_PER_SECOND;
    private static final String LOOP = Search.LOOP.name();
    private static final List<String> WORKLOADS =
            List.of(AgingWorkload.INSTRUCTIONAL.label(), AgingWorkload.RESEARCH.label(), AgingWorkload.WEB.label());

    private final GroupNumbers numbers;
    private final Claims claims = new Claims();
    private final Codings codings;

    private PaperSearchNotes(GroupNumbers numbers) {
        this.numbers = numbers;
        codings = new Codings(numbers);
    }

    /** The notes below the tables of a group in Markdown; empty if there are none. */
    static String of(Texts texts, GroupNumbers numbers) {
        PaperSearchNotes notes = new PaperSearchNotes(numbers);
        String table = notes.tables();
        Map<String, String> values = notes.values();
        String text = texts.has(numbers.group()) ? texts.section(numbers.group(), values) : "";
        return (table + '\n' + notes.codings.table() + '\n' + notes.claims.table() + '\n' + text).strip();
    }

    private String tables() {
        String group = numbers.group();
        if (group.equals(FIGURE_6)) {
            claimsOfFigure6();
            return asymptoticLines();
        } else if (group.equals(FIGURE_7) || group.equals(FIGURE_7 + WITH_MARKING)) {
            claimsOfFigure7();
        } else if (group.equals(TABLE_1)) {
            claimsOfTable1();
        } else if (group.equals(AgedTraces.TABLE_1)) {
            claimsOfTraces();
        } else if (group.equals(AgedTraces.FIGURE_8)) {
            claimsOfEverySize();
        } else if (group.startsWith(FIGURE_8)) {
            claimsOfFigure8();
        } else if (group.equals(AgedBitmaps.COUNTED)) {
            claimsOfSeeds();
        }
        return "";
    }

    private static String printed(int width) {
        return Search.paper(Shortcuts.NONE, width);
    }

    // ---- figure 6 --------------------------------------------------------------------------------------------

    private void claimsOfFigure6() {
        for (int size : PaperSearches.SIZES_6) {
            String column = blocks(size);
            for (int width : Search.WIDTHS) {
                double paper = PaperSearches.speedup6(width);
                codings.add(
                        "%d bits: %s times the loop; for %s".formatted(width, ReportNumbers.brief(paper), column),
                        paper,
                        codings.searchOverLoop(width, column));
            }
            for (int width = 16; width <= 64; width *= 2) {
                codings.add(
                        "%d bits: twice the rate of %d, and a little more; for %s".formatted(width, width / 2, column),
                        2,
                        codings.searchByWidth(width, column));
            }
        }
        for (int width = 16; width <= 64; width *= 2) {
            codings.add(
                    "the loop with %d bits: the rate of that with 8, or a little more".formatted(width),
                    1,
                    codings.loopByWidth(width, blocks(8)));
        }
        for (int size : PaperSearches.SIZES_6) {
            claimOfVectors(
                    Search.AT_ONCE,
                    Search.NOT_VECTORISED,
                    "vector instructions gain: the same code without them",
                    size);
            claimOfVectors(Search.AT_ONCE, printed(64), "vectors gain, without a shortcut: as printed, 64 bits", size);
            claimOfVectors(Search.AT_ONCE, Search.TUNED, "vectors replace the shortcuts: tuned, 64 bits", size);
        }
    }

    /** Our own statement: the paper has no vectors. Results from before these rows have none either. */
    private void claimOfVectors(String row, String other, String statement, int size) {
        if (numbers.rows(RATE).contains(row)) {
            String column = blocks(size);
            claims.within(
                    "ours: %s, for %s".formatted(statement, column),
                    Band.AHEAD,
                    rate(row, column).over(rate(other, column)));
        }
    }

    private Interval rate(String row, String column) {
        return numbers.median(RATE, row, column);
    }

    /** The two lines in the paper's figure: n lg|W|/|W|, through the rate of 8 bits and that of 64. */
    private String asymptoticLines() {
        MarkdownTable table = new MarkdownTable().text("rate / rate with 8 bits");
        Search.WIDTHS.forEach(width -> table.number(width + " bits"));
        table.row(row("n lg W / W", width -> line(width) / line(8)));
        table.row(row("the paper's factors", width -> PaperSearches.speedup6(width) / PaperSearches.speedup6(8)));
        for (int size : PaperSearches.SIZES_6) {
            String column = blocks(size);
            double narrow = numbers.value(RATE, printed(8), column);
            double wide = numbers.value(RATE, printed(64), column);
            table.row(row("as printed, " + column, width -> numbers.value(RATE, printed(width), column) / narrow));
            table.row(row("the line through its 64 bits", width -> wide / narrow * line(width) / line(64)));
        }
        return "**figure 6 with its asymptotic lines**\n\n" + table;
    }

    private static double line(int width) {
        return width / (Math.log(width) / Math.log(2));
    }

    private static List<String> row(String name, IntToDoubleFunction value) {
        List<String> cells = new ArrayList<>(List.of(name));
        Search.WIDTHS.forEach(width -> cells.add(ReportNumbers.brief(value.applyAsDouble(width))));
        return cells;
    }

    // ---- figures 7 and 8, table 1 ----------------------------------------------------------------------------

    private void claimsOfFigure7() {
        for (int width : Search.WIDTHS) {
            claimOfFigure7("64 blocks, %d bits: about 5 times the loop", 5, width, "64");
            claimOfFigure7("8 blocks, %d bits: the rate of the loop", 1, width, "8");
            claimOfFigure7("one block, %d bits: half the rate of the loop", 0.5, width, "1");
        }
    }

    private void claimOfFigure7(String statement, double paper, int width, String column) {
        codings.add(statement.formatted(width), paper, codings.searchOverLoop(width, column));
    }

    private void claimsOfTable1() {
        double[] paper = {9.998 / 3.338, 6.187 / 1.603, 9.478 / 1.4969};
        for (int i = 0; i < paper.length; i++) {
            claims.near(
                    "%s: %s times the loop, as printed".formatted(WORKLOADS.get(i), ReportNumbers.brief(paper[i])),
                    paper[i],
                    numbers.median(SPEEDUP, AgedBitmaps.PRINTED_32, WORKLOADS.get(i)));
        }
        double[] loops = {3.338 / 0.9478, 1.603 / 0.9478};
        for (int i = 0; i < loops.length; i++) {
            claims.near(
                    "the loop in %s has %s times the rate of the paper's search in WEB"
                            .formatted(WORKLOADS.get(i), ReportNumbers.brief(loops[i])),
                    loops[i],
                    rate(LOOP, WORKLOADS.get(i)).over(rate(AgedBitmaps.PRINTED_32, WORKLOADS.get(2))));
        }
        for (Shortcuts shortcuts : Shortcuts.values()) {
            String row = Search.paper(shortcuts, 32);
            if (!AgedBitmaps.SEARCHES.contains(row)) {
                continue;
            }
            List<String> gains = new ArrayList<>();
            List<Interval> leads = new ArrayList<>();
            for (int i = WORKLOADS.size() - 1; i >= 0; i--) {
                gains.add(numbers.brief(SPEEDUP, row, WORKLOADS.get(i)));
                if (i > 0) {
                    leads.add(numbers.ratio(SPEEDUP, row, WORKLOADS.get(i), row, WORKLOADS.get(i - 1)));
                }
            }
            claims.order(
                    "WEB gains most, then RES, then INS: " + shortcuts.label(),
                    String.join(", ", gains),
                    Band.AHEAD,
                    leads);
        }
    }

    /** Table 1 without time: the workload with the least free space has the longest searches. */
    private void claimsOfTraces() {
        List<String> all = numbers.columns(Metric.SEARCH_PROBES);
        claimOfFreeSpace(
                "the fitted bitmaps", all.stream().filter(this::isFitted).toList());
        claimOfFreeSpace(
                "the traces", all.stream().filter(bitmap -> !isFitted(bitmap)).toList());
        claimOfFreeSpace("all", all);
    }

    private boolean isFitted(String bitmap) {
        return WORKLOADS.stream().anyMatch(bitmap::startsWith);
    }

    private void claimOfFreeSpace(String which, List<String> bitmaps) {
        List<String> byFree = bitmaps.stream()
                .sorted(Comparator.comparingDouble(
                        bitmap -> -numbers.value(Metric.FREE_PERCENT, PaperSearches.HERE, bitmap)))
                .toList();
        double[] bits = byFree.stream()
                .mapToDouble(bitmap -> numbers.value(Metric.SEARCH_PROBES, LOOP, bitmap))
                .toArray();
        List<Interval> leads = new ArrayList<>();
        for (int i = 1; i < bits.length; i++) {
            leads.add(Interval.exactly(bits[i] / bits[i - 1]));
        }
        claims.order(
                "the less is free, the more bits for each request: " + which,
                Arrays.stream(bits).mapToObj(ReportNumbers::brief).collect(Collectors.joining(", ")),
                Band.AHEAD,
                leads);
    }

    private void claimsOfEverySize() {
        for (String row : numbers.rows(Metric.SEARCH_PROBES)) {
            claims.within(
                    row + ": more than about 5 blocks need an extensive search: 6 blocks take, % of the bits of 32",
                    Band.ofPercent(10, 100),
                    Interval.exactly(100)
                            .over(numbers.median(Metric.SEARCH_PROBES, row, Integer.toString(AgedTraces.LONGEST))
                                    .over(numbers.median(Metric.SEARCH_PROBES, row, "6"))));
        }
    }

    private void claimsOfFigure8() {
        String row = AgedBitmaps.PRINTED_32;
        claims.within(
                "the loop falls faster to its knee at about 5 blocks than the paper's search: falls by",
                Band.AHEAD,
                fall(LOOP).over(fall(row)),
                " times as much (%s and %s times)".formatted(fall(LOOP), fall(row)));
        double slowest = numbers.columns(RATE).stream()
                .mapToDouble(column -> numbers.value(RATE, LOOP, column))
                .min()
                .orElseThrow();
        claims.within(
                "more than about 5 blocks need an extensive search: 6 blocks take the loop, % of its longest",
                Band.ofPercent(10, 100), Interval.exactly(100 * slowest).over(rate(LOOP, "6")));
    }

    private Interval fall(String row) {
        return rate(row, "1").over(rate(row, "5"));
    }

    private void claimsOfSeeds() {
        Map<String, Double> fitted = Map.of("INS", 300.0, "RES", 800.0, "WEB", 9000.0);
        for (String workload : WORKLOADS) {
            claims.near(
                    workload + ": " + ReportNumbers.brief(fitted.get(workload)) + " bits, from the times of table 1",
                    fitted.get(workload),
                    numbers.median(Metric.SEARCH_PROBES, LOOP, workload));
        }
    }

    // ---- numbers in the texts --------------------------------------------------------------------------------

    private Map<String, String> values() {
        return switch (numbers.group()) {
            case FIGURE_6 ->
                Map.of(
                        "early stop",
                        gain(Shortcuts.EARLY_STOP, Shortcuts.NONE),
                        "zero skip",
                        gain(Shortcuts.ZERO_SKIP, Shortcuts.EARLY_STOP),
                        "tuned",
                        times(Search.TUNED, Search.paper(Shortcuts.ZERO_SKIP, 64)),
                        "filtered",
                        times(Search.FILTERED, Search.TUNED),
                        "printed",
                        numbers.brief(SPEEDUP, printed(64), blocks(8)),
                        "all",
                        numbers.brief(SPEEDUP, Search.TUNED, blocks(8)),
                        "span",
                        ReportNumbers.brief(Codings.span(codings.searchOverLoop(64, blocks(8)))));
            case TABLE_1 ->
                Map.of(
                        "filtered INS", numbers.brief(SPEEDUP, Search.FILTERED, "INS"),
                        "filtered RES", numbers.brief(SPEEDUP, Search.FILTERED, "RES"),
                        "filtered WEB", numbers.brief(SPEEDUP, Search.FILTERED, "WEB"));
            default -> Map.of();
        };
    }

    private String gain(Shortcuts with, Shortcuts without) {
        return times(Search.paper(with, 64), Search.paper(without, 64));
    }

    private String times(String row, String before) {
        return rate(row, blocks(8)).over(rate(before, blocks(8))).toString();
    }
}
