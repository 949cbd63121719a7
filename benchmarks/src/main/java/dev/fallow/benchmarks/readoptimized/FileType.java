package dev.fallow.benchmarks.readoptimized;

import java.util.List;
import java.util.Random;

/**
 * A kind of files and what is done to them (table 2). Sizes are bytes, times milliseconds.
 *
 * @param name what it is called
 * @param files how many are created at first
 * @param users parallel events that access files of this type
 * @param processMillis mean time between the end of a user's operation and the next, exponentially distributed
 * @param hitMillis events begin within users times this
 * @param access where reads and writes go
 * @param size mean size of a read, write or extension, normally distributed
 * @param sizeDeviation its standard deviation
 * @param truncateSize what a truncation takes away
 * @param initialSize mean size of a file that is created, uniformly distributed
 * @param initialDeviation the most that it differs from the mean
 * @param percents of the operations, in the order of {@link Operation}; together 100
 */
record FileType(
        String name,
        int files,
        int users,
        double processMillis,
        double hitMillis,
        Access access,
        long size,
        long sizeDeviation,
        long truncateSize,
        long initialSize,
        long initialDeviation,
        List<Integer> percents) {

    /** Where in a file is read and written. */
    enum Access {
        /** Anywhere. */
        RANDOM,
        /** From a file's beginning to its end, in bursts; then another file. */
        STREAM
    }

    /** @throws IllegalArgumentException if a number is outside its range, or the percentages are not 100 together */
    FileType {
        percents = List.copyOf(percents);
        if (files <= 0
                || users <= 0
                || processMillis < 0
                || hitMillis < 0
                || size <= 0
                || sizeDeviation < 0
                || truncateSize <= 0
                || initialDeviation < 0
                || initialSize <= initialDeviation) {
            throw new IllegalArgumentException("file type " + name + ": " + files + " files, " + users + " users, "
                    + processMillis + " and " + hitMillis + " ms, sizes " + size + ", " + sizeDeviation + ", "
                    + truncateSize + ", " + initialSize + ", " + initialDeviation);
        }
        if (percents.size() != Operation.values().length
                || percents.stream().anyMatch(percent -> percent < 0)
                || percents.stream().mapToInt(Integer::intValue).sum() != 100) {
            throw new IllegalArgumentException("file type " + name + ": percentages " + percents + ", must be 100");
        }
    }

    Operation drawOperation(Random random) {
        int of100 = random.nextInt(100);
        Operation[] all = Operation.values();
        int next = 0;
        while (of100 >= percents.get(next)) {
            of100 -= percents.get(next);
            next++;
        }
        return all[next];
    }

    /** Whether files are created by operations of their own, not only in place of deleted ones. */
    boolean creates() {
        return percents.get(Operation.CREATE.ordinal()) > 0;
    }

    long drawSize(Random random) {
        return Math.max(1, Math.round(size + sizeDeviation * random.nextGaussian()));
    }

    long drawInitialSize(Random random) {
        return initialSize + Math.round(initialDeviation * (2 * random.nextDouble() - 1));
    }

    long drawProcessNanos(Random random) {
        return Math.round(-processMillis * 1e6 * StrictMath.log(1 - random.nextDouble()));
    }

    long drawStartNanos(Random random) {
        return Math.round(users * hitMillis * 1e6 * random.nextDouble());
    }
}
