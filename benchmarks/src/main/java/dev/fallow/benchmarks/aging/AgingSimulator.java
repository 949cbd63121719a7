package dev.fallow.benchmarks.aging;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A disk that lives until the last of its blocks has been used once, with the placement of the fast file system as far
 * as it matters for a bitmap. What is looked at afterwards is the older half, which was reached first.
 *
 * <ul>
 *   <li>Blocks of an empty disk are consumed in their order, as the paper says: of the new files, a tenth begins at the
 *       first block that no file ever had, the frontier. The other requests go to the part in use: four of five are new
 *       files, in the group of a directory anywhere in it, and one of five extends a file that is there.
 *   <li>Within a request, each block follows the one before with a gap of one, which the fast file system leaves for the time that
 *       the processor needs; if that block is not free, the first free one after it. Other files get the gaps.
 *   <li>Files die, any with the same chance, as soon as less of the part in use is free than {@link AgingWorkload#keptFree}.
 * </ul>
 *
 * <p>The shares and the longest request were chosen so that a bit-by-bit search looks at about as many bits as the times
 * of the paper's table 1 speak of: some 300, 800 and 9,000, if 0.7 microseconds of each are something else than searching
 * (then the gain in WEB is that of figure 6) and a bit takes 7 nanoseconds. They are the same for the three workloads.
 * Groups as such, fragments of blocks and directories are left out.
 */
public final class AgingSimulator {
    private static final int NONE = -1;
    private static final double REUSE = 0.9;
    private static final double EXTEND = 0.2; // of those
    private static final int GAP = 1;

    private final AgingWorkload workload;
    private final SplittableRandom random;
    private final RequestSizes sizes;
    private final int blocks;
    private final long[] free;
    private final int[] next; // the next block of the same file, or NONE
    private final int[] first; // by file
    private final int[] last;
    private int fileCount;
    private int frontier; // no block from here on has been used; of those before, nearly all have
    private int live;
    private int[] requests = new int[1024];
    private int requestCount;

    private AgingSimulator(AgingWorkload workload, int blocks, long seed) {
        this.workload = workload;
        this.blocks = blocks;
        random = new SplittableRandom(seed);
        sizes = new RequestSizes(workload.meanRequest());
        free = new long[blocks / 64];
        Arrays.fill(free, -1L);
        next = new int[blocks];
        first = new int[blocks];
        last = new int[blocks];
    }

    /**
     * The older half of a disk after a life. Time in the order of 10^6 requests for each page.
     *
     * @param pages of 65,536 blocks that the older half has, 1 to 100
     * @throws IllegalArgumentException if there are too few or too many pages
     */
    public static AgedBitmap age(AgingWorkload workload, int pages, long seed) {
        if (pages < 1 || pages > 100) {
            throw new IllegalArgumentException("pages=" + pages + ", must be 1 to 100");
        }
        AgingSimulator disk = new AgingSimulator(workload, 2 * pages * AgedBitmap.PAGE_BITS, seed);
        while (disk.request()) {
            disk.die();
        }
        return new AgedBitmap(
                Arrays.copyOf(disk.free, disk.free.length / 2), Arrays.copyOf(disk.requests, disk.requestCount));
    }

    /** Whether there was place for it in what is left of the disk. */
    private boolean request() {
        int size = sizes.draw(random);
        boolean reuse = fileCount > 0 && random.nextDouble() < REUSE;
        boolean extend = reuse && random.nextDouble() < EXTEND;
        int file = extend ? random.nextInt(fileCount) : fileCount;
        int wanted = extend ? last[file] + 1 + GAP : reuse ? random.nextInt(frontier) : frontier;
        if (!extend) {
            last[file] = NONE;
            fileCount++;
        }
        for (int i = 0; i < size; i++) {
            int block = nextFree(wanted);
            if (block == blocks) {
                return false;
            }
            append(file, block);
            wanted = block + 1 + GAP;
        }
        record(size);
        return true;
    }

    /** The first free block at or after one; the number of blocks if there is none. */
    private int nextFree(int from) {
        for (int i = from >>> 6; i < free.length; i++) {
            long word = i == from >>> 6 ? free[i] & -1L >>> from : free[i];
            if (word != 0) {
                return (i << 6) + Long.numberOfLeadingZeros(word);
            }
        }
        return blocks;
    }

    private void append(int file, int block) {
        free[block >>> 6] &= ~(Long.MIN_VALUE >>> block);
        live++;
        next[block] = NONE;
        if (last[file] == NONE) {
            first[file] = block;
        } else {
            next[last[file]] = block;
        }
        last[file] = block;
        while (frontier < blocks && free[frontier >>> 6] << frontier >= 0) {
            frontier++;
        }
    }

    private void die() {
        while (live > (1 - workload.keptFree()) * frontier && fileCount > 1) {
            int file = random.nextInt(fileCount);
            for (int block = first[file]; block != NONE; block = next[block]) {
                free[block >>> 6] |= Long.MIN_VALUE >>> block;
                live--;
            }
            fileCount--;
            first[file] = first[fileCount];
            last[file] = last[fileCount];
        }
    }

    private void record(int size) {
        if (requestCount == requests.length) {
            requests = Arrays.copyOf(requests, 2 * requestCount);
        }
        requests[requestCount++] = size;
    }
}
