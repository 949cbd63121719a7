package dev.fallow.research.objects;

import java.util.SplittableRandom;

/**
 * Sizes of web objects: a Pareto distribution truncated at a maximum size, whose minimum size follows from the mean.
 * The paper gives exponent and mean of its two distributions (figures 4 and 8). With an exponent below 1, the mean
 * exists only because of the maximum.
 */
public final class ParetoSizes {
    /** The most visited server: exponent 1.28, mean 3.7 KB. */
    public static final ParetoSizes IBM_SERVER = new ParetoSizes(1.28, 3.7 * 1024, 16 << 20);

    /** The log of a proxy: exponent 0.91, mean 15.2 KB. */
    public static final ParetoSizes DEC_PROXY = new ParetoSizes(0.91, 15.2 * 1024, 16 << 20);

    private final double exponent;
    private final double smallest;
    private final double largest;

    /**
     * @param exponent α; positive, not 1
     * @param mean in bytes, above 1 and below the maximum
     * @param largest the maximum size in bytes
     * @throws IllegalArgumentException if there is no such distribution
     */
    public ParetoSizes(double exponent, double mean, double largest) {
        if (!(exponent > 0) || exponent == 1 || !(mean > 1) || !(mean < largest)) {
            throw new IllegalArgumentException(
                    "exponent " + exponent + ", mean " + mean + ", largest " + largest + ": no such distribution");
        }
        this.exponent = exponent;
        this.largest = largest;
        double low = 1e-9;
        double high = largest;
        for (int i = 0; i < 200; i++) {
            double middle = (low + high) / 2;
            if (mean(exponent, middle, largest) < mean) {
                low = middle;
            } else {
                high = middle;
            }
        }
        smallest = low;
    }

    private static double mean(double exponent, double smallest, double largest) {
        double share = 1 - Math.pow(smallest / largest, exponent);
        return exponent / (exponent - 1) * (smallest - largest * Math.pow(smallest / largest, exponent)) / share;
    }

    /** The minimum size in bytes. */
    public double smallest() {
        return smallest;
    }

    /** Draws a size in bytes, at least 1. */
    public int draw(SplittableRandom random) {
        double share = 1 - random.nextDouble() * (1 - Math.pow(smallest / largest, exponent));
        return (int) Math.max(1, Math.min(largest, Math.rint(smallest * Math.pow(share, -1 / exponent))));
    }
}
