package dev.fallow.benchmarks.race;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Who takes part. */
public interface Entrant {
    /** Short, without spaces: what commands and tables call it. */
    String name();

    /** What it is, in half a sentence. */
    String what();

    /** Whether it is Fallow, whose files have to be in order to the byte. */
    boolean isOurs();

    /** Why it does not do a test of so many objects; empty if it does. */
    Optional<String> leavesOut(ReportTest test, int count);

    /**
     * Does a test in a new process.
     *
     * @param file where there is none; left as the last lap made it
     * @return the laps that count, at least one
     * @throws IOException if the process cannot be started, fails, is not understood or takes too long
     */
    List<Lap> run(ReportTest test, int count, Path file, Pace pace, Stable stable)
            throws IOException, InterruptedException;
}
