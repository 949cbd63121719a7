package dev.fallow.benchmarks.race;

/**
 * How often a test is repeated in a process.
 *
 * @param warmups laps that are not measured, at least; 0: none, however short
 * @param warmupSeconds for so long they go on at least; short tests need many until they are compiled
 * @param laps laps that are measured, at most; at least 1
 * @param patience seconds after which no more lap is begun. If the first one alone takes longer it is the one that counts,
 *     and if half of it is over the warm-up ends
 */
public record Pace(int warmups, double warmupSeconds, int laps, double patience) {
    /** One lap in a process that has done nothing before. */
    public Pace cold() {
        return new Pace(0, 0, 1, patience);
    }
}
