package dev.fallow.internal.dataset.creation;

import dev.fallow.format.message.Dataspace;

/** The chunks that h5py chooses if none are given: the same numbers, so that files are alike. */
final class GuessedChunk {
    private static final double BASE = 16 * 1024;
    private static final double SMALLEST = 8 * 1024;
    private static final double LARGEST = 1024 * 1024;
    /** What stands for a dimension without elements yet. */
    private static final long UNKNOWN = 1024;

    private GuessedChunk() {}

    /**
     * The dimensions of a chunk.
     *
     * @param dimensions at least one
     * @param limits of the dimensions; none if they are the limits
     * @param elementSize in bytes
     */
    static long[] of(long[] dimensions, long[] limits, long elementSize) {
        double[] chunk = new double[dimensions.length];
        for (int i = 0; i < chunk.length; i++) {
            long limit = limits.length == 0 || limits[i] == Dataspace.UNLIMITED ? Long.MAX_VALUE : limits[i];
            chunk[i] = dimensions[i] > 0 ? dimensions[i] : Math.max(1, Math.min(UNKNOWN, limit));
        }
        double megabytes = bytes(chunk, elementSize) / (1024 * 1024);
        double target = Math.max(SMALLEST, Math.min(LARGEST, BASE * Math.pow(2, Math.log10(megabytes))));
        for (int i = 0; !isSmall(bytes(chunk, elementSize), target) && bytes(chunk, 1) > 1; i++) {
            int dimension = i % chunk.length;
            chunk[dimension] = Math.ceil(chunk[dimension] / 2);
        }
        long[] guessed = new long[chunk.length];
        for (int i = 0; i < chunk.length; i++) {
            guessed[i] = (long) chunk[i];
        }
        return guessed;
    }

    private static double bytes(double[] chunk, long elementSize) {
        double bytes = elementSize;
        for (double size : chunk) {
            bytes *= size;
        }
        return bytes;
    }

    private static boolean isSmall(double bytes, double target) {
        return (bytes < target || Math.abs(bytes - target) / target < 0.5) && bytes < LARGEST;
    }
}
