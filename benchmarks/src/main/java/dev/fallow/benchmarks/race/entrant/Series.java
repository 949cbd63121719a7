package dev.fallow.benchmarks.race.entrant;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The results of an entrant in a test with several counts, as far as it came.
 *
 * @param laps of each count that was done, at least one
 * @param failure why the others were not; null if all were
 */
public record Series(Map<Integer, List<Lap>> laps, String failure) {
    /** Takes copies. */
    public Series {
        laps = new TreeMap<>(laps);
    }
}
