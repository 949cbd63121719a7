package dev.fallow.benchmarks.comparison.bitmap;

import dev.fallow.benchmarks.comparison.Findings;
import dev.fallow.benchmarks.comparison.Metric;
import dev.fallow.benchmarks.comparison.Numbers;
import dev.fallow.benchmarks.comparison.Scale;
import dev.fallow.benchmarks.page.Search;
import java.util.function.LongSupplier;

/** Times the bit-by-bit loop and another search on the same work, alternating, so that disturbances affect both. */
record SearchRace(double loopNanos, double searchNanos) {
    /**
     * The medians of the rounds.
     *
     * @param atLeastNanos the minimum time for which each is repeated in a round
     * @param searches the number of searches in one repetition; the resulting times are per search
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

    /** Reports the searches per second of both. */
    void report(String group, String column, Search search, Findings findings) {
        findings.add(group, column, Search.LOOP.name(), Metric.SEARCHES_PER_SECOND, 1e9 / loopNanos);
        findings.add(group, column, search.name(), Metric.SEARCHES_PER_SECOND, 1e9 / searchNanos);
    }
}
