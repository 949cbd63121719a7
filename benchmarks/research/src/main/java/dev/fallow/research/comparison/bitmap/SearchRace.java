package dev.fallow.research.comparison.bitmap;

import dev.fallow.research.comparison.ExperimentFindings;
import dev.fallow.research.comparison.Metric;
import dev.fallow.research.comparison.Scale;
import dev.fallow.research.page.Search;
import dev.fallow.research.report.ReportNumbers;
import java.util.function.LongSupplier;

/**
 * Times the bit-by-bit loop and another search on the same work, alternating, so that disturbances affect both.
 *
 * @param loopNanos the median of the rounds
 * @param searchNanos the median of the rounds
 * @param speedup the median of the ratios, round by round
 */
record SearchRace(double loopNanos, double searchNanos, double speedup) {
    private static final int ROUNDS = 7; // the interval is that of the JVMs, so that more rounds do not narrow it
    private static final int WARM_UPS = 3;

    /**
     * Races them.
     *
     * @param atLeastNanos the minimum time for which each is repeated in a round
     */
    static SearchRace of(LongSupplier loop, LongSupplier search, long atLeastNanos, Scale scale) {
        LongSupplier[] both = {loop, search};
        int rounds = rounds(scale);
        double[][] nanos = new double[2][rounds];
        double[] ratios = new double[rounds];
        for (int round = -warmUps(scale); round < rounds; round++) {
            for (int i = 0; i < 2; i++) {
                double each = Searching.nanos(both[i], atLeastNanos);
                if (round >= 0) {
                    nanos[i][round] = each;
                }
            }
            if (round >= 0) {
                ratios[round] = nanos[0][round] / nanos[1][round];
            }
        }
        return new SearchRace(
                ReportNumbers.median(nanos[0]), ReportNumbers.median(nanos[1]), ReportNumbers.median(ratios));
    }

    static int rounds(Scale scale) {
        return Math.min(ROUNDS, scale.rounds());
    }

    static int warmUps(Scale scale) {
        return Math.min(WARM_UPS, scale.warmups());
    }

    /** Reports the searches per second of both, and their ratio. */
    void report(String group, String column, Search search, ExperimentFindings findings) {
        findings.add(group, column, Search.LOOP.name(), Metric.SEARCHES_PER_SECOND, 1e9 / loopNanos);
        findings.add(group, column, search.name(), Metric.SEARCHES_PER_SECOND, 1e9 / searchNanos);
        findings.add(group, column, search.name(), Metric.LOOP_SPEEDUP, speedup);
    }
}
