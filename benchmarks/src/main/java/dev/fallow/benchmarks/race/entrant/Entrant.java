package dev.fallow.benchmarks.race.entrant;

import dev.fallow.research.createdelete.ReportTest;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** A contender of the race. */
public interface Entrant {
    /** The role of an entrant, which determines its counts of objects. */
    enum Role {
        /** Fallow with default options. */
        OURS,
        /** Fallow with other options. */
        OURS_OTHERWISE,
        /** Fallow in a new JVM. */
        OURS_COLD,
        /** The entrant with which Fallow is compared. */
        REFERENCE,
        /** The reference with other settings, and other libraries. */
        OTHER;

        /** Whether it is Fallow, whose files are checked to the byte. */
        public boolean isOurs() {
            return this == OURS || this == OURS_OTHERWISE || this == OURS_COLD;
        }
    }

    /** A short name without spaces, for commands and tables. */
    String name();

    /** A description: part of a sentence. */
    String what();

    /** The role of this entrant. */
    Role role();

    /** The reason why it omits a test with this count; empty if it takes part. */
    Optional<String> leavesOut(ReportTest test, int count);

    /**
     * Runs a test with several counts.
     *
     * @param counts at least one, ascending, without those that it omits
     * @param files the location of the files, initially empty; the last file of each count is kept
     * @return the results; with a failure if a process failed or took too long
     * @throws IOException if a process cannot be started, or its output cannot be parsed
     */
    Series run(ReportTest test, List<Integer> counts, RaceFiles files, Pace pace, Stable stable)
            throws IOException, InterruptedException;
}
