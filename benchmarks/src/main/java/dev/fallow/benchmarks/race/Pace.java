package dev.fallow.benchmarks.race;

/**
 * How often a test is repeated in a process. Seconds are CPU seconds of the process, so that a busy machine changes nothing.
 *
 * @param warmups repeats that are not measured, at least; 0: none, however short
 * @param warmupSeconds for so long they go on at least; short tests need many until they are compiled
 * @param laps laps that are measured, at most; at least 1
 * @param lapSeconds a lap of a test that takes less is as many repeats as fill it: a JVM's clock for its CPU time may tick
 *     only a hundred times a second
 * @param patience seconds after which no more lap is begun; the warm-up ends when half of them are over
 */
public record Pace(int warmups, double warmupSeconds, int laps, double lapSeconds, double patience) {
    private static final int MOST_REPEATS = 100;

    /** One repeat in a process that has done nothing before. */
    public Pace cold() {
        return new Pace(0, 0, 1, 0, patience);
    }

    /** How many repeats fill a lap, each of which takes so long. */
    int repeats(double seconds) {
        return seconds * MOST_REPEATS <= lapSeconds ? MOST_REPEATS : Math.max(1, (int) Math.ceil(lapSeconds / seconds));
    }
}
