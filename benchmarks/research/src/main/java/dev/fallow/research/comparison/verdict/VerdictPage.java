package dev.fallow.research.comparison.verdict;

import dev.fallow.research.comparison.Claims;
import dev.fallow.research.comparison.GroupNumbers;
import dev.fallow.research.comparison.Metric;
import dev.fallow.research.comparison.SavedResults;
import dev.fallow.research.comparison.experiment.TournamentReadings;
import dev.fallow.research.comparison.experiment.TunedQuickFit;
import dev.fallow.research.comparison.experiment.Unstated;
import dev.fallow.research.report.Interval;
import dev.fallow.research.report.MarkdownTable;
import dev.fallow.research.report.ReportNumbers;
import dev.fallow.research.report.Texts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Generates the page, in Markdown. The texts are in a resource; names of winners and numbers come from the results. */
public final class VerdictPage {
    /** The results from which the page is computed: names of folders. */
    public static final List<String> SOURCES = List.of(
            "tournament",
            TournamentReadings.NAME,
            "read-optimized",
            "matball",
            "object-rewrites",
            Unstated.NAME,
            "reallocation");

    private static final Texts TEXTS = Texts.of("verdict");
    private static final String TITLE = "# Which design to use";
    private static final String TRACE = "trace";
    private static final String MEASURED = "measured";
    private static final String TOURNAMENT = "tournament";
    private static final String ORDERED = "ordered";

    private final GroupNumbers tournament;
    private final GroupNumbers traces;
    private final Map<String, SavedResults> sources;
    private final List<String> columns;

    private VerdictPage(Map<String, SavedResults> sources) {
        this.sources = sources;
        tournament = new GroupNumbers(sources.get(TOURNAMENT).results(), TOURNAMENT, "every policy");
        traces = tournament.of("traces");
        columns = tournament.columns(Metric.PEAK_EXTENT);
    }

    /**
     * The page.
     *
     * @param sources the results by the names of their folders
     */
    public static String of(Map<String, SavedResults> sources) {
        VerdictPage page = new VerdictPage(sources);
        return String.join(
                        "\n\n",
                        TITLE,
                        TEXTS.section("head"),
                        page.situations().strip(),
                        TEXTS.section("rules"),
                        page.rules().strip(),
                        TEXTS.section("winners", page.values()),
                        page.winners().strip(),
                        TEXTS.section("losses"),
                        page.losses().strip(),
                        TEXTS.section("designs"),
                        page.designs(),
                        TEXTS.section("numbers"),
                        page.numbers().strip(),
                        TEXTS.section("limits", page.tuning()))
                + "\n";
    }

    /** The numbers in the text: the margin, and the writes of those whose authors do not describe any. */
    private Map<String, String> values() {
        double[] writes = ReportNumbers.range(tournament.rows(Metric.BITMAP_WRITES).stream()
                .filter(row -> tournament
                        .samples(Metric.METADATA_WRITES, row, columns.get(0))
                        .isEmpty())
                .flatMap(row -> columns.stream().map(column -> tournament.value(Metric.BITMAP_WRITES, row, column)))
                .toList());
        GroupNumbers lists = new GroupNumbers(
                sources.get(TournamentReadings.NAME).results(), TournamentReadings.NAME, TournamentReadings.LISTS);
        return Map.of(
                "margin",
                Math.round(100 * (Contest.MARGIN - 1)) + " %",
                "least",
                ReportNumbers.brief(writes[0]),
                "most",
                ReportNumbers.brief(writes[1]),
                "lists least",
                ReportNumbers.brief(lists.least(Metric.METADATA_WRITES)),
                "lists most",
                ReportNumbers.brief(lists.most(Metric.METADATA_WRITES)));
    }

    /** What other parameters of PMFLF would change. */
    private Map<String, String> tuning() {
        TunedQuickFit quickFit = new TunedQuickFit(
                new GroupNumbers(sources.get(Unstated.NAME).results(), Unstated.NAME, TunedQuickFit.GROUP));
        return Map.of(
                "space",
                gain(quickFit, Metric.PEAK_EXTENT),
                "writes",
                gain(quickFit, Metric.METADATA_WRITES),
                "traces",
                Integer.toString(quickFit.traces().size()),
                "more space",
                more(quickFit, Metric.PEAK_EXTENT, TunedQuickFit.LEAST_SPACE),
                "more writes",
                more(quickFit, Metric.METADATA_WRITES, TunedQuickFit.FEWEST_WRITES),
                "pieces",
                pieces("fixed 4 KB"),
                "pieces out of order",
                pieces("fixed 4 KB, list out of order"));
    }

    /** The most contiguous pieces of a block, on any trace. */
    private String pieces(String row) {
        GroupNumbers lists = new GroupNumbers(sources.get(Unstated.NAME).results(), Unstated.NAME, Unstated.LISTS);
        double[] range = ReportNumbers.range(lists.columns(Metric.PIECES).stream()
                .map(trace -> lists.value(Metric.PIECES, row, trace))
                .toList());
        return ReportNumbers.brief(range[1]);
    }

    /** The least and the greatest quotient of the tuned parameters and ours, both chosen on the other traces. */
    private static String gain(TunedQuickFit quickFit, Metric metric) {
        double[] range = ReportNumbers.range(quickFit.traces().stream()
                .map(trace -> quickFit.value(metric, quickFit.tuned(metric, trace), trace)
                        / quickFit.value(metric, quickFit.oursTuned(metric, trace), trace))
                .toList());
        return ReportNumbers.brief(range[0]) + " to " + ReportNumbers.brief(range[1]);
    }

