package dev.fallow.research.aging;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class AgingSimulatorTest {
    /**
     * The paper's 51, 38 and 4 % of free space in the older half, and its mean request sizes of 2.6, 2.3 and 3.6
     * blocks.
     */
    @Test
    void workloadsReachThePapersFigures() {
        for (AgingWorkload workload : AgingWorkload.values()) {
            AgedBitmap bitmap = AgingSimulator.age(workload, 2, 1);
            assertEquals(workload.freePercent(), bitmap.freePercent(), 1.0, workload.label());
            assertEquals(workload.meanRequest(), bitmap.meanRequest(), 0.02, workload.label());
            assertEquals(2 * AgedBitmap.PAGE_BITS, bitmap.bits());
            long small =
                    Arrays.stream(bitmap.requests()).filter(size -> size <= 2).count();
            assertTrue(small > bitmap.requests().length / 2, "the majority needs one or two blocks");
        }
        assertEquals(51, AgingWorkload.labelled("INS").freePercent());
        assertEquals(38, AgingWorkload.labelled("RES").freePercent());
        assertEquals(4, AgingWorkload.labelled("WEB").freePercent());
        assertThrows(IllegalArgumentException.class, () -> AgingWorkload.labelled("DB"));
    }

    @Test
    void theSameSeedTheSameLife() {
        AgedBitmap one = AgingSimulator.age(AgingWorkload.RESEARCH, 1, 3);
        AgedBitmap other = AgingSimulator.age(AgingWorkload.RESEARCH, 1, 3);
        assertArrayEquals(one.words(), other.words());
        assertArrayEquals(one.requests(), other.requests());
    }

    @Test
    void aSearchStopsAfterAPage() {
        AgedBitmap bitmap = new AgedBitmap(new long[2 * AgedBitmap.PAGE_WORDS], new int[] {1, 2});
        assertEquals(AgedBitmap.PAGE_WORDS, bitmap.window(0));
        assertEquals(AgedBitmap.PAGE_WORDS, bitmap.window(63));
        assertEquals(AgedBitmap.PAGE_WORDS + 1, bitmap.window(64));
        assertEquals(2 * AgedBitmap.PAGE_WORDS, bitmap.window(AgedBitmap.PAGE_BITS));
        assertEquals(2 * AgedBitmap.PAGE_WORDS, bitmap.window(2L * AgedBitmap.PAGE_BITS - 1));
        assertEquals(1.5, bitmap.meanRequest());
        assertEquals(0, bitmap.freePercent());
    }

    @Test
    void sizesHaveTheirMean() {
        RequestSizes sizes = new RequestSizes(3);
        SplittableRandom random = new SplittableRandom(1);
        double sum = 0;
        int most = 0;
        int large = 0;
        for (int i = 0; i < 100_000; i++) {
            int size = sizes.draw(random);
            assertTrue(size >= 1);
            sum += size;
            most = Math.max(most, size);
            large += size > 2 ? 1 : 0;
        }
        assertEquals(3, sum / 100_000, 0.05);
        assertEquals(sizes.shareOfLarge(), large / 100_000.0, 0.003);
        assertEquals(RequestSizes.MOST, most);
        for (double wrong : new double[] {1.2, 30, Double.NaN, -1}) {
            assertThrows(IllegalArgumentException.class, () -> new RequestSizes(wrong));
        }
    }

    @Test
    void pagesOutOfRange() {
        assertThrows(IllegalArgumentException.class, () -> AgingSimulator.age(AgingWorkload.WEB, 0, 1));
        assertThrows(IllegalArgumentException.class, () -> AgingSimulator.age(AgingWorkload.WEB, 101, 1));
    }
}
