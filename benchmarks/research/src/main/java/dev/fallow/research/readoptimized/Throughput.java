package dev.fallow.research.readoptimized;

import java.util.Arrays;

/**
 * Bytes transferred since a measurement began, in intervals of 10 seconds. The throughput is calculated at the end of
 * each interval, over all of them; it is stable when three consecutive results differ by at most 0.1 % of the maximum
 * (section 2.2).
 */
final class Throughput {
    /** The paper's interval. */
    static final long INTERVAL_NANOS = 10_000_000_000L;

    private static final int CALCULATIONS = 3;
    private static final double WITHIN_PERCENT = 0.1;

    private final long start;
    private final double bytesPerInterval; // the maximum
    private double[] bytes = new double[64];
    private double[] percents = new double[64]; // at the ends of completed intervals
    private double total;
    private int over;

    /**
     * @param start the start of the measurement, in nanoseconds
     * @param maximum the rate that counts as 100 %, in bytes per second
     */
    Throughput(long start, double maximum) {
        this.start = start;
        bytesPerInterval = maximum * INTERVAL_NANOS / 1e9;
    }

    /**
     * Adds a transfer, spread evenly over its duration. The part before the start of the measurement does not count.
     */
    void add(long from, long to, long count) {
        if (to <= start) {
            return;
        }
        long at = Math.max(from, start);
        double bytesPerNano = (double) count / (to - from);
        while (at < to) {
            int interval = (int) ((at - start) / INTERVAL_NANOS);
            long end = Math.min(to, start + (interval + 1L) * INTERVAL_NANOS);
            if (interval >= bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, interval + 1));
            }
            bytes[interval] += bytesPerNano * (end - at);
            at = end;
        }
    }

    /**
     * Completes every interval that ends before a time. All earlier transfers must have been added.
     *
     * @return whether the throughput has become stable
     */
    boolean stableAt(long time) {
        while (time - start >= (over + 1L) * INTERVAL_NANOS) {
            total += over < bytes.length ? bytes[over] : 0;
            if (over == percents.length) {
                percents = Arrays.copyOf(percents, 2 * over);
            }
            percents[over] = 100 * total / (bytesPerInterval * (over + 1));
            over++;
            if (stable()) {
                return true;
            }
        }
        return false;
    }

    private boolean stable() {
        if (over < CALCULATIONS) {
            return false;
        }
        double least = percents[over - 1];
        double most = percents[over - 1];
        for (int i = over - CALCULATIONS; i < over - 1; i++) {
            least = Math.min(least, percents[i]);
            most = Math.max(most, percents[i]);
        }
        return most - least <= WITHIN_PERCENT;
    }

    /** The number of completed intervals. */
    int intervals() {
        return over;
    }

    /** The percentage of the maximum over all completed intervals; 0 if there are none. */
    double percent() {
        return over == 0 ? 0 : percents[over - 1];
    }

    /** The number of bytes in all completed intervals. */
    double bytes() {
        return total;
    }
}
