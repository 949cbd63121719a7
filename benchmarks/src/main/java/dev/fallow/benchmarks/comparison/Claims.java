package dev.fallow.benchmarks.comparison;

import dev.fallow.benchmarks.report.MarkdownTable;
import java.util.ArrayList;
import java.util.List;

/** A table of a paper's statements, with our results and whether the statements hold for them. */
public final class Claims {
    private final MarkdownTable table =
            new MarkdownTable().text("the paper").text("ours").text("agrees");
    private final List<Boolean> holding = new ArrayList<>();

    /**
     * Adds a statement.
     *
     * @param paper the statement of the paper
     * @param ours the corresponding result
     * @param holds whether the statement is true for our results
     */
    public void add(String paper, String ours, boolean holds) {
        table.row(paper, ours, holds ? "yes" : "**no**");
        holding.add(holds);
    }

    /** For each statement, in order, whether it holds. */
    List<Boolean> holding() {
        return List.copyOf(holding);
    }

    /** The table in Markdown; empty if there are no statements. */
    public String table() {
        return table.isEmpty() ? "" : table.toString();
    }
}