    /** On how many traces PMFLF has more than another, by more than the margin: with the best of ours, tuned, the best. */
    private static String more(TunedQuickFit quickFit, Metric metric, String other) {
        List<UnaryOperator<String>> choices = List.of(
                trace -> quickFit.ours(metric, trace),
                trace -> quickFit.tuned(metric, trace),
                trace -> quickFit.best(metric, trace));
        return choices.stream()
                .map(choice -> quickFit.traces().stream()
                        .filter(trace -> quickFit.value(metric, choice.apply(trace), trace)
                                > Contest.MARGIN * quickFit.value(metric, other, trace))
                        .count())
                .map(count -> Long.toString(count))
                .collect(Collectors.joining(", "));
    }

    // ---- the traces --------------------------------------------------------------------------------------------

    private String situations() {
        MarkdownTable table = new MarkdownTable()
                .text(TRACE)
                .text("blocks and lifetimes")
                .number("MB in use")
                .number("requests")
                .text(MEASURED);
        for (String column : columns) {
            table.row(
                    "`" + column + "`",
                    TEXTS.section(column),
                    traces.brief(Metric.MOST_IN_USE, TRACE, column),
                    traces.brief(Metric.REQUESTS, TRACE, column),
                    measured(column));
        }
        return table.toString();
    }

    private String measured(String column) {
        return sources.get(TOURNAMENT).measured(List.of(column));
    }

    // ---- winners -----------------------------------------------------------------------------------------------

    private String winners() {
        MarkdownTable table = new MarkdownTable().text("");
        Arrays.stream(Contest.values()).map(Contest::label).forEach(table::text);
        table.text(MEASURED);
        for (String column : columns) {
            List<String> cells = new ArrayList<>(List.of("`" + column + "`"));
            for (Contest contest : Contest.values()) {
                Contest.Outcome outcome = contest.outcome(tournament, column);
                cells.add(
                        outcome.isDecided()
                                ? "**" + winner(outcome) + "**"
                                : "not decided: " + String.join(", ", outcome.rules()));
            }
            cells.add(measured(column));
            table.row(cells);
        }
        return table.toString();
    }

    /** The contests in which something else than {@value #ORDERED} has less, by more than interval and margin. */
    private String losses() {
        MarkdownTable table = new MarkdownTable()
                .text("contest")
                .text(TRACE)
                .text("the least")
                .text("its number")
                .text("`" + ORDERED + "`")
                .text("times as much")
                .text(MEASURED);
        for (Contest contest : Contest.values()) {
            for (String column : columns) {
                if (contest.admits(tournament, ORDERED, column)) {
                    String best = contest.outcome(tournament, column).best();
                    Interval more = contest.times(tournament, ORDERED, best, column);
                    if (more.low() > Contest.MARGIN) {
                        table.row(
                                contest.label(),
                                column,
                                "`" + best + "`",
                                contest.number(tournament, best, column).toString(),
                                contest.number(tournament, ORDERED, column).toString(),
                                more.toString(),
                                measured(column));
                    }
                }
            }
        }
        return table.toString();
    }

    /** The design, or the rule of several. */
    private static String winner(Contest.Outcome outcome) {
        return outcome.near().isEmpty()
                ? Design.of(outcome.best()).label()
                : outcome.rules().iterator().next();
    }

    private String numbers() {
        MarkdownTable table = new MarkdownTable()
                .text("contest")
                .text(TRACE)
                .text("least")
                .text("its number")
                .text("the nearest design that has more")
                .text("times as much");
        for (Contest contest : Contest.values()) {
            for (String column : columns) {
                Contest.Outcome outcome = contest.outcome(tournament, column);
                table.row(
                        contest.label(),
                        column,
                        "`" + outcome.best() + "`"
                                + (outcome.near().isEmpty() ? "" : "; as near: " + quoted(outcome.near())),
                        outcome.number().toString(),
                        outcome.next() == null ? MarkdownTable.NOTHING : "`" + outcome.next() + "`",
                        outcome.next() == null
                                ? MarkdownTable.NOTHING
                                : outcome.times().toString());
            }
        }
        return table.toString();
    }

    private static String quoted(List<String> names) {
        return names.stream().map(name -> "`" + name + "`").collect(Collectors.joining(", "));
    }

    // ---- designs -----------------------------------------------------------------------------------------------

    private String designs() {
        List<String> lines = new ArrayList<>();
        for (Design design : Design.values()) {
            List<String> alone = new ArrayList<>();
            List<String> shared = new ArrayList<>();
            for (Contest contest : Contest.values()) {
                add(contest, design, true, alone);
                add(contest, design, false, shared);
            }
            lines.add("- **" + design.label() + "** (" + design.source() + "). "
                    + (alone.isEmpty() ? "Wins nothing alone." : "Wins: " + String.join("; ", alone) + ".")
                    + (shared.isEmpty() ? "" : " Not decided: " + String.join("; ", shared) + "."));
        }
        return String.join("\n", lines);
    }

    private void add(Contest contest, Design design, boolean alone, List<String> lines) {
        List<String> where = columns.stream()
                .filter(column -> {
                    Contest.Outcome outcome = contest.outcome(tournament, column);
                    return outcome.isDecided() == alone && outcome.designs().contains(design);
                })
                .toList();
        if (!where.isEmpty()) {
            lines.add(contest.label() + " ("
                    + (where.size() == columns.size()
                            ? "everywhere"
                            : String.join(", ", where)
                                    .replace(", kept", " kept")
                                    .replace(", small", " small"))
                    + ")");
        }
    }

    // ---- rules -------------------------------------------------------------------------------------------------

    private String rules() {
        Claims claims = new Claims();
        List<String> measured = new VerdictRules(tournament, sources, claims).judge();
        return claims.table(MEASURED, measured);
    }
}
