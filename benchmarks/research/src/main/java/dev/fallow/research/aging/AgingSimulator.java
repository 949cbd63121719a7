package dev.fallow.research.aging;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Simulates a disk until each of its blocks has been used, with the placement of the fast file system as far as it
 * matters for a bitmap. The result is the older half, which was used first.
 *
 * <ul>
 *   <li>Blocks of an empty disk are used in order, as in the paper: a tenth of the new files start at the frontier, the
 *       first block never used. The other requests are placed in the used part: four of five are new files, in the
 *       group of a random directory, and one of five extends an existing file.
 *   <li>Within a request, there is a gap of one block between blocks, which the fast file system leaves for the
 *       processing time; if the block after the gap is not free, the first free one after it is used. Other files use
 *       the gaps.
 *   <li>Random files are deleted as soon as less of the used part is free than {@link AgingWorkload#keptFree}.
 * </ul>
 *
 * <p>The shares and the maximum request were chosen so that a bit-by-bit search examines about as many bits as the
 * times in the paper's table 1 indicate: about 300, 800 and 9,000, assuming that 0.7 microseconds of each search are
 * overhead (then the gain in WEB is that of figure 6) and that a bit takes 7 nanoseconds. They are the same for the
 * three workloads. Groups, fragments of blocks and directories are not simulated.
 */
public final class AgingSimulator {
    private static final int NONE = -1;
    private static final double REUSE = 0.9;
    private static final double EXTEND = 0.2; // of the requests to the used part
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
    private int frontier; // no block from here on has been used; nearly all before have
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
     * The older half of an aged disk. Simulates about 10^6 requests per page.
     *
     * @param pages the number of pages of 65,536 blocks in the older half, 1 to 100
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

    /** Makes one request; returns whether there was enough space. */
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

    /** The first free block at or after a block; the number of blocks if there is none. */
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
