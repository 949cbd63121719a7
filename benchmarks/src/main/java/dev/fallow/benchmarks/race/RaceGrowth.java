package dev.fallow.benchmarks.race;

import java.util.List;
import java.util.OptionalDouble;

/** How Fallow by default grows where nobody follows it: a table over all counts from 5,000 on. */
final class RaceGrowth {
    private static final int LEAST = 5_000;

    private RaceGrowth() {}

    /** A Markdown table with its heading; nothing if it did no more than the others. */
    static String table(Standings standings) {
        StringBuilder rows = new StringBuilder();
        for (ReportTest test : standings.tests()) {
            if (standings.counts(test).size() > standings.columns(test).size()) {
                rows.append(rows(standings, test));
            }
        }
        return rows.length() == 0
                ? ""
                : "\n## Growth\n\n`" + Entrants.OURS
                        + "` beyond the counts of the others; the exponent is that of the CPU seconds from 5,000 on.\n"
                        + "\n| test | count | CPU seconds | microseconds for an object created | bytes of the file |"
                        + " writes issued | exponent |\n|---|---:|---:|---:|---:|---:|---:|\n" + rows;
    }

    private static String rows(Standings standings, ReportTest test) {
        StringBuilder rows = new StringBuilder();
        List<Integer> counts =
                standings.counts(test).stream().filter(count -> count >= LEAST).toList();
        for (int count : counts) {
            OptionalDouble cpu = standings.value(Measure.CPU, test, count, Entrants.OURS);
            OptionalDouble each = cpu.isEmpty()
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(cpu.getAsDouble() * 1e6 / test.created(count));
            rows.append("| ").append(test.label()).append(" | ").append(RaceReport.integer(count));
            for (String cell : List.of(
                    RaceReport.brief(cpu),
                    RaceReport.brief(each),
                    RaceReport.integer(standings.value(Measure.FILE_BYTES, test, count, Entrants.OURS)),
                    RaceReport.integer(standings.value(Measure.WRITES, test, count, Entrants.OURS)),
                    RaceReport.brief(standings.exponent(
                            Measure.CPU,
                            test,
                            counts.stream().filter(other -> other <= count).toList(),
                            Entrants.OURS,
                            0)))) {
                rows.append(" | ").append(cell);
            }
            rows.append(" |\n");
        }
        return rows.toString();
    }
}
