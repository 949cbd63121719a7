package dev.fallow.research.tiers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.research.policy.matball.ExtentShape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Simulated time, calculated by hand. */
class VolumesTest {
    private static final int KB = 1024;

    private static HybridVolume hybrid(int extents) {
        return new HybridVolume(new ExtentShape(64, 16), extents);
    }

    @Test
    void aDeviceDoesOneRequestAfterTheOther() {
        Device device = new Device(new ServiceTimes("", 1_000_000, 500, 1_000_000_000, 500_000_000));
        assertEquals(1_000_000 + 500 + 2_000, device.submit(true, 0, 1000, 0));
        assertEquals(1_002_500 + 500 + 2_000, device.submit(true, 1000, 1000, 10), "waits, and is at the place");
        assertEquals(2_000_000 + 1_000_000 + 500 + 1_000, device.completion(false, 7, 1000, 2_000_000));
        assertEquals(3_001_500, device.submit(false, 7, 1000, 2_000_000));
        assertEquals(3, device.requests());
        assertEquals(2, device.positionings());
        device.abandon(3_500_000);
        assertEquals(3_500_000, device.idleFrom());
        assertEquals(4_501_500, device.completion(false, 1007, 1000, 0), "where it is then is not known");
        device.abandon(1);
        assertEquals(3_500_000, device.idleFrom(), "busy with something else until then");
    }

    /**
     * Clearing and copying, one request to the fast device, and one for the record; the slow device catches up later.
     */
    @Test
    void writingReturnsWhenTheFasterIsDone() {
        HybridVolume volume = hybrid(4);
        long clear = Math.round(64 * KB / 4.0);
        long copy = 64 * KB;
        long data = 15_000 + 64 * KB * 2;
        long record = 15_000 + 4096 * 2;
        long took = volume.write(0, 64 * KB);
        assertEquals(clear + copy + data + record, took);
        assertTrue(volume.isFast(0));
        long slow = clear + copy + 12_670_000 + 100_000 + Math.round(64 * KB / 0.078);
        assertEquals(slow - took, volume.settle(), 1.0);
        assertEquals(0, volume.settle());
        assertEquals(3, volume.requests());
        assertEquals(15_000 + Math.round(64 * KB / 0.7) + copy, volume.read(0), 1.0);
        assertEquals(4, volume.requests(), "a request that was given up is none");
        assertEquals(15_000 + Math.round(32 * KB / 0.7) + copy, volume.read(0, 50), 1.0);
        assertEquals(copy, volume.read(0, 100), "all of it from the page cache");
        assertEquals(5, volume.requests());
    }

    @Test
    void filesWithoutSpaceAreOnTheSlowDevice() {
        HybridVolume volume = hybrid(1);
        volume.write(0, 50 * KB);
        long took = volume.write(1, 65 * KB);
        assertFalse(volume.isFast(1));
        assertTrue(took > 10_000_000 && volume.read(1) > 10_000_000, "two requests of the slow device");
        volume.delete(0);
        volume.write(2, 64 * KB);
        assertTrue(volume.isFast(2), "deleted files leave space");
        assertEquals(64 * KB, volume.usage().live());
    }

    /**
     * The backlog of the slow device is limited by memory; once it is full, writing runs at the speed of the slow
     * device.
     */
    @Test
    void writersWaitForALongBacklog() {
        HybridVolume volume = hybrid(1 << 15);
        long nanos = 0;
        for (int i = 0; i < 8; i++) {
            nanos = volume.write(i, 128L << 20);
        }
        double speed = (128L << 20) * 1e3 / nanos;
        assertTrue(speed > 60 && speed < 78, "MB/s: " + speed);
        assertEquals(HybridVolume.BACKLOG / 0.078, volume.settle(), 2e6);
    }

    @Test
    void aPlainVolumeWritesInItsRequestsAndReadsAhead() {
        PlainVolume volume = new PlainVolume(ServiceTimes.FAST, 16 * KB);
        assertEquals(200 * KB + 13 * 15_000 + 200 * KB * 2 + 15_000 + 4096 * 2, volume.write(0, 200 * KB));
        assertEquals(14, volume.requests());
        assertEquals(2 * 15_000 + Math.round(200 * KB / 0.7) + 200 * KB, volume.read(0), 2.0);
        assertEquals(16, volume.requests());
        assertEquals(15_000 + Math.round(100 * KB / 0.7) + 200 * KB, volume.read(0, 50), 2.0);
        assertEquals(200 * KB, volume.read(0, 100));
        assertEquals(17, volume.requests());
    }

    @Test
    void wrongFilesAreRefused() {
        for (Volume volume : new Volume[] {hybrid(2), new PlainVolume(ServiceTimes.SLOW, KB)}) {
            volume.write(1, KB);
            assertThrows(IllegalArgumentException.class, () -> volume.write(1, KB));
            assertThrows(IllegalArgumentException.class, () -> volume.write(2, 0));
            assertThrows(IllegalArgumentException.class, () -> volume.write(2, -1));
            assertThrows(IllegalArgumentException.class, () -> volume.read(2));
            assertThrows(IllegalArgumentException.class, () -> volume.read(1, -1));
            assertThrows(IllegalArgumentException.class, () -> volume.read(1, 101));
            assertThrows(IllegalArgumentException.class, () -> volume.delete(2));
            volume.delete(1);
            assertThrows(IllegalArgumentException.class, () -> volume.delete(1));
        }
        assertThrows(IllegalArgumentException.class, () -> new PlainVolume(ServiceTimes.FAST, 0));
        assertThrows(IllegalArgumentException.class, () -> hybrid(0));
        assertThrows(IllegalArgumentException.class, () -> new ServiceTimes("", -1, 0, 1, 1));
        assertThrows(IllegalArgumentException.class, () -> new ServiceTimes("", 0, 0, 0, 1));
    }

    /** An extent is one forced write, a request of a plain file another; the slow file has the bytes. */
    @Test
    void twoRealFiles(@TempDir Path folder) throws IOException {
        try (TwoFiles files = new TwoFiles(folder)) {
            TwoFiles.Writer hybrid = files.hybrid(new ExtentShape(64, 16), 4);
            assertTrue(hybrid.write(130 * KB) > 0);
            files.settle();
            assertEquals(3, files.forced());
            files.requireCopy(130 * KB);
            assertThrows(IllegalArgumentException.class, () -> hybrid.write(257 * KB), "more than four extents");
            files.plain(false, 16 * KB).write(33 * KB);
            assertEquals(3 + 3 + 1, files.forced(), "and the inode");
            files.plain(true, 16 * KB).write(33 * KB);
            assertEquals(7, files.forced());
            Files.write(folder.resolve("slow"), new byte[130 * KB]);
            assertThrows(IllegalStateException.class, () -> files.requireCopy(130 * KB));
        }
    }
}
