package dev.fallow.freespace.ordered;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.freespace.FreeSpace;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Adversarial workloads for structures that depend on evenly distributed addresses, lazy removal, or few sizes. The
 * cost is the number of nodes, leaves, runs and words examined. Every operation must stay below a bound that does not
 * depend on the workload, except for the few that rebuild the indexes after three quarters of them have become empty;
 * the mean must stay small.
 */
class OrderedFreeSpaceWorstCaseTest {
    private static final int SECTIONS = 200_000;

    /**
     * At 200,000 sections: neither tree has more than 4 levels. One change searches at most 4 times and splits or
     * merges each level once; a size that becomes crowded or rare is converted, which costs one search and one mark per
     * section.
     */
    private static final long MOST_FOR_ONE = 4 * 2 * 4 + (SizeIndex.MOST_IN_RUN + 1) * 10L;

    /** The number of times that the sections can shrink to a quarter, down to a few hundred. */
    private static final int SHRINKS = 6;

    private static final double MOST_IN_MEAN = 14;

    private final OrderedFreeSpace space = new OrderedFreeSpace(0);
    private long operations;

    /** Operations above the bound: those that rebuild the indexes when few sections are left. */
    private int rebuilds;

    private void free(long address, long size) {
        long before = space.probes();
        space.free(address, size);
        count(before);
    }

    private long allocate(long size) {
        long before = space.probes();
        long address = space.allocate(size);
        count(before);
        return address;
    }

    private void count(long before) {
        long probes = space.probes() - before;
        operations++;
        if (probes > MOST_FOR_ONE) {
            rebuilds++;
            assertTrue(
                    probes <= 12 * space.sectionCount(),
                    "probes of one operation: " + probes + " with " + space.sectionCount() + " sections");
        }
    }

    /**
     * @param mostRebuilds 0 while the number of sections grows; otherwise one for each time that only a quarter is left
     */
    private void assertBounded(int mostRebuilds) {
        double mean = (double) space.probes() / operations;
        assertTrue(rebuilds <= mostRebuilds, rebuilds + " operations above " + MOST_FOR_ONE + " probes");
        assertTrue(mean <= MOST_IN_MEAN, "probes in the mean: " + mean + ", bound " + MOST_IN_MEAN);
        if (space.sectionCount() >= 100_000) {
            double bytes = (double) space.arrayBytes() / space.sectionCount();
            assertTrue(bytes <= 60, "bytes a section: " + bytes);
        }
    }

    @Test
    void ascendingFrees() {
        for (long i = 0; i < SECTIONS; i++) {
            free(i * 64, 8 + i % 40);
        }
        assertBounded(0);
    }

    @Test
    void descendingFrees() {
        for (long i = SECTIONS; i > 0; i--) {
            free(i * 64, 8 + i % 40);
        }
        assertBounded(0);
    }

    /** Thousands of tiny sections in a few kilobytes, and single ones up to the end of the address space. */
    @Test
    void manyTinySectionsInOneRegion() {
        free(Long.MAX_VALUE - 100, 50);
        for (int bit = 62; bit > 30; bit--) {
            free(1L << bit, 1000);
        }
        for (int i : shuffled(SECTIONS, 1)) {
            free(4 * i, 1 + i % 3);
        }
        assertBounded(0);
        for (int i = 0; i < SECTIONS; i++) {
            assertTrue(allocate(1 + i % 3) >= 0);
        }
        assertBounded(SHRINKS);
    }

    @Test
    void allOfOneSize() {
        for (int i : shuffled(SECTIONS, 2)) {
            free(128L * i, 64);
        }
        assertBounded(0);
        for (int i = 0; i < SECTIONS; i++) {
            assertEquals(128L * i, allocate(64));
        }
        assertEquals(FreeSpace.NO_SPACE, allocate(1));
        assertBounded(SHRINKS);
    }

    /** One size is repeatedly created and merged, which leaves stale entries in an index with lazy removal. */
    @Test
    void staleEntries() {
        for (int i = 0; i < SECTIONS; i++) {
            free(1024L * i, 64);
        }
        for (int round = 0; round < 4; round++) {
            for (int i : shuffled(SECTIONS, 3 + round)) {
                free(1024L * i + 64, 64);
                assertTrue(space.take(1024L * i + 64, 64));
            }
        }
        operations += 4L * SECTIONS;
        assertEquals(0, allocate(64));
        assertBounded(0);
    }

