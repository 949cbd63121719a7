package dev.fallow.research.policy.fixed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.research.policy.AllocatedFile;
import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FixedBlocksTest {
    private static final long K = 1024;

    /** The head of the list is the block released last; of a file's blocks, the first is released last. */
    @Test
    void orderOfTheFreeList() {
        FixedBlocks policy = new FixedBlocks(32 * K + 100, 4 * K);
        AllocatedFile a = policy.create(1);
        AllocatedFile b = policy.create(1);
        assertTrue(a.grow(8 * K));
        assertTrue(b.grow(9 * K));
        assertEquals(16 * K, b.extentAddress(2));
        a.delete();
        b.truncate(K);
        AllocatedFile c = policy.create(1);
        assertTrue(c.grow(20 * K));
        long[] expected = {12, 16, 0, 4, 20};
        for (int i = 0; i < expected.length; i++) {
            assertEquals(expected[i] * K, c.extentAddress(i), "block " + i);
        }
        assertTrue(c.grow(8 * K));
        assertFalse(c.request(1));
        assertEquals(0, policy.freeBytes());
    }

    /** Every block once, in the order determined by the generator. */
    @Test
    void aListOutOfOrder() {
        AllocatedFile file = new FixedBlocks(400 * K, 4 * K, new Random(1)).create(1);
        assertTrue(file.grow(400 * K));
        BitSet seen = new BitSet();
        int ascending = 0;
        for (int i = 0; i < 100; i++) {
            seen.set((int) (file.extentAddress(i) / (4 * K)));
            ascending += i > 0 && file.extentAddress(i) == file.extentAddress(i - 1) + 4 * K ? 1 : 0;
        }
        assertEquals(100, seen.cardinality());
        assertTrue(ascending < 10, ascending + " of 100 blocks follow each other");
    }

    @Test
    void badSetUps() {
        assertThrows(IllegalArgumentException.class, () -> new FixedBlocks(K, 0));
        assertThrows(IllegalArgumentException.class, () -> new FixedBlocks(K, -4));
        assertThrows(IllegalArgumentException.class, () -> new FixedBlocks(K - 1, K));
        assertThrows(IllegalArgumentException.class, () -> new FixedBlocks(Long.MAX_VALUE, 1));
    }
}
