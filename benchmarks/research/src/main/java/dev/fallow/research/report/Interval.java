package dev.fallow.research.report;

import java.util.Arrays;
import java.util.List;

/**
 * An estimate with its 95 % confidence interval.
 *
 * @param middle the estimate: a median or a mean
 * @param low the lower end of the interval
 * @param high the upper end
 */
public record Interval(double middle, double low, double high) {
    /** The number of samples from which on tables show an interval instead of minimum and maximum. */
    public static final int ENOUGH = 6;

    /** Of Student's t, 97.5 %, for 1 to 30 degrees of freedom. */
    private static final double[] T = {
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
        2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042
    };

    /** A number that is known exactly. */
    public static Interval exactly(double value) {
        return new Interval(value, value, value);
    }

    /**
     * The median. The interval has two order statistics as its ends, and assumes no distribution. With fewer than 6
     * samples there is none that wide: the ends are then minimum and maximum.
     */
    public static Interval ofMedian(List<Double> samples) {
        double[] sorted =
                samples.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int outside = leftOut(sorted.length);
        return new Interval(ReportNumbers.median(sorted), sorted[outside], sorted[sorted.length - 1 - outside]);
    }

    /** The most samples, at either end, that lie outside of the interval: Bin(n, 1/2) is below that with at most 2.5 %. */
    private static int leftOut(int n) {
        double probability = Math.pow(0.5, n);
        double sum = 0;
        int outside = 0;
        for (int k = 0; k < n / 2; k++) {
            sum += probability;
            if (sum > 0.025) {
                break;
            }
            outside = k;
            probability *= (double) (n - k) / (k + 1);
        }
        return outside;
    }

    /** The mean of samples that are about normally distributed; a single sample has an interval of no width. */
    public static Interval ofMean(double... samples) {
        double mean = Arrays.stream(samples).average().orElseThrow();
        if (samples.length == 1) {
            return exactly(mean);
        }
        double squares = Arrays.stream(samples)
                .map(sample -> (sample - mean) * (sample - mean))
                .sum();
        double half = t(samples.length - 1) * Math.sqrt(squares / (samples.length - 1) / samples.length);
        return new Interval(mean, mean - half, mean + half);
    }

    private static double t(int freedom) {
        return freedom <= T.length ? T[freedom - 1] : 1.96 + 2.4 / freedom;
    }

    /** The quotient of two positive estimates that are independent; its interval is somewhat too wide. */
    public Interval over(Interval other) {
        return new Interval(middle / other.middle, low / other.high, high / other.low);
    }

    /** Half the width. */
    public double half() {
        return (high - low) / 2;
    }

    /** Whether the interval lies on one side of a number. */
    public boolean excludes(double value) {
        return low > value || high < value;
    }

    /** In the format of the tables: the estimate, and the ends of the interval if they differ from it. */
    @Override
    public String toString() {
        String from = ReportNumbers.brief(low);
        String to = ReportNumbers.brief(high);
        return from.equals(to)
                ? ReportNumbers.brief(middle)
                : ReportNumbers.brief(middle) + " [" + from + ", " + to + "]";
    }
}
