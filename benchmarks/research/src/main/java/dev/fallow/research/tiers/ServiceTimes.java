package dev.fallow.research.tiers;

/**
 * The time that a device takes for a request: positioning, unless the previous request ended at the same address, a
 * fixed time per request, and a time proportional to the bytes.
 *
 * @param positionNanos the positioning time; at least 0
 * @param requestNanos the fixed time per request; at least 0
 * @param readBytesPerSecond at least 1
 * @param writeBytesPerSecond at least 1
 */
public record ServiceTimes(
        String name, long positionNanos, long requestNanos, long readBytesPerSecond, long writeBytesPerSecond) {
    private static final long MB = 1_000_000;

    /**
     * The ioDrive of the paper. The manufacturer's data sheet specifies about 700 MB/s; PCs of that time achieved less
     * when writing. The time per request is fitted: with it, extents of 256 KB write large files about 6 % faster than
     * those of 64 KB, as in the paper. No other result was fitted.
     */
    public static final ServiceTimes FAST = new ServiceTimes("fast", 0, 15_000, 700 * MB, 500 * MB);

    /** The paper's disk with 7,200 revolutions per minute: 8.5 ms of seeking and half a revolution, 78 MB/s. */
    public static final ServiceTimes SLOW = new ServiceTimes("slow", 8_500_000 + 4_170_000, 100_000, 78 * MB, 78 * MB);

    /** The speed of copying between the application's records and the buffer. */
    static final long COPY_BYTES_PER_SECOND = 1_000 * MB;

    /** The speed of clearing the buffer of an extent. */
    static final long CLEAR_BYTES_PER_SECOND = 4_000 * MB;

    /** @throws IllegalArgumentException if a number is out of range */
    public ServiceTimes {
        if (positionNanos < 0 || requestNanos < 0 || readBytesPerSecond < 1 || writeBytesPerSecond < 1) {
            throw new IllegalArgumentException("service times of " + name + ": positioning " + positionNanos
                    + " ns, request " + requestNanos + " ns, reading " + readBytesPerSecond + " B/s, writing "
                    + writeBytesPerSecond + " B/s");
        }
    }

    /** Returns a copy with another time for each request, in nanoseconds. */
    public ServiceTimes withRequestNanos(long other) {
        return new ServiceTimes(name, positionNanos, other, readBytesPerSecond, writeBytesPerSecond);
    }

    /** The time for a number of bytes at a speed, in nanoseconds. */
    static long nanos(long bytes, long bytesPerSecond) {
        return Math.round(bytes * 1e9 / bytesPerSecond);
    }
}
