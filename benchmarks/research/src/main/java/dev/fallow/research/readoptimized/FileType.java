package dev.fallow.research.readoptimized;

import java.util.List;
import java.util.Random;

/**
 * A type of files with the operations on them (table 2). Sizes are in bytes, times in milliseconds.
 *
 * @param name of the type
 * @param files the initial number of files
 * @param users the number of parallel event streams that access files of this type
 * @param processMillis mean time between the end of a user's operation and the next, exponentially distributed
 * @param hitMillis the first events are within this time multiplied by the number of users
 * @param access the access pattern of reads and writes
 * @param size the mean size of a read, write or extension, normally distributed
 * @param sizeDeviation its standard deviation
 * @param truncateSize the number of bytes removed by a truncation
 * @param initialSize the mean size of a new file, uniformly distributed
 * @param initialDeviation the maximum deviation from that mean
 * @param percents the percentages of the operations, in the order of {@link Operation}; their sum is 100
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

    /** The access pattern in a file. */
    enum Access {
        /** At random offsets. */
        RANDOM,
        /** From start to end in bursts, then in another file. */
        STREAM
    }

    /** @throws IllegalArgumentException if a number is out of range, or the sum of the percentages is not 100 */
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
            throw new IllegalArgumentException(
                    "file type " + name + ": percentages " + percents + ", expected a sum of 100");
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

    /** The percentage of writes among reads and writes. */
    int writePercent() {
        int reads = percents.get(Operation.READ.ordinal());
        int writes = percents.get(Operation.WRITE.ordinal());
        return reads + writes == 0 ? 0 : 100 * writes / (reads + writes);
    }

    /** Whether there are create operations, instead of only replacing deleted files. */
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
