package dev.fallow.benchmarks.race;

import dev.fallow.benchmarks.race.entrant.Entrants;
import dev.fallow.research.createdelete.ReportTest;
import dev.fallow.research.report.MarkdownTable;
import java.util.List;
import java.util.OptionalDouble;

/** The growth of Fallow with default options beyond the counts of the others: a table of all counts from 5,000 on. */
final class RaceGrowth {
    private static final int LEAST = 5_000;

    private RaceGrowth() {}

    /** A Markdown table with its heading; empty if Fallow did not run larger counts than the others. */
    static String table(Standings standings) {
        MarkdownTable table = new MarkdownTable()
                .text("test")
                .number("count")
                .number("CPU seconds")
                .number("microseconds per object created")
                .number("file length, bytes")
                .number("writes issued")
                .number("exponent");
        for (ReportTest test : standings.tests()) {
            if (standings.counts(test).size() > standings.columns(test).size()) {
                addRows(table, standings, test);
            }
        }
        return table.isEmpty()
                ? ""
                : "\n## Growth\n\n`" + Entrants.OURS
                        + "` beyond the counts of the others; the exponent is that of the CPU seconds from 5,000 on.\n\n"
                        + table;
    }

    private static void addRows(MarkdownTable table, Standings standings, ReportTest test) {
        List<Integer> counts =
                standings.counts(test).stream().filter(count -> count >= LEAST).toList();
        for (int count : counts) {
            OptionalDouble cpu = standings.value(Measure.CPU, test, count, Entrants.OURS);
            OptionalDouble each = cpu.isEmpty()
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(cpu.getAsDouble() * 1e6 / test.created(count));
            List<Integer> upToHere =
                    counts.stream().filter(other -> other <= count).toList();
            table.row(
                    test.label(),
                    RaceReport.integer(count),
                    RaceReport.brief(cpu),
                    RaceReport.brief(each),
                    RaceReport.integer(standings.value(Measure.FILE_BYTES, test, count, Entrants.OURS)),
                    RaceReport.integer(standings.value(Measure.WRITES, test, count, Entrants.OURS)),
                    RaceReport.brief(standings.exponent(Measure.CPU, test, upToHere, Entrants.OURS, 0)));
        }
    }
}
