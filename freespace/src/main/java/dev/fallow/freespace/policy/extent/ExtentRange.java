package dev.fallow.freespace.policy.extent;

/**
 * A range of extent sizes: a normal distribution with a standard deviation of a tenth of its mean (section 4.3).
 *
 * @param mean bytes, at least 1
 */
public record ExtentRange(long mean) {
    private static final double DEVIATION = 0.1;
    /** So many deviations at most: no extent is of nothing, and none is half as long again. */
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
     * @param gaussian a number of the standard normal distribution; what is farther than 4 from 0 counts as 4
     * @param unit bytes, at least 1
     * @return bytes: the multiple of the unit that is nearest to the drawn size, at least one unit
     * @throws IllegalArgumentException if the unit is not positive, or the number is none
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
