package dev.fallow.benchmarks.comparison.bitmap;

import dev.fallow.benchmarks.comparison.Findings;
import dev.fallow.benchmarks.comparison.Metric;
import dev.fallow.benchmarks.comparison.Numbers;
import dev.fallow.benchmarks.comparison.Scale;
import dev.fallow.benchmarks.page.Search;
import java.util.function.LongSupplier;

/** The bit-by-bit loop and another search at the same work, in turn: what comes between hits both. */
record SearchRace(double loopNanos, double searchNanos) {
    /**
     * Medians of the rounds.
     *
     * @param atLeastNanos so long each is repeated in a round
     * @param searches what one repetition does that many times: the times are of one
     */
    static SearchRace of(LongSupplier loop, LongSupplier search, long atLeastNanos, int searches, Scale scale) {
        LongSupplier[] both = {loop, search};
        double[][] nanos = new double[2][scale.rounds()];
        for (int round = -scale.warmups(); round < scale.rounds(); round++) {
            for (int i = 0; i < 2; i++) {
                double each = Searching.nanos(both[i], atLeastNanos) / searches;
                if (round >= 0) {
                    nanos[i][round] = each;
                }
            }
        }
        return new SearchRace(Numbers.median(nanos[0]), Numbers.median(nanos[1]));
    }

    double speedup() {
        return loopNanos / searchNanos;
    }

    /** Adds the searches per second of each. */
    void report(String group, String column, Search search, Findings findings) {
        findings.add(group, column, Search.LOOP.name(), Metric.SEARCHES_PER_SECOND, 1e9 / loopNanos);
        findings.add(group, column, search.name(), Metric.SEARCHES_PER_SECOND, 1e9 / searchNanos);
    }
}
