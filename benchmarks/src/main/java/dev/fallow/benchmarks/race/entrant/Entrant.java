package dev.fallow.benchmarks.race.entrant;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** A contender of the race. */
public interface Entrant {
    /** The purpose of an entrant, which decides its counts of objects. */
    enum Role {
        /** Fallow as it is by default. */
        OURS,
        /** Fallow otherwise. */
        OURS_OTHERWISE,
        /** Fallow in a JVM that has done nothing before. */
        OURS_COLD,
        /** The entrant that Fallow is compared with. */
        REFERENCE,
        /** The reference otherwise, and others. */
        OTHER;

        /** Whether it is Fallow, whose files have to be in order to the byte. */
        public boolean isOurs() {
            return this == OURS || this == OURS_OTHERWISE || this == OURS_COLD;
        }
    }

    /** The name in commands and tables: short, without spaces. */
    String name();

    /** A description, in half a sentence. */
    String what();

    /** The purpose of this entrant. */
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
