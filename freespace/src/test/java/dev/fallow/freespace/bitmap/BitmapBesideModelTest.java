package dev.fallow.freespace.bitmap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Compares the bitmap with {@link BitmapModel}; granularity, addresses and limits. */
class BitmapBesideModelTest {
    @Test
    void givesTheLowestAddress() {
        BitmapModel.compare((granularity, boundary) -> List.of(new BitmapFreeSpace(granularity, boundary)));
    }

    @Test
    void nearAnAddressComesBeforeTheLowest() {
        BitmapFreeSpace space = new BitmapFreeSpace(8, 0);
        space.free(0, 80);
        space.free(800, 80);
        assertEquals(816, space.allocateNear(16, 816));
        assertEquals(0, space.allocateNear(48, 0));
        assertEquals(832, space.allocateNear(40, 800), "16 bytes are free before the block at 816: too few");
        assertEquals(48, space.allocateNear(32, 840), "nothing fits behind: the lowest of all");
        assertThrows(IllegalArgumentException.class, () -> space.allocateNear(8, -8));
        assertThrows(IllegalArgumentException.class, () -> space.allocateNear(8, 4));
        assertThrows(IllegalArgumentException.class, () -> space.allocateNear(4, 8));
    }

    @Test
    void aBlockIsExtendedInPlace() {
        BitmapFreeSpace space = new BitmapFreeSpace(512, 0);
        space.free(0, 512 * 10);
        long block = space.allocate(512 * 2);
        assertTrue(space.take(block + 512 * 2, 512 * 3));
        assertEquals(512 * 5, space.allocate(512));
        assertFalse(space.take(block + 512 * 5, 512), "in use now");
    }

    @Test
    void sizesAreRoundedToTheGranularity() {
        BitmapFreeSpace space = new BitmapFreeSpace(24, 0);
        assertEquals(24, space.rounded(1));
        assertEquals(24, space.rounded(24));
        assertEquals(48, space.rounded(25));
        assertThrows(IllegalArgumentException.class, () -> space.rounded(0));
        assertThrows(IllegalArgumentException.class, () -> space.rounded(Long.MAX_VALUE));
        assertEquals(Long.MAX_VALUE, new BitmapFreeSpace().rounded(Long.MAX_VALUE));
    }

    @Test
    void aMapBeyondTheLargestSpanIsRefused() {
        BitmapFreeSpace space = new BitmapFreeSpace(8, 0);
        space.free(64, 8);
        long end = 8 * BitmapFreeSpace.MAX_BITS;
        for (long address : new long[] {end, end - 8, Long.MAX_VALUE / 8 * 8 - 16, 1L << 62}) {
            IllegalArgumentException refused =
                    assertThrows(IllegalArgumentException.class, () -> space.free(address, 16));
            assertTrue(refused.getMessage().contains(Long.toString(address)), refused::getMessage);
            assertTrue(refused.getMessage().contains(Long.toString(end)), refused::getMessage);
        }
        assertEquals(8, space.freeBytes());
        assertEquals(64, space.lastAddress());
        assertThrows(IllegalArgumentException.class, () -> new BitmapFreeSpace(0, 0));
        assertThrows(IllegalArgumentException.class, () -> new BitmapFreeSpace(8, 12));
        assertThrows(IllegalArgumentException.class, () -> new BitmapFreeSpace(8, -8));
    }
}
