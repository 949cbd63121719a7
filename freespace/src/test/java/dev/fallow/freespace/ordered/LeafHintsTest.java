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
}
