package dev.fallow.benchmarks.comparison;

import dev.fallow.benchmarks.report.MarkdownTable;
import java.util.ArrayList;
import java.util.List;

/** Statements of a paper beside our results, and whether they hold here: a table. */
public final class Claims {
    private final MarkdownTable table =
            new MarkdownTable().text("the paper").text("ours").text("as there");
    private final List<Boolean> holding = new ArrayList<>();

    /**
     * Adds a statement.
     *
     * @param paper the statement of the paper
     * @param ours the same of our results
     * @param holds whether the statement is true of our results
     */
    public void add(String paper, String ours, boolean holds) {
        table.row(paper, ours, holds ? "yes" : "**no**");
        holding.add(holds);
    }

    /** Whether each of them holds, in their order. */
    List<Boolean> holding() {
        return List.copyOf(holding);
    }

    /** The table, in Markdown; nothing if there are no statements. */
    public String table() {
        return table.isEmpty() ? "" : table.toString();
    }
}
