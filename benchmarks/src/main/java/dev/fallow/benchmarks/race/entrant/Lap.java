package dev.fallow.benchmarks.race.entrant;

/**
 * One test, done once, or the mean of several repeats of a short one.
 *
 * @param library name and version
 * @param cpuSeconds user and system time of the whole process from before the file was created until after it was closed
 * @param wallSeconds elapsed time; -1 if that is not known
 * @param processSeconds user and system time since the process began, its start included; -1 if that is not known
 * @param fileBytes the length of the file at the end
 * @param writes what was asked of the medium
 */
public record Lap(
        String library, double cpuSeconds, double wallSeconds, double processSeconds, long fileBytes, Writes writes) {}
