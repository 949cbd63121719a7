package dev.fallow.research.aging;

import java.util.SplittableRandom;

/**
 * The distribution of request sizes in blocks: mostly one or two, as in the paper's traces, otherwise 3 to
 * {@value #MOST}, with equal frequency per power of two. The mean determines the share of the latter.
 */
final class RequestSizes {
    /** The maximum size of a request, in blocks. */
    static final int MOST = 64;

    private static final int LEAST_LARGE = 3;
    private static final double SHARE_OF_ONE = 0.75; // of the small requests
    private static final double MEAN_SMALL = 2 - SHARE_OF_ONE;
    private static final double SPREAD = (double) (MOST + 1) / LEAST_LARGE;

    private final double shareOfLarge;

    /** @throws IllegalArgumentException if no such distribution has this mean, in blocks */
    RequestSizes(double mean) {
        shareOfLarge = (mean - MEAN_SMALL) / (meanLarge() - MEAN_SMALL);
        if (!(shareOfLarge >= 0 && shareOfLarge <= 1)) {
            throw new IllegalArgumentException(
                    "mean request of " + mean + " blocks, expected " + MEAN_SMALL + " to " + meanLarge());
        }
    }

    /** The mean size of large requests: size k has the probability ln((k + 1) / k) / ln(65 / 3). */
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
