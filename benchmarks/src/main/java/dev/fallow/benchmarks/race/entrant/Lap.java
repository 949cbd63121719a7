package dev.fallow.benchmarks.race.entrant;

import dev.fallow.research.createdelete.Writes;

/**
 * The measurements of one run of a test, or the means of several repeats of a short test.
 *
 * @param library name and version
 * @param cpuSeconds user and system time of the whole process from before the file was created until after it was
 *     closed
 * @param wallSeconds elapsed time; -1 if unknown
 * @param processSeconds user and system time of the process including its start; -1 if unknown
 * @param fileBytes the length of the file at the end
 * @param writes the write requests to the medium
 */
public record Lap(
        String library, double cpuSeconds, double wallSeconds, double processSeconds, long fileBytes, Writes writes) {}
