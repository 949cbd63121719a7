package dev.fallow.benchmarks.race;

import dev.fallow.benchmarks.race.entrant.Entrant;
import dev.fallow.research.createdelete.ReportTest;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;

/**
 * The parameters of a race.
 *
 * @param counts null for those of the scale
 * @param nestedCounts the counts of the nested test; null for those of the scale
 * @param processes the number of processes for each series
 * @param jvmOptions the options of warm JVMs
 * @param results the directory for the result files
 * @param readme a text for the summary; null for none
 * @param earlier the results of an earlier race, kept where this one does not measure again; null for none
 * @param work the directory for the temporary files of the tests
 * @param limitSeconds the time limit of a process
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
        SavedRace earlier,
        Path work,
        long limitSeconds) {
    /** The counts of a test for an entrant, ascending. Counts given explicitly apply to all entrants. */
    List<Integer> counts(ReportTest test, Entrant entrant) {
        List<Integer> asked = test == ReportTest.NESTED ? nestedCounts : counts;
        return asked == null ? scale.counts(test, entrant.role()) : List.copyOf(new TreeSet<>(asked));
    }

    /** Whether this race measures it. */
    boolean measures(ReportTest test, int count, String entrant) {
        return tests.contains(test)
                && entrants.stream()
                        .anyMatch(one ->
                                one.name().equals(entrant) && counts(test, one).contains(count));
    }
}
