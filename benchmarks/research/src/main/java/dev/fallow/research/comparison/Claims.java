package dev.fallow.research.comparison;

import dev.fallow.research.report.Interval;
import dev.fallow.research.report.MarkdownTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * A table of a paper's statements, each with the {@linkplain Band band} in which our number agrees with it, our number
 * with its interval, the verdict, and the number at which the verdict would have been another. Bands have two sides: a
 * gain that is far larger than the paper's does not agree either. A tie is no order.
 */
public final class Claims {
    /** Whether a statement holds for our results; of several parts, the last one decides. */
    public enum Verdict {
        /** The whole interval is in the band. */
        YES("yes"),
        /** An end of the band is in the interval. */
        UNDECIDED("**not decided**"),
        /** The whole interval is outside of the band. */
        NO("**no**");

        private final String label;

        Verdict(String label) {
            this.label = label;
        }

        /** The cell of the table. */
        public String label() {
            return label;
        }
    }

    private final List<List<String>> rows = new ArrayList<>();
    private final List<Verdict> verdicts = new ArrayList<>();

    /** Adds a statement about a number. */
    public Verdict within(String statement, Band band, Interval ours) {
        return within(statement, band, ours, "");
    }

    /** As {@link #within(String, Band, Interval)}, with a remark behind our number. */
    public Verdict within(String statement, Band band, Interval ours, String remark) {
        return add(statement, band.toString(), ours + remark, band.judge(ours), band.failsAt(ours));
    }

    /** Adds the statement that a number is the paper's, which is positive. */
    public Verdict near(String statement, double paper, Interval ours) {
        return within(statement, Band.near(paper), ours);
    }

    /**
     * Adds a statement about an order: it holds if each lead is in the band, and not if one of them is outside.
     *
     * @param ours our numbers, for the reader
     * @param each the band of each lead
     * @param leads what each is ahead of the next; at least one
     */
    public Verdict order(String statement, String ours, Band each, List<Interval> leads) {
        Verdict verdict = Collections.max(leads.stream().map(each::judge).toList());
        Interval critical = leads.stream()
                .filter(lead -> each.judge(lead) == verdict)
                .min(Comparator.comparingDouble(
                        lead -> verdict == Verdict.NO ? -Math.abs(each.distance(lead)) : Math.abs(each.distance(lead))))
                .orElseThrow();
        return add(
                statement, leads.size() == 1 ? each.toString() : "each " + each, ours, verdict, each.failsAt(critical));
    }

    private Verdict add(String paper, String band, String ours, Verdict verdict, String failsAt) {
        rows.add(List.of(paper, band, ours, verdict.label, failsAt));
        verdicts.add(verdict);
        return verdict;
    }

    /** The verdicts, in the order of the statements. */
    public List<Verdict> verdicts() {
        return List.copyOf(verdicts);
    }

    /** The table in Markdown; empty if there are no statements. */
    public String table() {
        MarkdownTable table = headings();
        rows.forEach(table::row);
        return rows.isEmpty() ? "" : table.toString();
    }

    /**
     * The table with a column more.
     *
     * @param cells one for each statement
     */
    public String table(String heading, List<String> cells) {
        if (cells.size() != rows.size()) {
            throw new IllegalArgumentException(
                    "expected a cell for each of " + rows.size() + " statements, found " + cells.size());
        }
        MarkdownTable table = headings().text(heading);
        for (int i = 0; i < cells.size(); i++) {
            List<String> row = new ArrayList<>(rows.get(i));
            row.add(cells.get(i));
            table.row(row);
        }
        return table.toString();
    }

    private static MarkdownTable headings() {
        return new MarkdownTable()
                .text("statement")
                .text("agrees from, to")
                .text("ours")
                .text("agrees")
                .text("would have failed at");
    }
}
