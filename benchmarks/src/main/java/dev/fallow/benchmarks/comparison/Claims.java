package dev.fallow.benchmarks.comparison;

import java.util.ArrayList;
import java.util.List;

/** What a paper says, beside the same of ours and whether it is so here, too: a table. */
final class Claims {
    private final StringBuilder rows = new StringBuilder();
    private final List<Boolean> holding = new ArrayList<>();

    /**
     * One statement.
     *
     * @param paper what the paper says
     * @param ours the same of ours
     * @param holds whether it is as the paper says
     */
    void add(String paper, String ours, boolean holds) {
        rows.append("| ")
                .append(paper)
                .append(" | ")
                .append(ours)
                .append(" | ")
                .append(holds ? "yes" : "**no**")
                .append(" |\n");
        holding.add(holds);
    }

    /** Whether each of them holds, in their order. */
    List<Boolean> holding() {
        return List.copyOf(holding);
    }

    /** The table, in Markdown; nothing if there are no statements. */
    String table() {
        return holding.isEmpty() ? "" : "\n| the paper | ours | as there |\n|---|---|---|\n" + rows;
    }
}
