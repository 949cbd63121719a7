package dev.fallow.research.readoptimized;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Times of mirrored disks, RAID and parity striping, calculated by hand: 16.67 ms per turn, 24K per track. */
class ArrayKindTest {
    private static final long K = 1024;
    private static final long TURN = 16_670_000;
    private static final long TRACK = 24 * K;
    private static final long STRIPE = 8 * TRACK;

    private static DiskArray array(ArrayKind kind) {
        return new DiskArray(Geometry.WREN_IV, 8, TRACK, kind);
    }

    @Test
    void allHaveTheSameSpaceAndMaximum() {
        for (ArrayKind kind : ArrayKind.values()) {
            assertEquals(8 * Geometry.WREN_IV.capacity(), array(kind).capacity(), kind.label());
            assertEquals(
                    8 * Geometry.WREN_IV.sustainedBytesPerSecond(),
                    array(kind).sustainedBytesPerSecond(),
                    kind.label());
            DiskArray array = array(kind);
            assertTrue(array.transfer(0, array.capacity() - STRIPE, STRIPE, true) > 0, kind.label());
        }
    }

    /** The second reader takes the copy; a writer occupies both. */
    @Test
    void mirroredDisks() {
        DiskArray array = array(ArrayKind.MIRRORED);
        assertEquals(TURN, array.transfer(0, 0, TRACK, false));
        assertEquals(TURN, array.transfer(0, 0, TRACK, false), "from the copy");
        assertEquals(2 * TURN, array.transfer(0, 0, TRACK, false));
        DiskArray written = array(ArrayKind.MIRRORED);
        assertEquals(TURN, written.transfer(0, 0, TRACK, true));
        assertEquals(2 * TURN, written.transfer(0, 0, TRACK, false), "both were busy");
    }

    /** A small write reads first, and writes a turn later; a whole stripe is written at once. */
    @Test
    void writesOfRaid() {
        assertEquals(TURN / 3, array(ArrayKind.RAID).transfer(0, 0, 8 * K, false), 2);
        assertEquals(TURN / 3 + TURN, array(ArrayKind.RAID).transfer(0, 0, 8 * K, true), 2);
        assertEquals(TURN, array(ArrayKind.RAID).transfer(0, 0, STRIPE, false));
        assertEquals(TURN, array(ArrayKind.RAID).transfer(0, 0, STRIPE, true));
        assertEquals(2 * TURN, array(ArrayKind.RAID).transfer(0, 0, STRIPE - TRACK, true), 2);
    }

    /** Consecutive units are transferred without a turn in between, although each disk skips every ninth. */
    @Test
    void longReadsOfRaid() {
        for (int stripes : new int[] {9, 90, 900}) {
            long striped = array(ArrayKind.STRIPED).transfer(0, 0, stripes * STRIPE, false);
            long raid = array(ArrayKind.RAID).transfer(0, 0, stripes * STRIPE, false);
            assertTrue(raid > 0.8 * striped && raid < 1.2 * striped, stripes + ": " + raid + ", striped " + striped);
        }
    }

    /** Eight tracks are on one disk; a write reads first, also the parity, which is on another disk. */
    @Test
    void parityStriping() {
        assertEquals(8 * TURN, array(ArrayKind.PARITY_STRIPED).transfer(0, 0, STRIPE, false));
        DiskArray array = array(ArrayKind.PARITY_STRIPED);
        long end = array.transfer(0, 0, 8 * K, true);
        assertTrue(end >= TURN / 3 + TURN && end < TURN / 3 + 6 * TURN, "" + end);
        assertTrue(array.transfer(0, 0, 8 * K, false) > TURN, "the disk was busy");
    }
}
