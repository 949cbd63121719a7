package dev.fallow.benchmarks.tiers;

/**
 * How long a device takes for a request: what it takes to get to the place, unless the request before ended there, a time
 * for the request itself, and its bytes.
 *
 * @param positionNanos to get to another place; at least 0
 * @param requestNanos of each request; at least 0
 * @param readBytesPerSecond at least 1
 * @param writeBytesPerSecond at least 1
 */
public record ServiceTimes(
        String name, long positionNanos, long requestNanos, long readBytesPerSecond, long writeBytesPerSecond) {
    private static final long MB = 1_000_000;

    /**
     * As the ioDrive of the paper. The maker's data sheet has some 700 MB/s; a PC of that time reached less when it wrote.
     * The time of a request is not from a data sheet: it was chosen so that extents of 256 KB write large files some 6 %
     * faster than those of 64 KB, as in the paper. All else that comes out was not fitted.
     */
    public static final ServiceTimes FAST = new ServiceTimes("fast", 0, 15_000, 700 * MB, 500 * MB);

    /** As its disk of 7,200 revolutions a minute: 8.5 ms of seeking and half a revolution, 78 MB/s. */
    public static final ServiceTimes SLOW = new ServiceTimes("slow", 8_500_000 + 4_170_000, 100_000, 78 * MB, 78 * MB);

    /** Bytes a second that are copied in memory, from the application's records or to them. */
    static final long COPY_BYTES_PER_SECOND = 1_000 * MB;

    /** Bytes a second of a buffer that is cleared, because an extent begins in it. */
    static final long CLEAR_BYTES_PER_SECOND = 4_000 * MB;

    /** @throws IllegalArgumentException if one of the numbers is outside its range */
    public ServiceTimes {
        if (positionNanos < 0 || requestNanos < 0 || readBytesPerSecond < 1 || writeBytesPerSecond < 1) {
            throw new IllegalArgumentException("service times of " + name + ": positioning " + positionNanos
                    + " ns, request " + requestNanos + " ns, reading " + readBytesPerSecond + " B/s, writing "
                    + writeBytesPerSecond + " B/s");
        }
    }

    /** The time that bytes take at a speed. */
    static long nanos(long bytes, long bytesPerSecond) {
        return Math.round(bytes * 1e9 / bytesPerSecond);
    }
}
