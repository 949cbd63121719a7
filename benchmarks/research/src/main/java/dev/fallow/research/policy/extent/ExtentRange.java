package dev.fallow.research.policy.extent;

/**
 * A range of extent sizes: a normal distribution with a standard deviation of a tenth of its mean (section 4.3).
 *
 * @param mean in bytes, at least 1
 */
public record ExtentRange(long mean) {
    private static final double DEVIATION = 0.1;
    /** The maximum number of standard deviations from the mean. Extents thus have 0.6 to 1.4 times the mean size. */
    private static final double MOST_DEVIATIONS = 4;

    /** @throws IllegalArgumentException if the mean is not positive, or not below 2^62 */
    public ExtentRange {
        if (mean <= 0 || mean >= 1L << 62) {
            throw new IllegalArgumentException("mean extent size " + mean + ": must be 1 to 2^62-1");
        }
    }

    /**
     * The size of a file's extents, in whole units.
     *
     * @param gaussian a sample of the standard normal distribution; clamped to [-4, 4]
     * @param unit in bytes, at least 1
     * @return the multiple of the unit nearest to the sampled size, at least one unit, in bytes
     * @throws IllegalArgumentException if the unit is not positive, or {@code gaussian} is NaN
     */
    public long size(double gaussian, long unit) {
        if (unit <= 0 || Double.isNaN(gaussian)) {
            throw new IllegalArgumentException("unit " + unit + ", deviation " + gaussian);
        }
        double deviations = Math.max(-MOST_DEVIATIONS, Math.min(MOST_DEVIATIONS, gaussian));
        double units = mean * (1 + DEVIATION * deviations) / unit;
        return Math.max(1, Math.round(units)) * unit;
    }
}
