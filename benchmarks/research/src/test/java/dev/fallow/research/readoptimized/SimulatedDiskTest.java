package dev.fallow.research.readoptimized;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Times of the disk of table 1, calculated by hand: 16.67 ms per rotation, 5.5 + 0.032 N ms for a seek over N tracks,
 * 24K per track.
 */
class SimulatedDiskTest {
    private static final long K = 1024;
    private static final long TURN = 16_670_000;
    private static final long TRACK = 24 * K;
    private static final long CYLINDER = 9 * TRACK;
    private static final Geometry WREN = Geometry.WREN_IV;

    @Test
    void tableOne() {
        assertEquals(345_600 * K, WREN.capacity());
        assertEquals(2_831_155_200L, 8 * WREN.capacity(), "2.8 G");
        assertEquals(0, WREN.seekNanos(0));
        assertEquals(5_532_000, WREN.seekNanos(1));
        assertEquals(8_700_000, WREN.seekNanos(100));
        // a cylinder: nine rotations and a seek of one track, 155.562 ms
        assertEquals(10.8, 8 * WREN.sustainedBytesPerSecond() / K / K, 0.05, "10.8 M a second");
        assertEquals(221_184 / 0.155562, WREN.sustainedBytesPerSecond(), 1e-3);
    }

    @Test
    void tracksFollowEachOtherWithoutAPause() {
        SimulatedDisk disk = new SimulatedDisk(WREN);
        assertEquals(TURN, disk.transfer(0, 0, TRACK));
        assertEquals(2 * TURN, disk.transfer(0, TRACK, TRACK), "requested at once, served after the first");
        assertEquals(0, disk.positionings());
        assertEquals(3 * TURN, disk.transfer(2 * TURN, 2 * TRACK, TRACK), "requested just in time");
        assertEquals(0, disk.positionings());
        assertEquals(3 * TURN, disk.transferNanos());
    }

    @Test
    void whatComesTooLateWaitsATurn() {
        SimulatedDisk disk = new SimulatedDisk(WREN);
        disk.transfer(0, 0, TRACK);
        assertEquals(3 * TURN, disk.transfer(TURN + 1, TRACK, TRACK));
        assertEquals(TURN - 1, disk.rotationNanos());
        assertEquals(2 * TURN, disk.begun());
        assertEquals(1, disk.positionings());
    }

    @Test
    void theMiddleOfATrackComesAfterHalfATurn() {
        SimulatedDisk disk = new SimulatedDisk(WREN);
        assertEquals(TURN, disk.transfer(0, 12 * K, 12 * K));
        assertEquals(TURN / 2, disk.begun());
        assertEquals(TURN / 2, disk.rotationNanos());
    }

    /**
     * Seek to cylinder 100: 8.7 ms. Its tracks are skewed by 100 * 5.532 ms, which is 33 rotations and 3.09 ms, so that
     * they start at 3.09, 19.76, ... ms: the latency is 11.06 ms.
     */
    @Test
    void aSeek() {
        SimulatedDisk disk = new SimulatedDisk(WREN);
        assertEquals(19_760_000 + TURN, disk.transfer(0, 100 * CYLINDER, TRACK));
        assertEquals(8_700_000, disk.seekNanos());
        assertEquals(11_060_000, disk.rotationNanos());
        assertEquals(19_760_000, disk.begun());
        disk.transfer(0, 99 * CYLINDER, K); // back by one
        assertEquals(8_700_000 + 5_532_000, disk.seekNanos());
    }

    @Test
    void theNextCylinderIsASeekOfOneTrackAway() {
        SimulatedDisk disk = new SimulatedDisk(WREN);
        assertEquals(9 * TURN + 5_532_000 + TURN, disk.transfer(0, 0, CYLINDER + TRACK));
        assertEquals(5_532_000, disk.seekNanos());
        assertEquals(0, disk.rotationNanos());
        assertEquals(0, disk.positionings());
    }

    @Test
    void aStripeIsATurn() {
        DiskArray array = new DiskArray(WREN, 8, TRACK);
        assertEquals(TURN, array.transfer(0, 0, 8 * TRACK));
        assertEquals(TURN, array.busyTime().transferNanos() / 8);
    }

    /** 200K: the first disk transfers 8K of a second stripe, a third of a rotation longer. */
    @Test
    void aStripeAndAThirdOfATrack() {
        assertEquals(TURN + TURN / 3, new DiskArray(WREN, 8, TRACK).transfer(0, 0, 200 * K));
    }

    /** 8K at 20K: the last 4K of a track on the first disk, the first 4K of one on the second. */
    @Test
    void overTheBorderOfTwoDisks() {
        DiskArray array = new DiskArray(WREN, 8, TRACK);
        assertEquals(TURN, array.transfer(0, 20 * K, 8 * K));
        assertEquals(1, array.positionings(), "the second disk has its part under the head");
        assertEquals(TURN - TURN * 20 / 24 + TURN * 4 / 24, array.busyTime().transferNanos(), 2);
    }

    /**
     * A transfer takes the same time as a whole or in parts: the parts on one disk are consecutive, and nothing is
     * counted twice.
     */
    @Test
    void inOneOrInPieces() {
        Random random = new Random(5);
        for (int round = 0; round < 300; round++) {
            DiskArray whole = new DiskArray(WREN, 1 + random.nextInt(8), TRACK);
            int disks = (int) (whole.capacity() / WREN.capacity());
            DiskArray pieces = new DiskArray(WREN, disks, TRACK);
            long bytes = K * (1 + random.nextInt(round % 2 == 0 ? 200 : 20_000));
            long address = K * (long) (random.nextDouble() * (whole.capacity() - bytes) / K);
            long at = random.nextInt(100_000_000);
            long end = 0;
            for (long done = 0; done < bytes; ) {
                long piece = Math.min(bytes - done, K * (1 + random.nextInt(100)));
                end = Math.max(end, pieces.transfer(at, address + done, piece));
                done += piece;
            }
            assertEquals(end, whole.transfer(at, address, bytes), "round " + round);
            assertEquals(whole.busyTime(), pieces.busyTime(), "round " + round);
        }
    }

    @Test
    void badNumbers() {
        DiskArray array = new DiskArray(WREN, 8, TRACK);
        for (long[] wrong : new long[][] {{-1, 1}, {0, 0}, {0, -1}, {array.capacity(), 1}, {0, Long.MAX_VALUE}}) {
            assertThrows(IllegalArgumentException.class, () -> array.transfer(0, wrong[0], wrong[1]));
        }
        assertThrows(IllegalArgumentException.class, () -> new DiskArray(WREN, 0, TRACK));
        assertThrows(IllegalArgumentException.class, () -> new DiskArray(WREN, 8, 0));
        assertThrows(IllegalArgumentException.class, () -> new DiskArray(WREN, 8, 7 * K));
        assertThrows(IllegalArgumentException.class, () -> WREN.withCylinders(0));
        assertThrows(IllegalArgumentException.class, () -> new Geometry(1, 1, 1, 1, -1, 0));
        assertThrows(IllegalArgumentException.class, () -> new Geometry(0, 1, 1, 1, 1, 0));
    }
}
