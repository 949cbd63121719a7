package dev.fallow.research.readoptimized;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Intervals of 10 seconds with a maximum of 100 bytes per second, so that 1,000 bytes per interval are 100 %. */
class ThroughputStabilityTest {
    private static final long SECOND = 1_000_000_000;

    private final Throughput throughput = new Throughput(5 * SECOND, 100);

    @Test
    void aTransferIsSpreadOverItsTime() {
        throughput.add(10 * SECOND, 30 * SECOND, 600); // 5 to 15, 15 to 25, 25 to 35: 150, 300, 150
        assertFalse(throughput.stableAt(15 * SECOND - 1));
        assertEquals(0, throughput.intervals());
        assertFalse(throughput.stableAt(15 * SECOND));
        assertEquals(15, throughput.percent(), 1e-9);
        assertFalse(throughput.stableAt(25 * SECOND));
        assertEquals(22.5, throughput.percent(), 1e-9);
        assertFalse(throughput.stableAt(35 * SECOND));
        assertEquals(20, throughput.percent(), 1e-9);
        assertEquals(600, throughput.bytes(), 1e-9);
    }

    @Test
    void whatWasBeforeDoesNotCount() {
        throughput.add(0, 4 * SECOND, 1_000);
        throughput.add(0, 10 * SECOND, 1_000);
        throughput.stableAt(15 * SECOND);
        assertEquals(500, throughput.bytes(), 1e-9);
    }

    @Test
    void stableAreThreeCalculationsWithinATenth() {
        throughput.add(5 * SECOND, 15 * SECOND, 500); // 50 %
        throughput.add(15 * SECOND, 25 * SECOND, 502); // 50.1 % in the mean
        throughput.add(25 * SECOND, 35 * SECOND, 510); // 50.4
        throughput.add(35 * SECOND, 45 * SECOND, 504); // 50.4
        throughput.add(45 * SECOND, 55 * SECOND, 504); // 50.4
        throughput.add(55 * SECOND, 65 * SECOND, 900);
        assertTrue(throughput.stableAt(70 * SECOND));
        assertEquals(5, throughput.intervals());
        assertEquals(50.4, throughput.percent(), 1e-9);
    }

    @Test
    void threeIntervalsAtLeast() {
        assertFalse(throughput.stableAt(25 * SECOND));
        assertTrue(throughput.stableAt(36 * SECOND), "nothing at all is stable");
        assertEquals(3, throughput.intervals());
    }
}