    @Test
    void everySizeAbove64KiB() {
        for (int i : shuffled(SECTIONS, 7)) {
            free((long) i << 34, 65_537L + 3L * i);
        }
        assertBounded(0);
        for (int i = 0; i < SECTIONS; i++) {
            assertEquals((long) i << 34, allocate(65_537L + 3L * i));
        }
        assertBounded(SHRINKS);
    }

    /** Metadata sizes: each number of bytes up to 64 KiB, three sections of each. */
    @Test
    void everySizeInBytes() {
        int[] order = shuffled(3 << 16, 8);
        for (int i : order) {
            free(131_072L * i, 1 + (i & 0xffff));
        }
        assertBounded(0);
        for (int i = 0; i < order.length; i++) {
            assertEquals(131_072L * (i / 3 + (i % 3 << 16)), allocate(1 + i / 3));
        }
        assertBounded(SHRINKS);
    }

    /** 600 crowded sizes, more than twice as many as have marks. */
    @Test
    void moreCrowdedSizesThanMarks() {
        for (int i : shuffled(SECTIONS, 9)) {
            free(8192L * i, 8 + 8 * (i % 600));
        }
        assertBounded(0);
        for (int i = 0; i < SECTIONS; i++) {
            long address = allocate(8 + 8 * (i % 600));
            assertEquals(8192L * i, address);
        }
        assertBounded(SHRINKS);
    }

    /** The number of sections of a size alternates around the length of a run: its form must not change each time. */
    @Test
    void aSizeAtTheEdgeOfBeingCrowded() {
        for (int i = 0; i < SECTIONS; i++) {
            free(1024L * i, 512);
        }
        long base = 1L << 40;
        for (int i = 0; i < SizeIndex.MOST_IN_RUN; i++) {
            free(base + 1024L * i, 40);
        }
        for (int i = 0; i < 20_000; i++) {
            free(base - 2048, 40);
            assertEquals(base - 2048, allocate(40));
        }
        assertBounded(0);
    }

    /** Two adjacent leaves at the edge of splitting and merging. */
    @Test
    void aLeafAtTheEdgeOfSplitting() {
        for (int i = 0; i < SECTIONS; i++) {
            free(1024L * i, 8);
        }
        for (int round = 0; round < 20_000; round++) {
            for (int i = 0; i < 2; i++) {
                free(1024L * 100_000 + 100 + 16 * i, 9);
            }
            for (int i = 0; i < 2; i++) {
                assertEquals(1024L * 100_000 + 100 + 16 * i, allocate(9));
            }
        }
        assertBounded(0);
    }

    /** Every other block is freed, then those between, which bridge. Then the single section is split into pieces. */
    @Test
    void alternatingPatterns() {
        for (int i = 0; i < SECTIONS; i += 2) {
            free(40L * i, 40);
        }
        for (int i : shuffled(SECTIONS / 2, 10)) {
            free(40L * (2 * i + 1), 40);
        }
        assertEquals(1, space.sectionCount());
        for (int i = 0; i < SECTIONS; i++) {
            assertEquals(40L * i, allocate(40));
        }
        assertBounded(SHRINKS);
        assertEquals(0, space.sectionCount());
        assertTrue(space.arrayBytes() <= 64 * 1024, "bytes when empty: " + space.arrayBytes());
    }

    /** A few thousand of many sections are left, spread over all leaves. */
    @Test
    void memoryFollowsTheSectionsDown() {
        for (int i = 0; i < SECTIONS; i++) {
            free(1024L * i, 24 + i % 500);
        }
        for (int i = 0; i < SECTIONS; i++) {
            if (i % 40 != 0) {
                assertTrue(space.take(1024L * i, 24 + i % 500));
            }
        }
        double bytes = (double) space.arrayBytes() / space.sectionCount();
        assertTrue(bytes <= 4 * 60, "bytes a section: " + bytes + " with " + space.sectionCount());
    }

    /** An empty manager and one with a few sections are small: a file has a dozen of them. */
    @Test
    void smallWhenNearlyEmpty() {
        assertTrue(space.arrayBytes() <= 1024, "bytes when empty: " + space.arrayBytes());
        for (int i = 0; i < 20; i++) {
            free(100_000L * i, 24 + 321L * i);
        }
        assertTrue(space.arrayBytes() <= 64 * 1024, "bytes of 20 sections: " + space.arrayBytes());
    }

    private static int[] shuffled(int count, long seed) {
        int[] order = new int[count];
        Arrays.setAll(order, i -> i);
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = count - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int kept = order[i];
            order[i] = order[other];
            order[other] = kept;
        }
        return order;
    }
}
