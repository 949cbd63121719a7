package dev.fallow.research.policy.extent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.research.policy.AllocatedFile;
import org.junit.jupiter.api.Test;

class ExtentAllocationTest {
    private static final long K = 1024;

    /** Holes of 8K at 4K and of 4K at 16K, on a disk that is full to 24K. */
    private static ExtentAllocation withHoles(Fit fit) {
        ExtentAllocation policy = new ExtentAllocation(64 * K, K, fit);
        AllocatedFile[] files = new AllocatedFile[6];
        for (int i = 0; i < files.length; i++) {
            files[i] = policy.create(4 * K);
            assertTrue(files[i].request(1));
        }
        files[1].delete();
        files[2].delete(); // merged with the previous one
        files[4].delete();
        assertEquals(3, policy.freePieces());
        return policy;
    }

    @Test
    void firstFitAndBestFit() {
        AllocatedFile first = withHoles(Fit.FIRST).create(4 * K);
        assertTrue(first.request(1));
        assertEquals(4 * K, first.extentAddress(0));
        AllocatedFile best = withHoles(Fit.BEST).create(4 * K);
        assertTrue(best.request(1));
        assertEquals(16 * K, best.extentAddress(0));
    }

    /** An extent may start anywhere; adjacent extents of a file are separate. */
    @Test
    void aFileGrowsByExtentsOfItsSize() {
        ExtentAllocation policy = new ExtentAllocation(64 * K, K, Fit.FIRST);
        AllocatedFile file = policy.create(5 * K - 1);
        assertTrue(file.grow(11 * K));
        assertEquals(3, file.extentCount());
        assertEquals(15 * K, file.allocatedBytes());
        assertEquals(5 * K, file.extentAddress(1));
        file.truncate(10 * K);
        assertEquals(2, file.extentCount());
        assertFalse(policy.create(64 * K).request(1));
        assertEquals(54 * K, policy.freeBytes());
    }

    /** Section 4.3: around 1M with 1K units most extents are within 716K to 1.3M, three deviations. */
    @Test
    void theRangeAroundAMegabyte() {
        ExtentRange range = new ExtentRange(1024 * K);
        assertEquals(1024 * K, range.size(0, K));
        assertEquals(1126 * K, range.size(1, K));
        assertEquals(717 * K, range.size(-3, K));
        assertEquals(1331 * K, range.size(3, K));
        assertEquals(range.size(4, K), range.size(1e300, K));
        assertEquals(K, new ExtentRange(1).size(0, K), "at least a unit");
        assertEquals(K, new ExtentRange(K).size(-4, K));
    }

    @Test
    void badSetUps() {
        assertThrows(IllegalArgumentException.class, () -> new ExtentAllocation(K, 0, Fit.FIRST));
        assertThrows(IllegalArgumentException.class, () -> new ExtentAllocation(K, 2 * K, Fit.BEST));
        assertThrows(IllegalArgumentException.class, () -> new ExtentAllocation(-1, K, Fit.BEST));
        assertThrows(IllegalArgumentException.class, () -> new ExtentRange(0));
        assertThrows(IllegalArgumentException.class, () -> new ExtentRange(Long.MAX_VALUE));
        assertThrows(IllegalArgumentException.class, () -> new ExtentRange(K).size(Double.NaN, K));
        assertThrows(IllegalArgumentException.class, () -> new ExtentRange(K).size(0, 0));
    }
}
