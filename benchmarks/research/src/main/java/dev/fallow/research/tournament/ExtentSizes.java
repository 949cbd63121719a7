package dev.fallow.research.tournament;

import dev.fallow.research.policy.extent.ExtentRange;
import java.util.Arrays;
import java.util.Random;
import java.util.function.LongUnaryOperator;

/**
 * The extent size of each file, from the ranges of Seltzer and Stonebraker for time sharing (section 4.3). They do not
 * specify the range of each file; here it is the largest range whose mean does not exceed the file's size, or the
 * smallest range.
 */
final class ExtentSizes implements LongUnaryOperator {
    private static final long K = 1024;
    private static final int DRAWN_BEFOREHAND = 4096;
    private static final long SEED = 1;

    private final ExtentRange[] ranges;
    private final double[] gaussians = new double[DRAWN_BEFOREHAND]; // drawn beforehand, so that drawing is not timed
    private int next;

    private ExtentSizes(long... means) {
        ranges = Arrays.stream(means).mapToObj(ExtentRange::new).toArray(ExtentRange[]::new);
        Random random = new Random(SEED);
        Arrays.setAll(gaussians, i -> random.nextGaussian());
    }

    /**
     * The paper's ranges.
     *
     * @param ranges the number of ranges: 1, 3 or 5
     */
    static ExtentSizes ofTimeSharing(int ranges) {
        return switch (ranges) {
            case 1 -> new ExtentSizes(4 * K);
            case 3 -> new ExtentSizes(K, 8 * K, K * K);
            case 5 -> new ExtentSizes(K, 4 * K, 8 * K, 16 * K, K * K);
            default -> throw new IllegalArgumentException(ranges + " ranges, expected 1, 3 or 5");
        };
    }

    @Override
    public long applyAsLong(long fileSize) {
        int range = ranges.length - 1;
        while (range > 0 && ranges[range].mean() > fileSize) {
            range--;
        }
        next = (next + 1) % gaussians.length;
        return ranges[range].size(gaussians[next], K);
    }
}
