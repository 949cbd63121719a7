package dev.fallow.benchmarks.shrink;

import dev.fallow.benchmarks.shrink.LoggerResults.Range;
import dev.fallow.research.report.MarkdownTable;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The report on files that are kept short. */
final class LoggerReport {
    /** The names of the workloads, in the order of the report. */
    static final List<String> WORKLOADS = List.of("logger", "churn");

    private static final double MOST_RATIO = 1.1;
    private static final double MOST_EXTRA = 1.5;
    private static final double MEGA = 1e6;
    private static final List<String> DESCRIPTIONS = List.of("""
                    Five runs in each session; a run is a group with 3 to 8 datasets of 100 bytes to 200 KB (log-uniform), a third
                    of them chunked, shuffled and deflated, each with five attributes. 20 runs are kept. A commit after each run.
                    """, """
                    Eight datasets in each round, in 16 groups that stay: half of them of 100 bytes to 4 KB, four of ten up to 64 KB,
                    one of ten up to 1 MB. Nine of ten live for 1 to 5 rounds, one of ten for 50 to 200. A commit after each round, a
                    restart after five.
                    """);

    private final ShrinkScale scale;
    private final Map<String, String> facts;
    private final Map<String, LoggerResults> results;

    /** @param results of each workload */
    LoggerReport(ShrinkScale scale, Map<String, String> facts, Map<String, LoggerResults> results) {
        this.scale = scale;
        this.facts = facts;
        this.results = results;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("# Keeping a file short: " + scale.label() + "\n\n");
        MarkdownTable about = new MarkdownTable().text("").text("");
        facts.forEach((name, value) -> about.row(name, value));
        text.append(about).append("""

                All contenders follow the same plans with the same elements. Live bytes are those that `ContainerFile.space()`
                finds in the closed file, of all contenders: what can be reached, elements and metadata, in the library's own
                format. Each number is the median of the seeds, with the lowest and the highest in brackets.

                - *highest* and *mean*: length of the closed file / its live bytes, over all sessions after the data has become
                  about constant; *last*: after the last session.
                - *within*: the highest length after a commit, or at the end of a session / live bytes at the end of that session.
                - *written*: all bytes written, to the file and Fallow's journal, / the elements that the application has added,
                  as stored. Those of h5py are what the system counts.
                - *extra*: *written*, less that of Fallow without shrinking. It contains the blocks moved, the metadata that refers
                  to them, and the journal.

                A policy has a ratio of length to contents, and the most bytes that it moves after a commit. Writes are not forced
                here.
                """);
        for (int i = 0; i < WORKLOADS.size(); i++) {
            String name = WORKLOADS.get(i);
            text.append("\n## ")
                    .append(name)
                    .append("\n\n")
                    .append(DESCRIPTIONS.get(i))
                    .append('\n');
            text.append(table(results.get(name)));
            for (String failure : results.get(name).failures()) {
                text.append("\nFailed, and not counted: ").append(failure).append(".\n");
            }
            text.append("\n![Length of the closed file / live bytes](");
            text.append(ShrinkPlots.name(name)).append(")\n\n").append(target(results.get(name)));
        }
        return text.toString();
    }

    private static String table(LoggerResults all) {
        MarkdownTable table = new MarkdownTable()
                .text("")
                .number("highest")
                .number("mean")
                .number("last")
                .number("within")
                .number("last, MB")
                .number("written")
                .number("extra");
        for (Tactic tactic : all.tactics()) {
            table.row(
                    tactic.label(),
                    cell(3, all.range(tactic, Trail::highestRatio)),
                    cell(3, all.range(tactic, Trail::meanRatio)),
                    cell(3, all.range(tactic, Trail::lastRatio)),
                    cell(3, all.range(tactic, Trail::highestWithin)),
                    cell(2, all.range(tactic, trail -> trail.lastLength() / MEGA)),
                    cell(2, all.range(tactic, Trail::writtenPerStored)),
                    tactic instanceof Tactic.Fallow fallow && fallow != Tactic.Fallow.PLAIN
                            ? cell(2, all.extra(fallow))
                            : MarkdownTable.NOTHING);
        }
        return table.toString();
    }

    private static String target(LoggerResults all) {
        List<Tactic.Fallow> policies = all.tactics().stream()
                .filter(Tactic.Fallow.class::isInstance)
                .map(Tactic.Fallow.class::cast)
                .filter(Tactic.Fallow::hasPolicy)
                .toList();
        List<String> reached = policies.stream()
                .filter(one -> all.range(one, Trail::highestRatio).most() <= MOST_RATIO
                        && all.extra(one).most() < MOST_EXTRA)
                .map(Tactic::label)
                .toList();
        StringBuilder text = new StringBuilder("Target: a policy with which, with every seed, *highest* is at most ")
                .append(number(2, MOST_RATIO))
                .append(" and *extra* below ")
                .append(number(2, MOST_EXTRA))
                .append(". Reached by ")
                .append(reached.size())
                .append(" of ")
                .append(policies.size())
                .append(reached.isEmpty() ? ".\n" : ": " + String.join("; ", reached) + ".\n");
        if (reached.isEmpty()) {
            text.append("\nThe frontier, by medians: policies of which no other is better in both.\n\n");
            MarkdownTable table = new MarkdownTable().text("").number("highest").number("extra");
            for (Tactic.Fallow one : policies) {
                Range highest = all.range(one, Trail::highestRatio);
                Range extra = all.extra(one);
                Optional<Tactic.Fallow> better = policies.stream()
                        .filter(other -> all.range(other, Trail::highestRatio).median() < highest.median()
                                && all.extra(other).median() < extra.median())
                        .findFirst();
                if (better.isEmpty()) {
                    table.row(one.label(), cell(3, highest), cell(2, extra));
                }
            }
            text.append(table);
        }
        return text.toString();
    }

    private static String cell(int digits, Range range) {
        return number(digits, range.median()) + " (" + number(digits, range.least()) + "–"
                + number(digits, range.most()) + ")";
    }

    private static String number(int digits, double value) {
        return String.format(Locale.ROOT, "%,." + digits + "f", value);
    }
}
