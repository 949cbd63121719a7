package dev.fallow.research.page;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A bitmap page of 8,192 bytes, aged by simulated file creations and deletions. Replaces the unpublished traces of
 * Burns and Hineman, section 5.2.
 *
 * <p>Files of one or, rarely, more blocks are placed block by block in the next free blocks after a random position, as
 * in the fast file system, until the page is nearly full. Then a random file is deleted and a new one created, four
 * times the number of blocks in the page. Finally, random files are deleted until the requested share is free.
 *
 * <p>The mean file size determines how hard the page is to search: with fewer blocks per file, runs are shorter and
 * searches longer. With {@value #MEAN_BLOCKS}, the bit-by-bit loop takes about three times its time for a page without
 * free blocks where 51 or 38 % are free, and about the same time where 4 % are, as in the figures that this project was
 * given.
 */
public final class AgedPage {
    /** The size of a page in bytes. */
    public static final int BYTES = 8192;

    /** The number of bits in a page, one per block. */
    public static final int BITS = BYTES * 8;

    static final double MEAN_BLOCKS = 1.2;

    private static final double FULL = 0.98;
    private static final int TURNOVERS = 4;

    private final SplittableRandom random;
    private final long[] free = new long[BITS / 64];
    private final int[] next = new int[BITS]; // the next block of the same file, or -1
    private final int[] files = new int[BITS]; // the first block of each file
    private int fileCount;
    private int used;

    private AgedPage(long seed) {
        random = new SplittableRandom(seed);
        Arrays.fill(free, -1L);
    }

    /**
     * A page with a share of free blocks. The first block is the most significant bit of the first word; a bit is set
     * if its block is free.
     *
     * @param freePercent 1 to 90
     */
    public static long[] of(int freePercent, long seed) {
        if (freePercent < 1 || freePercent > 90) {
            throw new IllegalArgumentException("free: " + freePercent + " %, expected 1 to 90");
        }
        AgedPage page = new AgedPage(seed);
        int full = (int) (FULL * BITS);
        while (page.used < full) {
            page.create();
        }
        for (int i = 0; i < TURNOVERS * BITS; i++) {
            page.delete();
            while (page.used < full) {
                page.create();
            }
        }
        int wanted = (int) ((100 - freePercent) / 100.0 * BITS);
        while (page.used > wanted) {
            page.delete();
        }
        return page.free;
    }

    private void create() {
        int last = -1;
        int at = random.nextInt(BITS);
        do {
            at = nextFree(at);
            free[at >>> 6] &= ~(Long.MIN_VALUE >>> at);
            used++;
            next[at] = -1;
            if (last < 0) {
                files[fileCount++] = at;
            } else {
                next[last] = at;
            }
            last = at;
        } while (used < BITS && random.nextDouble() > 1 / MEAN_BLOCKS);
    }

    private int nextFree(int from) {
        int i = from >>> 6;
        long word = free[i] & -1L >>> from;
        while (word == 0) {
            i = i + 1 & free.length - 1;
            word = free[i];
        }
        return (i << 6) + Long.numberOfLeadingZeros(word);
    }

    private void delete() {
        int file = random.nextInt(fileCount);
        for (int block = files[file]; block >= 0; block = next[block]) {
            free[block >>> 6] |= Long.MIN_VALUE >>> block;
            used--;
        }
        files[file] = files[--fileCount];
    }

    /** The number of runs of free blocks in a page. */
    public static int runs(long[] page) {
        int runs = 0;
        long before = 0;
        for (long word : page) {
            runs += Long.bitCount(word & ~(word >>> 1 | before << 63));
            before = word;
        }
        return runs;
    }
}
