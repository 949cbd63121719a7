package dev.fallow.research.page;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

class AgedPageTest {
    @Test
    void asMuchIsFreeAsWasWanted() {
        for (int percent : new int[] {51, 38, 4}) {
            long[] page = AgedPage.of(percent, 1);
            long free = Arrays.stream(page).map(Long::bitCount).sum();
            assertEquals(percent / 100.0, (double) free / AgedPage.BITS, 0.001);
            assertArrayEquals(page, AgedPage.of(percent, 1), "the same seed, the same page");
        }
    }

    /**
     * The pages are fragmented like those of the paper: requests of more than about 5 blocks need an extensive search,
     * and most requests of up to 32 blocks fail. The measure is the number of bits examined, which determines the time
     * of the search loop.
     */
    @Test
    void pagesAreHard() {
        for (int percent : new int[] {51, 38, 4}) {
            long[] page = AgedPage.of(percent, 1);
            LongUnaryOperator loop = Search.LOOP.over().apply(page);
            long bits = 0;
            for (int length = 1; length <= 32; length++) {
                long found = loop.applyAsLong(length);
                bits += found < 0 ? AgedPage.BITS : found + length;
            }
            long mean = bits / 32;
            assertTrue(mean > AgedPage.BITS / 2.5, percent + " % free: bits a search: " + mean);
            assertEquals(-1, loop.applyAsLong(32), percent + " % free");
        }
        assertTrue(AgedPage.runs(AgedPage.of(51, 1)) > 12_000);
        assertTrue(AgedPage.runs(AgedPage.of(4, 1)) > 2_000);
    }

    @Test
    void runsAreCounted() {
        assertEquals(0, AgedPage.runs(new long[4]));
        assertEquals(1, AgedPage.runs(new long[] {-1, -1}));
        assertEquals(3, AgedPage.runs(new long[] {Long.MIN_VALUE | 1, Long.MIN_VALUE, 4}));
    }

    @Test
    void allSearchesFindTheSame() {
        for (int percent : new int[] {51, 38, 4}) {
            long[] page = AgedPage.of(percent, 2);
            LongUnaryOperator loop = Search.LOOP.over().apply(page);
            for (Search search : Search.all()) {
                LongUnaryOperator other = search.over().apply(page);
                for (int length = 1; length <= 40; length++) {
                    assertEquals(loop.applyAsLong(length), other.applyAsLong(length), search + ", " + length);
                }
            }
        }
    }

    @Test
    void nonsenseIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> AgedPage.of(0, 1));
        assertThrows(IllegalArgumentException.class, () -> Search.named("none such"));
    }
}
