package dev.fallow.research.report;

import java.util.ArrayList;
import java.util.List;

/** A table in Markdown: its columns are declared first, then its rows are added. */
public final class MarkdownTable {
    /** The content of a cell for an unknown number. */
    public static final String NOTHING = "–";

    private final List<String> headings = new ArrayList<>();
    private final StringBuilder alignments = new StringBuilder("|");
    private final StringBuilder rows = new StringBuilder();

    /** Adds a column of text, which may have an empty heading. */
    public MarkdownTable text(String heading) {
        return column(heading, "---");
    }

    /** Adds a column of numbers, which are aligned to the right. */
    public MarkdownTable number(String heading) {
        return column(heading, "---:");
    }

    /** Adds columns of numbers. */
    public MarkdownTable numbers(List<String> newHeadings) {
        newHeadings.forEach(this::number);
        return this;
    }

    private MarkdownTable column(String heading, String alignment) {
        if (!isEmpty()) {
            throw new IllegalStateException("column \"" + heading + "\" after the first row");
        }
        headings.add(heading);
        alignments.append(alignment).append('|');
        return this;
    }

    /**
     * Adds a row.
     *
     * @throws IllegalArgumentException if the number of cells is not that of the columns
     */
    public MarkdownTable row(List<String> cells) {
        if (cells.size() != headings.size()) {
            throw new IllegalArgumentException(
                    "expected %d cells, found %d: %s".formatted(headings.size(), cells.size(), cells));
        }
        rows.append(line(cells));
        return this;
    }

    /** Adds a row. */
    public MarkdownTable row(String... cells) {
        return row(List.of(cells));
    }

    /** Whether the table has no rows. */
    public boolean isEmpty() {
        return rows.isEmpty();
    }

    /** The table, with a line end after each row. */
    @Override
    public String toString() {
        return line(headings) + alignments + "\n" + rows;
    }

    private static String line(List<String> cells) {
        StringBuilder line = new StringBuilder("|");
        for (String cell : cells) {
            line.append(cell.isEmpty() ? "" : " ")
                    .append(cell.replace("|", "\\|"))
                    .append(" |");
        }
        return line.append('\n').toString();
    }
}
