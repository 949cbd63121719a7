package dev.fallow.cli.space;

import dev.fallow.report.FreeSection;
import dev.fallow.report.SpaceVisitor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** The sizes of the runs that are not in use: 8 bytes for each run. */
final class HoleSizes implements SpaceVisitor {
    private static final Comparator<FreeSection> SMALLEST_FIRST =
            Comparator.comparingLong(FreeSection::size).thenComparing(FreeSection::address, Comparator.reverseOrder());

    private final int most;
    private final PriorityQueue<FreeSection> largest = new PriorityQueue<>(SMALLEST_FIRST);
    private final long[] runs = new long[Long.SIZE];
    private final long[] bytes = new long[Long.SIZE];
    private long[] sizes = new long[16];
    private int count;
    private long total;
    private long untracked;
    private long untrackedBytes;

    /** @param most the number of runs that are kept, the largest ones */
    HoleSizes(int most) {
        this.most = most;
    }

    @Override
    public void unused(FreeSection run) {
        if (count == sizes.length) {
            sizes = Arrays.copyOf(sizes, count + count / 2);
        }
        sizes[count++] = run.size();
        total += run.size();
        int bin = bin(run.size());
        runs[bin]++;
        bytes[bin] += run.size();
        if (run.type() == FreeSection.Type.UNTRACKED) {
            untracked++;
            untrackedBytes += run.size();
        }
        largest.add(run);
        if (largest.size() > most) {
            largest.remove();
        }
    }

    private static int bin(long size) {
        return Long.SIZE - 1 - Long.numberOfLeadingZeros(size);
    }

    /** To be called after the walk. */
    void sort() {
        Arrays.sort(sizes, 0, count);
    }

    int count() {
        return count;
    }

    long total() {
        return total;
    }

    long untracked() {
        return untracked;
    }

    long untrackedBytes() {
        return untrackedBytes;
    }

    /** The number of runs of 2^bin bytes and more, below 2^(bin + 1). */
    long runs(int bin) {
        return runs[bin];
    }

    long bytes(int bin) {
        return bytes[bin];
    }

    int firstBin() {
        return count == 0 ? 0 : bin(sizes[0]);
    }

    int lastBin() {
        return count == 0 ? -1 : bin(sizes[count - 1]);
    }

    long largest() {
        return count == 0 ? 0 : sizes[count - 1];
    }

    /** A size that at least half of the runs do not exceed: the lower one of the two in the middle. */
    long median() {
        return count == 0 ? 0 : sizes[(count - 1) / 2];
    }

    /** The size such that the runs of at least this size have at least half of the bytes. */
    long halfOfBytes() {
        long sum = 0;
        int at = count;
        while (at > 0 && sum < total - sum) {
            sum += sizes[--at];
        }
        return count == 0 ? 0 : sizes[Math.min(at, count - 1)];
    }

    /** 1 - largest / total: 0 if all is in one run. */
    double fragmentation() {
        return total == 0 ? 0 : 1 - (double) largest() / total;
    }

    /** The bytes in runs shorter than a limit. */
    long bytesBelow(long limit) {
        long sum = 0;
        for (int i = 0; i < count && sizes[i] < limit; i++) {
            sum += sizes[i];
        }
        return sum;
    }

    /** The largest runs, the largest first. */
    List<FreeSection> largestRuns() {
        List<FreeSection> found = new ArrayList<>(largest);
        found.sort(SMALLEST_FIRST.reversed());
        return found;
    }
}
