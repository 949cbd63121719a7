package dev.fallow.research.policy.buddy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.research.policy.AllocatedFile;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The examples of section 4.2, worked by hand. */
class RestrictedBuddyTest {
    private static final long K = 1024;
    private static final long M = K * K;

    private static RestrictedBuddy unclustered(int sizes, int growFactor, long capacity) {
        return new RestrictedBuddy(capacity, BlockSizes.ofPaper(sizes), growFactor, RestrictedBuddy.UNCLUSTERED);
    }

    private static String extents(AllocatedFile file) {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < file.extentCount(); i++) {
            all.add(file.extentAddress(i) / K + "+" + file.extentSize(i) / K);
        }
        return String.join(" ", all);
    }

    /** "A grow factor of 1 will allocate eight 1K blocks before any 8K blocks"; then eight 8K blocks before 64K. */
    @Test
    void growFactorOne() {
        AllocatedFile file = unclustered(3, 1, M).create(1);
        assertTrue(file.grow(8 * K));
        assertEquals("0+1 1+1 2+1 3+1 4+1 5+1 6+1 7+1", extents(file));
        assertTrue(file.grow(1));
        assertEquals(8 * K, file.extentSize(8));
        assertTrue(file.grow(72 * K - file.allocatedBytes()));
        assertEquals(16, file.extentCount());
        assertEquals(8 * K, file.extentSize(15));
        assertTrue(file.grow(1)); // figure 3: any file over 72K has a 64K block, and it is not contiguous
        assertEquals(64 * K, file.extentSize(16));
        assertEquals(128 * K, file.extentAddress(16));
    }

    /**
     * "None of the policies show fragmentation greater than 6 %" (section 4.2) against its own rule of 72K: with a grow
     * factor of one and blocks of 64K, a file of the mean size of TS's larger files, 96K, has 136K. With as many bytes
     * in files of 8K, which waste nothing, and with nothing else, more than 6 % of the allocated space is unused.
     */
    @Test
    void theRuleOf72KExceedsTheBoundOfSixPercent() {
        AllocatedFile file = unclustered(3, 1, M).create(1);
        assertTrue(file.grow(96 * K));
        assertEquals(136 * K, file.allocatedBytes());
        assertTrue(100.0 * (136 - 96) / 136 > 29);
        assertTrue(100.0 * (136 - 96) / (136 + 96) > 6);
    }

    /** Figure 3: with a grow factor of two a 64K block is not required until the file has 144K. */
    @Test
    void growFactorTwo() {
        AllocatedFile file = unclustered(3, 2, M).create(1);
        assertTrue(file.grow(144 * K));
        assertEquals(32, file.extentCount());
        for (int i = 0; i < 32; i++) {
            assertEquals(i < 16 ? K : 8 * K, file.extentSize(i), "extent " + i);
            assertEquals(file.extentOffset(i), file.extentAddress(i), "contiguous up to 144K: extent " + i);
        }
        assertTrue(file.grow(1));
        assertEquals("192+64", extents(file).substring(extents(file).lastIndexOf(' ') + 1));
    }

    @Test
    void afterTruncationAFileGoesOnWithTheSizeThatItHad() {
        AllocatedFile file = unclustered(3, 1, M).create(1);
        assertTrue(file.grow(72 * K + 1));
        file.truncate(10 * K);
        assertEquals(16 * K, file.allocatedBytes());
        assertTrue(file.grow(1));
        assertEquals(8 * K, file.extentSize(9));
        file.truncate(3 * K);
        assertTrue(file.grow(1));
        assertEquals("0+1 1+1 2+1 3+1", extents(file));
    }

    /**
     * The eight 1K blocks of an 8K block are buddies: while one is in use the others are free alone, then they are one.
     */
    @Test
    void buddiesAreUnited() {
        RestrictedBuddy policy = unclustered(2, 1, 64 * K);
        AllocatedFile first = policy.create(1);
        assertEquals(8, policy.freePieces());
        assertTrue(first.grow(1));
        assertEquals(7 + 7, policy.freePieces());
        AllocatedFile second = policy.create(1);
        assertTrue(second.grow(1));
        assertEquals("1+1", extents(second));
        first.delete();
        assertEquals(7 + 7, policy.freePieces());
        second.delete();
        assertEquals(8, policy.freePieces());
    }

    /**
     * A file whose sequential block is free takes it from a larger one, although a block of its size is free elsewhere.
     */
    @Test
    void blocksOfAFileAreContiguousWheneverPossible() {
        RestrictedBuddy policy = unclustered(3, 1, M);
        AllocatedFile hole = policy.create(1);
        assertTrue(hole.grow(1));
        AllocatedFile file = policy.create(1);
        assertTrue(file.grow(8 * K + 7)); // 1K to 8K, then 8K; the sequential 8K block at 9K has to begin at 16K
        assertEquals("1+1 2+1 3+1 4+1 5+1 6+1 7+1 8+1 16+8", extents(file));
        hole.delete(); // 0 is free again; and so are 9 to 15
        file.truncate(8 * K);
        AllocatedFile other = policy.create(1);
        assertTrue(other.grow(2 * K));
        assertEquals("0+1 9+1", extents(other), "the sequential block, 1, is in use: the next of the list");
        assertTrue(other.grow(6 * K));
        assertEquals("0+1 9+1 10+1 11+1 12+1 13+1 14+1 15+1", extents(other));
        assertTrue(other.grow(1));
        assertEquals(16 * K, other.extentAddress(8));
    }

    /** Descriptors are assigned to the regions in turn; the first blocks of the files follow them. */
    @Test
    void filesBeginInTheirDescriptorsRegions() {
        RestrictedBuddy policy = new RestrictedBuddy(100 * M, BlockSizes.ofPaper(5), 1, 32 * M);
        for (int file = 0; file < 9; file++) {
            AllocatedFile created = policy.create(1);
            assertTrue(created.grow(3 * K));
            long region = file % 4; // three regions of 32M and the rest, 4M
            assertEquals(region * 32 * M + file / 4 * 3 * K, created.extentAddress(0), "file " + file);
        }
    }

    /** The five steps in order, in regions of 16K with blocks of 1K and 8K. */
    @Test
    void regionSelection() {
        RestrictedBuddy policy = new RestrictedBuddy(48 * K, BlockSizes.ofPaper(2), 1, 16 * K);
        AllocatedFile a = policy.create(1); // region 0
        AllocatedFile b = policy.create(1); // region 1
        assertTrue(a.grow(8 * K));
        assertTrue(b.grow(8 * K));
        assertTrue(a.request(1));
        assertEquals(8 * K, a.extentAddress(8), "sequential, same region as the last block");
        assertTrue(a.request(1));
        assertEquals(24 * K, a.extentAddress(9), "region 0 is full: the next one with a block of 8K");
        AllocatedFile c = policy.create(1); // region 2
        assertTrue(c.grow(1));
        AllocatedFile d = policy.create(1); // region 0 and 1 are full: the descriptor is put in region 2
        assertTrue(d.grow(1));
        assertEquals(32 * K, c.extentAddress(0));
        assertEquals(33 * K, d.extentAddress(0), "a block of its size before a larger one is divided");
        b.truncate(7 * K);
        assertTrue(b.request(1));
        assertEquals(23 * K, b.extentAddress(7));
        b.truncate(6 * K); // 22K and 23K are free, in the region of b and of the last block of a
        assertTrue(c.grow(6 * K));
        assertEquals(39 * K, c.extentAddress(6), "sequential again and again");
        AllocatedFile e =
                policy.create(1); // region 1: it has space again, and follows the last descriptor's, 2, over 0
        assertTrue(e.grow(K));
        assertEquals(22 * K, e.extentAddress(0));
    }

    /** No block of the size anywhere: a larger one is divided, in the next region that has one. */
    @Test
    void aLargerBlockIsDividedOnlyWhenNoRegionHasTheRightSize() {
        RestrictedBuddy policy = new RestrictedBuddy(48 * K, BlockSizes.ofPaper(2), 1, 16 * K);
        AllocatedFile a = policy.create(1);
        assertTrue(a.grow(16 * K)); // all of region 0
        a.truncate(16 * K);
        AllocatedFile b = policy.create(1);
        assertTrue(b.grow(16 * K)); // all of region 1
        AllocatedFile c = policy.create(1);
        assertTrue(c.grow(K)); // 32K, and 33K to 39K are free blocks of 1K
        c.delete();
        AllocatedFile d = policy.create(1); // descriptor in region 2, the only one with space
        assertTrue(d.grow(5 * K));
        assertEquals("32+1 33+1 34+1 35+1 36+1", extents(d));
        assertTrue(a.request(1));
        assertEquals(40 * K, a.extentAddress(9), "a block of the right size in another region");
        a.truncate(0); // and now region 0 has two free blocks of 8K
        b.truncate(7 * K); // 23K is free, and 24K to 31K
        assertTrue(d.grow(3 * K));
        assertEquals(39 * K, d.extentAddress(7));
        assertTrue(d.request(1));
        assertEquals(40 * K, d.extentAddress(8));
    }

    @Test
    void externalFragmentationRefusesARequest() {
        RestrictedBuddy policy = unclustered(2, 1, 16 * K);
        AllocatedFile large = policy.create(1);
        AllocatedFile small = policy.create(1);
        assertTrue(large.grow(8 * K));
        assertTrue(small.grow(K));
        assertFalse(large.request(1), "7K are free, but no block of 8K");
        assertEquals(7 * K, policy.freeBytes());
        assertTrue(small.request(1));
    }

    @Test
    void badSetUps() {
        BlockSizes sizes = BlockSizes.ofPaper(3);
        assertThrows(IllegalArgumentException.class, () -> new RestrictedBuddy(M, sizes, 0, 0));
        assertThrows(IllegalArgumentException.class, () -> new RestrictedBuddy(M, sizes, 1, -64 * K));
        assertThrows(IllegalArgumentException.class, () -> new RestrictedBuddy(M, sizes, 1, 65 * K));
        assertThrows(IllegalArgumentException.class, () -> new RestrictedBuddy(K - 1, sizes, 1, 0));
        assertThrows(IllegalArgumentException.class, () -> new RestrictedBuddy(Long.MAX_VALUE, sizes, 1, 0));
        assertThrows(IllegalArgumentException.class, () -> new RestrictedBuddy(-1, sizes, 1, 0));
        for (long[] wrong : new long[][] {{}, {0}, {-8}, {8, 8}, {8, 4}, {8, 20}}) {
            assertThrows(IllegalArgumentException.class, () -> BlockSizes.of(wrong));
        }
        assertThrows(IllegalArgumentException.class, () -> BlockSizes.ofPaper(1));
        assertThrows(IllegalArgumentException.class, () -> BlockSizes.ofPaper(6));
        assertThrows(IllegalArgumentException.class, () -> sizes.levelOf(2 * K));
    }
}
