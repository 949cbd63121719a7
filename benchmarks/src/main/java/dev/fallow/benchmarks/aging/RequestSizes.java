package dev.fallow.benchmarks.aging;

import java.util.SplittableRandom;

/**
 * The sizes of requests in blocks: mostly one or two, as the paper says of its traces, and else 3 to {@value #MOST}, each
 * doubling as often as any other. How often, follows from the mean.
 */
final class RequestSizes {
    /** The most blocks of a request. */
    static final int MOST = 64;

    private static final int LEAST_LARGE = 3;
    private static final double SHARE_OF_ONE = 0.75; // of the small requests
    private static final double MEAN_SMALL = 2 - SHARE_OF_ONE;
    private static final double SPREAD = (double) (MOST + 1) / LEAST_LARGE;

    private final double shareOfLarge;

    /** @throws IllegalArgumentException if there are no such requests with that mean, in blocks */
    RequestSizes(double mean) {
        shareOfLarge = (mean - MEAN_SMALL) / (meanLarge() - MEAN_SMALL);
        if (!(shareOfLarge >= 0 && shareOfLarge <= 1)) {
            throw new IllegalArgumentException(
                    "mean request of " + mean + " blocks, must be " + MEAN_SMALL + " to " + meanLarge());
        }
    }

    /** A request of k blocks has the share of ln((k + 1) / k) in ln(65 / 3). */
    private static double meanLarge() {
        double mean = 0;
        for (int blocks = LEAST_LARGE; blocks <= MOST; blocks++) {
            mean += blocks * Math.log((blocks + 1.0) / blocks) / Math.log(SPREAD);
        }
        return mean;
    }

    /** The share of requests for more than two blocks. */
    double shareOfLarge() {
        return shareOfLarge;
    }

    int draw(SplittableRandom random) {
        if (random.nextDouble() < shareOfLarge) {
            return (int) (LEAST_LARGE * Math.pow(SPREAD, random.nextDouble()));
        }
        return random.nextDouble() < SHARE_OF_ONE ? 1 : 2;
    }
}
