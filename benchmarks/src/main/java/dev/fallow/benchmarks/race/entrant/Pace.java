package dev.fallow.benchmarks.race.entrant;

import java.util.List;

/**
 * The repetitions of a test in a process. Seconds are CPU seconds of the process, on which a busy machine has little
 * effect.
 *
 * @param leastWarmup the minimum duration of a JVM's warm-up; 0 for no warm-up
 * @param mostWarmup the time after which no further warm-up repeat is started
 * @param laps the maximum number of measured laps per count, at least 1
 * @param lapSeconds the minimum duration of a lap, reached by repeating short tests, because a JVM's CPU time may have
 *     a resolution of only a hundredth of a second
 * @param patience the time in seconds after which no further lap of a count is started
 */
public record Pace(double leastWarmup, double mostWarmup, int laps, double lapSeconds, double patience) {
    private static final int MOST_REPEATS = 100;

    /** The pace of a process that runs the test once, without warm-up. */
    public Pace cold() {
        return new Pace(0, 0, 1, 0, 0);
    }

    /** Whether a process starts with a warm-up. */
    boolean isWarm() {
        return mostWarmup > 0;
    }

    /** Whether another lap of a count follows after {@code done} laps, which took {@code seconds}. */
    boolean goesOn(int done, double seconds) {
        return done == 0 || done <= laps && seconds < patience;
    }

    /** The laps that count: without the first one of a count, if there are enough others. */
    static List<Lap> counted(List<Lap> laps) {
        return List.copyOf(laps.size() > 2 ? laps.subList(1, laps.size()) : laps);
    }

    /** The number of repeats that fill a lap, each of this duration. */
    public int repeats(double seconds) {
        return seconds * MOST_REPEATS <= lapSeconds ? MOST_REPEATS : Math.max(1, (int) Math.ceil(lapSeconds / seconds));
    }
}
