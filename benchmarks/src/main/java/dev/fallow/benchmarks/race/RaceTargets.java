package dev.fallow.benchmarks.race;

import dev.fallow.benchmarks.comparison.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** The figures to reach, those of them that a race has measured. */
final class RaceTargets {
    private static final int LARGEST = 50_000;
    private static final int LARGEST_NESTED = 1_000;
    private static final int LARGE = 5_000;

    private final List<String> rows = new ArrayList<>();
    private final Standings standings;

    private RaceTargets(Standings standings) {
        this.standings = standings;
    }

    /** A Markdown table with its heading; nothing if nothing was measured. */
    static String table(Standings standings) {
        RaceTargets targets = new RaceTargets(standings);
        targets.againstReference(ReportTest.GROUPS, LARGEST, 1.0 / 5, 0.5);
        targets.againstReference(ReportTest.DATASETS, LARGEST, 1.0 / 5, 0.9);
        targets.againstReference(ReportTest.ATTRIBUTES, LARGEST, 1.0 / 3, 0.5);
        targets.againstReference(ReportTest.NESTED, LARGEST_NESTED, 1.0 / 4, 0.85);
        targets.atMost(
                "bytes of the file, of hdf5-pure's",
                ReportTest.GROUPS,
                LARGE,
                standings.ratio(Measure.FILE_BYTES, ReportTest.GROUPS, LARGE, Entrants.OURS, Entrants.RUST_PROGRAM),
                1);
        for (ReportTest test : List.of(ReportTest.GROUPS, ReportTest.DATASETS)) {
            targets.atMost(
                    "CPU time of a whole cold JVM, of the C program's",
                    test,
                    LARGEST,
                    standings.ratio(Measure.CPU, test, LARGEST, Entrants.OURS_COLD, Entrants.C_PROGRAM),
                    1);
        }
        for (ReportTest test : List.of(ReportTest.GROUPS, ReportTest.DATASETS, ReportTest.ATTRIBUTES)) {
            List<Integer> counts = standings.counts(test);
            if (!counts.isEmpty() && counts.get(counts.size() - 1) >= 10 * LARGE) {
                targets.atMost(
                        "exponent of the CPU time from 5,000 on",
                        test,
                        counts.get(counts.size() - 1),
                        standings.exponent(Measure.CPU, test, Entrants.OURS, test.created(LARGE)),
                        1.08);
            }
        }
        targets.ofTheReport(ReportTest.GROUPS);
        targets.ofTheReport(ReportTest.DATASETS);
        return targets.rows.isEmpty()
                ? ""
                : "\n## Figures to reach\n\n| what | test | count | figure | measured | reached |\n"
                        + "|---|---|---:|---:|---:|---|\n" + String.join("\n", targets.rows) + "\n";
    }

    private void againstReference(ReportTest test, int count, double time, double size) {
        for (Measure measure : List.of(Measure.CPU, Measure.WALL)) {
            atMost(
                    measure.label() + ", of libhdf5's",
                    test,
                    count,
                    standings.ratio(measure, test, count, Entrants.OURS, Entrants.REFERENCE),
                    time);
        }
        atMost(
                "bytes of the file, of libhdf5's",
                test,
                count,
                standings.ratio(Measure.FILE_BYTES, test, count, Entrants.OURS, Entrants.REFERENCE),
                size);
    }

    private void atMost(String what, ReportTest test, int count, OptionalDouble measured, double most) {
        if (measured.isPresent()) {
            row(
                    what,
                    test,
                    count,
                    "at most " + Numbers.brief(most),
                    measured.getAsDouble(),
                    measured.getAsDouble() <= most);
        }
    }

    /** The linked list has to lose against size bins as it did then. */
    private void ofTheReport(ReportTest test) {
        OptionalDouble measured = standings.ratio(Measure.CPU, test, LARGEST, Entrants.OLD_DESIGN, Entrants.NEW_DESIGN);
        if (measured.isPresent()) {
            ReportOf2008.Row row = ReportOf2008.row(test, LARGEST).orElseThrow();
            double least = row.trunk() / row.branch();
            row(
                    "linked list, times size bins",
                    test,
                    LARGEST,
                    "at least " + Numbers.brief(least),
                    measured.getAsDouble(),
                    measured.getAsDouble() >= least);
        }
    }

    private void row(String what, ReportTest test, int count, String figure, double measured, boolean reached) {
        rows.add("| %s | %s | %,d | %s | %s | %s |"
                .formatted(what, test.label(), count, figure, Numbers.brief(measured), reached ? "yes" : "**no**"));
    }
}
