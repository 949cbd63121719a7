package dev.fallow.research.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** The word-level routines, starting with the paper's examples. */
class GapRoundsTest {
    /** Figure 4: words that end with 8, 13 and 15 set bits, in which a gap of 16 was searched for without result. */
    @Test
    void workedExamplesOfTheSuffix() {
        assertSuffix(8, 0b0000_0000_1111_1111);
        assertSuffix(13, 0b0001_1111_1111_1111);
        assertSuffix(15, 0b0111_1111_1111_1111);
    }

    private static void assertSuffix(int expected, long word) {
        GapRounds rounds = new GapRounds();
        assertEquals(0, rounds.search(word, 16));
        assertEquals(expected, rounds.suffix());
    }

    /** Figure 3: a gap of 9 in four rounds; a bit of the result stands where nine ones end. */
    @Test
    void workedExampleOfTheGapSearch() {
        GapRounds rounds = new GapRounds();
        // a_0 is the leftmost bit; a_2..a_10 and no more: one gap of nine, which ends at a_10
        assertEquals(0b0000_0000_0010_0000, rounds.search(0b0011_1111_1110_0000, 9));
        // one bit more: it ends at a_10 and at a_11
        assertEquals(0b0000_0000_0011_0000, rounds.search(0b0011_1111_1111_0000, 9));
        assertEquals(1L << 55, rounds.search(0x1FFL << 55, 9));
        assertEquals(0, rounds.search(0xFFL << 55, 9));
    }

    /** Every word of 16 bits, every length: the ends of its runs, and its suffix if there is none. */
    @Test
    void everyWordOfSixteenBits() {
        GapRounds rounds = new GapRounds();
        for (int word = 0; word < 1 << 16; word++) {
            int suffix = Integer.numberOfTrailingZeros(~word);
            for (int length = 1; length <= 16; length++) {
                long ends = rounds.search(word, length);
                long expected = word;
                for (int i = 1; i < length; i++) {
                    expected &= (long) word >>> i;
                }
                if (expected != ends) {
                    assertEquals(expected, ends, "word " + Integer.toBinaryString(word) + ", length " + length);
                }
                if (ends == 0) {
                    int found = rounds.suffix();
                    if (found != suffix) {
                        assertEquals(suffix, found, "word " + Integer.toBinaryString(word) + ", length " + length);
                    }
                }
            }
        }
    }

    /** 4.3.2: a search for half the word's width determines the suffix of any word that is not all ones. */
    @Test
    void halfTheWidthIsEnoughForEverySuffix() {
        GapRounds rounds = new GapRounds();
        for (int width = 8; width <= 64; width *= 2) {
            for (int suffix = 0; suffix < width; suffix++) {
                rounds.search(suffix == 0 ? 2 : -1L >>> 64 - suffix, width / 2);
                assertEquals(suffix, rounds.suffix());
                if (suffix < width - 1) { // otherwise it would be all ones, which the prefix step handles
                    rounds.search((suffix == 0 ? 0 : -1L >>> 64 - suffix) | 1L << width - 1, width / 2);
                    assertEquals(suffix, rounds.suffix());
                }
            }
        }
    }

    @Test
    void prefixes() {
        for (int width = 8; width <= 64; width *= 2) {
            long ones = -1L >>> 64 - width;
            for (int set = 0; set <= width; set++) {
                long word = set == 0 ? 0 : ones & ~(set == width ? 0 : ones >>> set);
                for (int length = 1; length <= width; length++) {
                    if (length <= set) {
                        assertTrue(GapRounds.hasPrefix(word, ones, length));
                    } else {
                        assertFalse(GapRounds.hasPrefix(word, ones, length));
                    }
                }
            }
        }
    }
}
