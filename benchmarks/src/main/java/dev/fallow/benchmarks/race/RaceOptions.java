package dev.fallow.benchmarks.race;

import dev.fallow.benchmarks.race.entrant.Entrant;
import dev.fallow.benchmarks.race.entrant.ReportTest;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;

/**
 * The parameters of a race.
 *
 * @param counts null: those of the scale, which are others for the nested test
 * @param nestedCounts the same for the nested test
 * @param processes for each series
 * @param jvmOptions of the JVMs that are warmed up
 * @param results the folder for the result files
 * @param readme null: none
 * @param work the folder for the files of the tests, for as long as they are needed
 * @param limitSeconds after which a process is ended
 */
record RaceOptions(
        RaceScale scale,
        List<Integer> counts,
        List<Integer> nestedCounts,
        List<ReportTest> tests,
        List<Entrant> entrants,
        int processes,
        List<String> jvmOptions,
        Path results,
        Path readme,
        Path work,
        long limitSeconds) {
    /** The counts of a test that somebody does, ascending; those asked for are for all. */
    List<Integer> counts(ReportTest test, Entrant entrant) {
        List<Integer> asked = test == ReportTest.NESTED ? nestedCounts : counts;
        return asked == null ? scale.counts(test, entrant.role()) : List.copyOf(new TreeSet<>(asked));
    }
}
