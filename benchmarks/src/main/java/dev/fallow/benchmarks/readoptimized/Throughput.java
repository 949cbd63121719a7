package dev.fallow.benchmarks.readoptimized;

import java.util.Arrays;

/**
 * Bytes transferred since a measurement began, in intervals of 10 seconds. The throughput is calculated at the end of each
 * interval, over all of them; it is stable when three such calculations, one after the other, are within 0.1 % of the
 * maximum of each other (section 2.2).
 */
final class Throughput {
    /** The paper's interval. */
    static final long INTERVAL_NANOS = 10_000_000_000L;

    private static final int CALCULATIONS = 3;
    private static final double WITHIN_PERCENT = 0.1;

    private final long start;
    private final double bytesPerInterval; // at most
    private double[] bytes = new double[64];
    private double[] percents = new double[64]; // at the ends of the intervals that are over
    private double total;
    private int over;

    /**
     * @param start when the measurement begins, in nanoseconds
     * @param maximum bytes a second that are 100 %
     */
    Throughput(long start, double maximum) {
        this.start = start;
        bytesPerInterval = maximum * INTERVAL_NANOS / 1e9;
    }

    /** A transfer, evenly spread over its time; what of it was before the beginning does not count. */
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
     * Ends every interval that is over at a time. All transfers requested before must have been added.
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

    /** Intervals that are over. */
    int intervals() {
        return over;
    }

    /** Percent of the maximum, over all intervals that are over; 0 if none is. */
    double percent() {
        return over == 0 ? 0 : percents[over - 1];
    }

    /** Bytes in all intervals that are over. */
    double bytes() {
        return total;
    }
}
