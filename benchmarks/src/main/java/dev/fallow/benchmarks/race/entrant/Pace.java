package dev.fallow.benchmarks.race.entrant;

import java.util.List;

/**
 * How often a test is repeated in a process. Seconds are CPU seconds of the process, so that a busy machine changes little.
 *
 * @param leastWarmup for so long a JVM is warmed at least; 0: not at all
 * @param mostWarmup and no new repeat for warming is begun after so long
 * @param laps laps of each count that are measured, at most; at least 1
 * @param lapSeconds a lap of a test that takes less is as many repeats as fill it: a JVM's clock for its CPU time may tick
 *     only a hundred times a second
 * @param patience seconds after which no more lap of a count is begun
 */
public record Pace(double leastWarmup, double mostWarmup, int laps, double lapSeconds, double patience) {
    private static final int MOST_REPEATS = 100;

    /** One repeat in a process that has done nothing before. */
    public Pace cold() {
        return new Pace(0, 0, 1, 0, 0);
    }

    /** Whether a process begins with a warm-up. */
    boolean isWarm() {
        return mostWarmup > 0;
    }

    /** Whether there is to be another lap of a count, of which there were so many, which took so long. */
    boolean goesOn(int done, double seconds) {
        return done == 0 || done <= laps && seconds < patience;
    }

    /** The laps that count: not the first one, the first of its length in that process, if there are enough others. */
    static List<Lap> counted(List<Lap> laps) {
        return List.copyOf(laps.size() > 2 ? laps.subList(1, laps.size()) : laps);
    }

    /** The number of repeats that fill a lap, each of this duration. */
    public int repeats(double seconds) {
        return seconds * MOST_REPEATS <= lapSeconds ? MOST_REPEATS : Math.max(1, (int) Math.ceil(lapSeconds / seconds));
    }
}
