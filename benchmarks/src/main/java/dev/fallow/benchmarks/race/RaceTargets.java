package dev.fallow.benchmarks.race;

import dev.fallow.benchmarks.race.entrant.Entrants;
import dev.fallow.research.createdelete.ReportOf2008;
import dev.fallow.research.createdelete.ReportTest;
import dev.fallow.research.report.MarkdownTable;
import dev.fallow.research.report.ReportNumbers;
import java.util.List;
import java.util.OptionalDouble;

/** The targets for the tests of a race; those that were not measured are marked. */
final class RaceTargets {
    private static final int LARGEST = 50_000;
    private static final int LARGEST_NESTED = 1_000;
    private static final int LARGE = 5_000;
    private static final int GROWN = 500_000;
    private static final double GROWTH = 1.08;

    private final MarkdownTable rows = new MarkdownTable()
            .text("what")
            .text("test")
            .number("count")
            .number("figure")
            .number("measured")
            .text("reached");
    private final Standings standings;

    private RaceTargets(Standings standings) {
        this.standings = standings;
    }

    /** A Markdown table with its heading; empty if no test was run. */
    static String table(Standings standings) {
        RaceTargets targets = new RaceTargets(standings);
        targets.againstReference(ReportTest.GROUPS, LARGEST, 5, 0.5);
        targets.againstHdf5Pure();
        targets.againstReference(ReportTest.DATASETS, LARGEST, 5, 0.9);
        targets.againstReference(ReportTest.ATTRIBUTES, LARGEST, 3, 0.5);
        targets.againstReference(ReportTest.NESTED, LARGEST_NESTED, 4, 0.85);
        for (ReportTest test : List.of(ReportTest.GROUPS, ReportTest.DATASETS)) {
            targets.atMost(
                    "CPU seconds of a cold JVM / those of the C program",
                    test,
                    LARGEST,
                    standings.ratio(Measure.CPU, test, LARGEST, Entrants.OURS_COLD, Entrants.C_PROGRAM),
                    "1",
                    1);
        }
        for (ReportTest test : List.of(ReportTest.GROUPS, ReportTest.DATASETS, ReportTest.ATTRIBUTES)) {
            OptionalDouble exponent =
                    standings.value(Measure.CPU, test, GROWN, Entrants.OURS).isEmpty()
                            ? OptionalDouble.empty()
                            : standings.exponent(
                                    Measure.CPU, test, standings.counts(test), Entrants.OURS, test.created(LARGE));
            targets.atMost(
                    "exponent of the CPU seconds, from 5,000 on",
                    test,
                    GROWN,
                    exponent,
                    ReportNumbers.brief(GROWTH),
                    GROWTH);
        }
        targets.ofTheReport(ReportTest.GROUPS);
        targets.ofTheReport(ReportTest.DATASETS);
        return targets.rows.isEmpty() ? "" : "\n## Targets\n\n" + targets.rows;
    }

    private void againstReference(ReportTest test, int count, int faster, double size) {
        for (Measure measure : List.of(Measure.CPU, Measure.WALL)) {
            atMost(
                    measure.label() + " / those of libhdf5 called from Java",
                    test,
                    count,
                    standings.ratio(measure, test, count, Entrants.OURS, Entrants.REFERENCE),
                    "1/" + faster,
                    1.0 / faster);
        }
        atMost(
                "file length / that of libhdf5",
                test,
                count,
                standings.ratio(Measure.FILE_BYTES, test, count, Entrants.OURS, Entrants.REFERENCE),
                ReportNumbers.brief(size),
                size);
    }

    private void againstHdf5Pure() {
        atMost(
                "file length / that of hdf5-pure",
                ReportTest.GROUPS,
                LARGE,
                standings.ratio(Measure.FILE_BYTES, ReportTest.GROUPS, LARGE, Entrants.OURS, Entrants.RUST_PROGRAM),
                "1",
                1);
    }

    private void atMost(String what, ReportTest test, int count, OptionalDouble measured, String figure, double most) {
        row(what, test, count, "at most " + figure, measured, measured.orElse(0) <= most);
    }

    /** Adds the targets from the 2008 report: the linked list must be slower than size bins, as it was then. */
    private void ofTheReport(ReportTest test) {
        double least = ReportOf2008.row(test, LARGEST).orElseThrow().quotient();
        OptionalDouble measured = standings.ratio(Measure.CPU, test, LARGEST, Entrants.OLD_DESIGN, Entrants.NEW_DESIGN);
        row(
                "CPU seconds with the linked list / those with size bins",
                test,
                LARGEST,
                "at least " + ReportNumbers.brief(least),
                measured,
                measured.orElse(0) >= least);
    }

    private void row(String what, ReportTest test, int count, String figure, OptionalDouble measured, boolean reached) {
        if (standings.tests().contains(test)) {
            rows.row(
                    what,
                    test.label(),
                    RaceReport.integer(count),
                    figure,
                    RaceReport.brief(measured),
                    measured.isEmpty() ? "not measured" : reached ? "yes" : "**no**");
        }
    }
}
