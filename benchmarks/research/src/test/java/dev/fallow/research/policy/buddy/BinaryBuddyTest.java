package dev.fallow.research.policy.buddy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.research.policy.AllocatedFile;
import org.junit.jupiter.api.Test;

class BinaryBuddyTest {
    private static final long K = 1024;
    private static final long M = K * K;

    /** Each extent doubles the file; section 5: a file of over 100M uses blocks of 64M. */
    @Test
    void extentsDoubleTheFile() {
        AllocatedFile file = new BinaryBuddy(1024 * M, K).create(1);
        assertTrue(file.grow(100 * M));
        assertEquals(18, file.extentCount());
        assertEquals(K, file.extentSize(0));
        for (int i = 1; i < 18; i++) {
            assertEquals(K << i - 1, file.extentSize(i), "extent " + i);
            assertEquals(0, file.extentAddress(i) % file.extentSize(i), "extent " + i);
        }
        assertEquals(64 * M, file.extentSize(17));
        assertEquals(128 * M, file.allocatedBytes());
    }

    @Test
    void truncationHalvesTheFile() {
        BinaryBuddy policy = new BinaryBuddy(64 * K, K);
        AllocatedFile file = policy.create(1);
        assertTrue(file.grow(20 * K));
        assertEquals(32 * K, file.allocatedBytes());
        file.truncate(16 * K + 1);
        assertEquals(32 * K, file.allocatedBytes());
        file.truncate(16 * K);
        assertEquals(16 * K, file.allocatedBytes());
        assertEquals(48 * K, policy.freeBytes());
        file.truncate(0);
        assertEquals(1, policy.freePieces());
    }

    /** The initial division of a disk whose size is not a power of two: 11M into 8M, 2M and 1M. */
    @Test
    void aDiskThatIsNoPowerOfTwo() {
        BinaryBuddy policy = new BinaryBuddy(11 * M, M);
        StringBuilder pieces = new StringBuilder();
        policy.forEachFree((address, size) ->
                pieces.append(address / M).append('+').append(size / M).append(' '));
        assertEquals("0+8 8+2 10+1 ", pieces.toString());
        AllocatedFile small = policy.create(1);
        assertTrue(small.grow(1));
        assertEquals(10 * M, small.extentAddress(0), "the smallest block that is large enough");
        AllocatedFile file = policy.create(1);
        assertTrue(file.grow(8 * M)); // 1M and 1M of the 2M, then 2M and 4M of the 8M
        assertFalse(file.request(1), "2M are free, but the file would double");
        assertEquals(2 * M, policy.freeBytes());
    }

    @Test
    void badSetUps() {
        assertThrows(IllegalArgumentException.class, () -> new BinaryBuddy(M, 0));
        assertThrows(IllegalArgumentException.class, () -> new BinaryBuddy(M, -K));
        assertThrows(IllegalArgumentException.class, () -> new BinaryBuddy(K - 1, K));
        assertThrows(IllegalArgumentException.class, () -> new BinaryBuddy(Long.MAX_VALUE, 1));
    }
}
