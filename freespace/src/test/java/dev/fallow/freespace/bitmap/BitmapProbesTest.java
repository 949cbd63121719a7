package dev.fallow.freespace.bitmap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.freespace.FreeSpace;
import org.junit.jupiter.api.Test;

/** Counts the words examined with summaries. */
class BitmapProbesTest {
    private static final int LARGE = 30; // lg of the bits of the largest map

    /** The maximum number of words that a search may examine: 16 for each level, 8 of the map and the root. */
    private static long bound(int lgBits) {
        int levels = (lgBits - 9 + 2) / 3;
        return 16L * levels + 8 + 1;
    }

    private static long probesOfAllocate(FreeSpace space, long size, long expected) {
        long before = space.probes();
        long at = space.allocate(size);
        long after = space.probes();
        assertEquals(expected, at);
        return after - before;
    }

    /** All but the last 100 bits are in use: a map of 2^30 bits takes as few words as one of 2^12. */
    @Test
    void oneRunAtTheEndIsFoundAtACostThatDoesNotGrow() {
        long[] probes = new long[LARGE + 1];
        for (int lg = 12; lg <= LARGE; lg += 6) {
            BitMap map = new BitMap();
            SummaryTree tree = new SummaryTree(map, 0);
            long bits = 1L << lg;
            tree.resize(bits);
            map.grow(bits);
            map.set(bits - 100, bits);
            tree.set(bits - 100, bits);
            long before = tree.probes();
            assertEquals(bits - 100, tree.find(0, 100));
            assertEquals(RunIndex.NONE, tree.find(0, 101));
            probes[lg] = tree.probes() - before;
            assertEquals(probes[12], probes[lg], "2^" + lg + " bits");
        }
        assertTrue(probes[LARGE] <= 6, () -> "words: " + probes[LARGE]);
    }

    /**
     * The same, with up to 65,536 runs that are too short all over the map, so that the run must be searched for: a few
     * words per level, including the update of the summaries.
     */
    @Test
    void aRunBehindThousandsOfTooShortOnesIsFoundInAFewWordsALevel() {
        for (int lg = 12; lg <= LARGE; lg += 6) {
            BitmapFreeSpace space = new BitmapFreeSpace();
            long end = 1L << lg;
            space.free(end - 100, 100);
            long step = Math.max(1024, end >>> 16);
            for (long at = 0; at < end - 1024; at += step) {
                space.free(at, 50);
            }
            long bound = bound(lg);
            String map = "2^" + lg + " bits";
            long words = probesOfAllocate(space, 101, FreeSpace.NO_SPACE);
            assertEquals(1, words, map + ": the root knows that there is none");
            long before = space.probes();
            assertEquals(end - 100, space.allocate(60));
            long withUpdate = space.probes() - before;
            assertTrue(withUpdate <= 2 * bound, () -> map + ": " + withUpdate + " words, at most " + 2 * bound);
        }
    }

    /** A checkerboard, on which every word has free bits and no search without summaries may skip one. */
    @Test
    void aCheckerboardIsNotScanned() {
        int lg = 18;
        long end = 1L << lg;
        BitmapFreeSpace space = new BitmapFreeSpace();
        for (long at = 0; at < end; at += 2) {
            space.free(at, 1);
        }
        space.free(end - 3, 1);
        long before = space.probes();
        assertEquals(end - 4, space.allocate(3));
        long words = space.probes() - before;
        assertTrue(words <= 2 * bound(lg), () -> words + " words with summaries");
    }

    /** Nearly full: 1 bit in 10,000 is free, and requested runs are rare. */
    @Test
    void aNearlyFullMapIsNotScanned() {
        int lg = 24;
        long end = 1L << lg;
        BitmapFreeSpace space = new BitmapFreeSpace();
        long at = 7;
        int runs = 0;
        for (; at < end - 100; at += 10_007) {
            space.free(at, 1 + runs++ % 8);
        }
        long most = 0;
        for (int size = 8; size >= 1; size--) {
            for (int i = 0; i < 100; i++) {
                long before = space.probes();
                assertTrue(space.allocate(size) >= 0);
                most = Math.max(most, space.probes() - before);
            }
        }
        long seen = most;
        assertTrue(seen <= 2 * bound(lg), () -> seen + " words, at most " + 2 * bound(lg));
    }

    /** Queries about a section that is nearly the whole map do not scan it. */
    @Test
    void theEndsOfAHugeSectionAreFoundWithoutAWalk() {
        int lg = 28;
        long end = 1L << lg;
        BitmapFreeSpace space = new BitmapFreeSpace();
        space.free(1000, end - 2000);
        long before = space.probes();
        assertEquals(end - 2000, space.sizeAt(1000));
        assertEquals(end - 2000, space.sizeEndingAt(end - 1000));
        assertEquals(1000, space.lastAddress());
        long words = space.probes() - before;
        assertTrue(words <= 4 * bound(lg), () -> words + " words, at most " + 4 * bound(lg));
    }

    /** With pages, runs across a page's end are not examined. */
    @Test
    void runsAcrossABoundaryDoNotCostASearchEach() {
        int lg = 22;
        long end = 1L << lg;
        BitmapFreeSpace space = new BitmapFreeSpace(1, 4096);
        for (long page = 4096; page < end; page += 4096) {
            space.free(page - 100, 100);
            space.free(page, 100);
        }
        space.free(end - 150, 150);
        long before = space.probes();
        assertEquals(end - 150, space.allocate(120));
        long words = space.probes() - before;
        assertTrue(words <= 2 * bound(lg), () -> words + " words, at most " + 2 * bound(lg));
    }
}
