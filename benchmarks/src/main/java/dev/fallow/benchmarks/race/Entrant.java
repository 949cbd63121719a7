package dev.fallow.benchmarks.race;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Who takes part. */
public interface Entrant {
    /** What somebody is in the race for, which decides with how many objects. */
    enum Role {
        /** Fallow as it is by default. */
        OURS,
        /** Fallow otherwise. */
        OURS_OTHERWISE,
        /** Fallow in a JVM that has done nothing before. */
        OURS_COLD,
        /** Whom Fallow is compared with. */
        REFERENCE,
        /** The reference otherwise, and others. */
        OTHER;

        /** Whether it is Fallow, whose files have to be in order to the byte. */
        boolean isOurs() {
            return this == OURS || this == OURS_OTHERWISE || this == OURS_COLD;
        }
    }

    /** Short, without spaces: what commands and tables call it. */
    String name();

    /** What it is, in half a sentence. */
    String what();

    /** What it is in the race for. */
    Role role();

    /** Why it does not do a test of so many objects; empty if it does. */
    Optional<String> leavesOut(ReportTest test, int count);

    /**
     * Does a test with some counts.
     *
     * @param counts at least one, ascending, none that it leaves out
     * @param files where there are none; the last one of each count is left
     * @return what was done; with a failure, if a process failed or took too long
     * @throws IOException if a process cannot be started, or is not understood
     */
    Series run(ReportTest test, List<Integer> counts, RaceFiles files, Pace pace, Stable stable)
            throws IOException, InterruptedException;
}
