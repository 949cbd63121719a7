package dev.fallow.research.comparison;

import dev.fallow.research.report.Interval;
import dev.fallow.research.report.MarkdownTable;
import dev.fallow.research.report.ReportNumbers;
import java.util.ArrayList;
import java.util.List;

/**
 * A table of a paper's statements, each with the band in which our number agrees with it, our number with its interval,
 * and the verdict. Bands have two sides: a gain that is far larger than the paper's does not agree either. An order
 * agrees only if each difference is larger than its interval: a tie is no order.
 */
public final class Claims {
    /** Whether a statement holds for our results. */
    public enum Verdict {
        /** The whole interval is in the band. */
        YES("yes"),
        /** The whole interval is outside of the band. */
        NO("**no**"),
        /** An end of the band is in the interval. */
        UNDECIDED("**not decided**");

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

    /**
     * Adds a statement about a number.
     *
     * @param statement of the paper, with its number
     * @param low the least number that agrees
     * @param high the highest
     * @return the verdict
     */
    public Verdict within(String statement, double low, double high, Interval ours) {
        return within(statement, low, high, ours, "");
    }

    /** As {@link #within(String, double, double, Interval)}, with a remark behind our number. */
    public Verdict within(String statement, double low, double high, Interval ours, String remark) {
        Verdict verdict = ours.low() >= low && ours.high() <= high
                ? Verdict.YES
                : ours.high() < low || ours.low() > high ? Verdict.NO : Verdict.UNDECIDED;
        return add(statement, ReportNumbers.brief(low) + ", " + ReportNumbers.brief(high), ours + remark, verdict);
    }

    /** Adds the statement that something is ahead by a little: more than nothing, at most {@code most}. */
    public Verdict ahead(String statement, double most, Interval gain) {
        Verdict verdict = gain.low() > 0 && gain.high() <= most
                ? Verdict.YES
                : gain.high() < 0 || gain.low() > most ? Verdict.NO : Verdict.UNDECIDED;
        return add(statement, "> 0, " + ReportNumbers.brief(most), gain.toString(), verdict);
    }

    /** Adds the statement that a number is the paper's: ours agrees within a factor. */
    public Verdict near(String statement, double paper, double factor, Interval ours) {
        return within(statement, paper / factor, paper * factor, ours);
    }

    /**
     * Adds a statement about an order.
     *
     * @param ours our numbers, for the reader
     * @param differences what each is ahead of the next; all must be positive
     */
    public Verdict order(String statement, String ours, List<Interval> differences) {
        Verdict verdict = Verdict.YES;
        for (Interval difference : differences) {
            if (difference.high() < 0) {
                verdict = Verdict.NO;
            } else if (difference.low() <= 0 && verdict == Verdict.YES) {
                verdict = Verdict.UNDECIDED;
            }
        }
        return add(statement, "each difference > 0", ours, verdict);
    }

    private Verdict add(String paper, String band, String ours, Verdict verdict) {
        rows.add(List.of(paper, band, ours, verdict.label));
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
                .text("agrees");
    }
}
