package dev.fallow.freespace.ordered;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class LeafHintsTest {
    @Test
    void oneGuessUntilThereAreLeaves() {
        LeafHints hints = new LeafHints();
        assertEquals(-1, hints.leafOf(77));
        hints.set(77, 0);
        assertEquals(0, hints.leafOf(Long.MAX_VALUE - 1));
        assertEquals(4, hints.bytes());
    }

    @Test
    void theTableFollowsTheLeaves() {
        LeafHints hints = new LeafHints();
        for (int leaves = 2; leaves <= 1000; leaves++) {
            hints.splitIn(leaves, 0, leaves * 10_000L);
            hints.set(leaves * 10_000L, leaves);
            assertEquals(leaves, hints.leafOf(leaves * 10_000L));
            assertTrue(hints.bytes() <= 4L * 16 * leaves, "leaves " + leaves + ", bytes " + hints.bytes());
        }
        assertTrue(hints.bytes() >= 4L * 2 * 1000, "bytes " + hints.bytes());
        hints.clear();
        assertEquals(-1, hints.leafOf(10_000));
    }

    @Test
    void distantLeavesHaveGuessesOfTheirOwn() {
        LeafHints hints = new LeafHints();
        int leaves = 64;
        for (int i = 0; i < leaves; i++) {
            hints.splitIn(leaves, 0, (leaves - 1) * 1L << 50);
        }
        for (int leaf = 0; leaf < leaves; leaf++) {
            hints.set((long) leaf << 50, leaf);
        }
        for (int leaf = 0; leaf < leaves; leaf++) {
            assertEquals(leaf, hints.leafOf(((long) leaf << 50) + 100));
        }
    }

    @Test
    void fourLeavesHaveATable() {
        LeafHints hints = new LeafHints();
        hints.splitIn(3, 0, 1000);
        assertEquals(4, hints.bytes(), "one guess");
        hints.splitIn(4, 0, 1000);
        assertEquals(4 * 32, hints.bytes());
    }

    /** As many splits pass as a quarter of the leaves, so that they amortise the table. */
    @Test
    void theTableIsMadeAgainAfterAQuarterOfTheLeavesHaveSplit() {
        LeafHints hints = new LeafHints();
        hints.splitIn(64, 0, 64_000);
        long bytes = hints.bytes();
        for (int split = 1; split < 64 / 4; split++) {
            hints.splitIn(64 + split, 0, 1L << 40);
            hints.set(0, split);
            assertEquals(-1, hints.leafOf(64_000), "the table is for the former range");
        }
        hints.splitIn(128, 0, 1L << 40);
        assertEquals(2 * bytes, hints.bytes());
        assertEquals(-1, hints.leafOf(0), "a new table");
    }

    @Test
    void aTableOfTheSameLengthFollowsTheRange() {
        LeafHints hints = new LeafHints();
        hints.splitIn(4, 0, 1000);
        hints.set(0, 7);
        assertEquals(7, hints.leafOf(31));
        assertEquals(-1, hints.leafOf(32));
        hints.splitIn(4, 0, 1_000_000);
        hints.set(0, 9);
        assertEquals(9, hints.leafOf(32_767));
        assertEquals(-1, hints.leafOf(32_768));
        assertEquals(4 * 32, hints.bytes());
    }
}
