package dev.fallow.benchmarks.race.entrant;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The results of an entrant in a test with several counts, possibly incomplete.
 *
 * @param laps the laps of each completed count, at least one
 * @param failure the reason why the other counts are missing; null if all were completed
 */
public record Series(Map<Integer, List<Lap>> laps, String failure) {
    /** Copies the laps. */
    public Series {
        laps = new TreeMap<>(laps);
    }
}
