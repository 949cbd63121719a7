package dev.fallow.research.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.fallow.research.page.PrintedSearch.Shortcuts;
import dev.fallow.research.search.LinearSearch;
import dev.fallow.research.search.RunSearch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The contenders of the ablation find what the loop finds; and what is wrong in the paper of Burns and Hineman. */
class PrintedSearchTest {
    private static final long SEED = Long.getLong("fallow.seed", 7);

    private static List<RunSearch> searches() {
        List<RunSearch> all = new ArrayList<>();
        for (int width : Search.WIDTHS) {
            all.add(new LoopByWord(width));
            all.add(new HoistedSearch(width));
            all.add(new UnrolledSearch(width));
            for (Shortcuts shortcuts : Shortcuts.values()) {
                all.add(new PrintedSearch(width, shortcuts));
            }
        }
        all.add(new BlockSearch(false));
        all.add(new BlockSearch(true));
        return all;
    }

    /** Runs of up to a word that begin in one block and end in the next; and the last words of a map. */
    @Test
    void runsAcrossBlocks() {
        int bits = 64 * BlockSearch.BLOCK;
        for (boolean skips : new boolean[] {false, true}) {
            RunSearch search = new BlockSearch(skips);
            for (int length = 1; length <= 64; length++) {
                for (int start : new int[] {bits - length, bits - length / 2, bits - 1, bits, 2 * bits - length}) {
                    long[] map = new long[2 * BlockSearch.BLOCK];
                    for (int bit = start; bit < start + length; bit++) {
                        map[bit / 64] |= Long.MIN_VALUE >>> bit;
                    }
                    String what = length + " bits at " + start;
                    assertEquals(start, search.search(map, length), what);
                    assertEquals(-1, search.search(map, length + 1), what);
                    assertEquals(-1, search.search(map, map.length, start + 1, length), what);
                    int without = (start + length - 1) / 64; // the word in which the run ends
                    if (start <= 64 * without) {
                        assertEquals(-1, search.search(map, without, start, length), what);
                    }
                }
            }
        }
    }

    /** Random maps with runs of random lengths, from every kind of start. */
    @Test
    void allFindWhatTheLoopFinds() {
        SplittableRandom random = new SplittableRandom(SEED);
        RunSearch loop = new LinearSearch();
        for (int round = 0; round < 20_000; round++) {
            long[] map = new long[1 + random.nextInt(4)];
            int longest = 1 + random.nextInt(150);
            for (int bit = random.nextInt(8); bit < 64 * map.length; bit += 1 + random.nextInt(longest)) {
                for (int end = bit + random.nextInt(longest); bit < end && bit < 64 * map.length; bit++) {
                    map[bit / 64] |= Long.MIN_VALUE >>> bit;
                }
            }
            int from = random.nextInt(64 * map.length + 1);
            int length = 1 + random.nextInt(longest + 2);
            long expected = loop.search(map, map.length, from, length);
            for (RunSearch search : searches()) {
                assertEquals(
                        expected,
                        search.search(map, map.length, from, length),
                        "fallow.seed=" + SEED + ", round " + round + ", words of " + search.wordBits());
            }
        }
    }

    /** Each coding without a shortcut gives the answer of the one that interprets the routine, for each length. */
    @Test
    void theCodingsFindWhatTheInterpreterFinds() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int round = 0; round < 50; round++) {
            long[] map = RandomMaps.of(random, 1 + random.nextInt(4));
            int from = random.nextInt(64 * map.length + 1);
            for (int width : Search.WIDTHS) {
                RunSearch printed = new PrintedSearch(width, Shortcuts.NONE);
                for (int length = 1; length <= 70; length++) {
                    String what = "fallow.seed=" + SEED + ", round " + round + ", " + width + " bits, " + length;
                    long expected = printed.search(map, map.length, from, length);
                    assertEquals(expected, new HoistedSearch(width).search(map, map.length, from, length), what);
                    assertEquals(expected, new UnrolledSearch(width).search(map, map.length, from, length), what);
                }
            }
        }
    }

    /** Lengths of exactly a word, which the paper's formula 1 leaves out: it is "for any p less than |W|". */
    @Test
    void runsOfExactlyAWord() {
        for (int width : Search.WIDTHS) {
            long[] map = {0, -1L, 0};
            assertEquals(64, new PrintedSearch(width, Shortcuts.NONE).search(map, width));
            assertEquals(64, new PrintedSearch(width, Shortcuts.NONE).search(map, 64));
            assertEquals(-1, new PrintedSearch(width, Shortcuts.NONE).search(map, 65));
        }
    }

    // ---- errata ----------------------------------------------------------------------------------------------

    /** W(0), W(1), ... of a gap search for 16 (section 4.2). */
    private static int[] rounds(int word) {
        int[] results = new int[5];
        results[0] = word;
        for (int round = 0; round < 4; round++) {
            results[round + 1] = results[round] & results[round] >>> (1 << round);
        }
        return results;
    }

    /** The suffix of figure 5, which adds 2 or 1 to the power of the round, shifted. */
    private static int suffix(int word, int added) {
        int[] results = rounds(word);
        int size = 0;
        for (int round = 4; round >= 0; round--) {
            if ((results[round] >>> size & 1) != 0) {
                size += added << round;
            }
        }
        return size;
    }

    /** Figure 5 adds {@code 2 << round}. The examples E8, E13 and E15 of figure 4 need {@code 1 << round}. */
    @Test
    void figureFiveAddsTwiceTooMuch() {
        for (int expected : new int[] {8, 13, 15}) {
            int word = (1 << expected) - 1;
            assertEquals(expected, suffix(word, 1));
            assertNotEquals(expected, suffix(word, 2));
        }
        assertEquals(16, suffix((1 << 8) - 1, 2), "twice the suffix");
    }

    /**
     * Section 4.3.2 looks at bit {@code |W| - 2^(L-1)} of round L - 1; the example in 4.3.1 looks at bit {@code |W| - 9}
     * for L = 3, that is, {@code |W| - 1 - 2^L}. Only the latter tells 12 bits from 11.
     */
    @Test
    void theBitBeforeTheSuffixIsAnotherOne() {
        int wide = 16;
        for (int suffix : new int[] {11, 12}) {
            int[] results = rounds((1 << suffix) - 1);
            int printed = wide - (1 << 2);
            int right = wide - 1 - (1 << 3);
            assertEquals(1, bit(results[2], wide, printed), "says nothing: high for both");
            assertEquals(suffix == 12 ? 1 : 0, bit(results[2], wide, right));
        }
    }

    private static int bit(int word, int wide, int index) {
        return word >>> wide - 1 - index & 1;
    }

    /**
     * Section 4.1: the run starts "at offset |W| - (s mod |W|) in word i - ceil(s / |W|)". Without a suffix that is
     * offset |W| of word i, the bit after the word in which the run is.
     */
    @Test
    void theOffsetOfAFoundRunIsAWordTooFarWithoutARest() {
        int width = 64;
        for (int suffix : new int[] {0, 1, 63, 64, 100, 128}) {
            int word = 3;
            long[] map = new long[5];
            for (int bit = word * width - suffix; bit < word * width + 8; bit++) {
                map[bit / 64] |= Long.MIN_VALUE >>> bit;
            }
            long printed = (word - (suffix + width - 1) / width) * (long) width + width - suffix % width;
            long found = new PrintedSearch(width, Shortcuts.NONE).search(map, suffix + 8);
            assertEquals(word * width - suffix, found);
            assertEquals(suffix % width == 0 ? width : 0, printed - found, "suffix of " + suffix);
        }
    }

    /** W(0), W(1), ... of a search for k, by the rule of section 4.2: each round has a result after W(0). */
    private static long[] results(long word, int k) {
        long[] results = new long[8];
        results[0] = word;
        for (int round = 0; 1 << round < k; round++) {
            results[round + 1] = results[round] & results[round] >>> Math.min(1 << round, k - (1 << round));
        }
        return results;
    }

    /** Figure 5 with {@code W[round]}, from the highest round. */
    private static int suffix(long[] results, int added) {
        int size = 0;
        for (int round = results.length - 1; round >= 0; round--) {
            if ((results[round] >>> size & 1) != 0) {
                size += added << round;
            }
        }
        return size;
    }

    /**
     * Section 4.2 numbers the rounds from 0: round R, with a shift of 2^R, leaves gaps of 2^(R+1). Section 4.3 numbers
     * the words from 0, W(0) being the one before any round, so that W(R) has gaps of 2^R. Both are in one sentence of
     * 4.3.2: the shift of round L is 2^L, "so that bits represent gaps of length 2^L".
     */
    @Test
    void theRoundsHaveTwoNumberings() {
        for (int k = 2; k <= 32; k *= 2) {
            long[] words = results((1L << k) - 1, k); // one gap of k bits
            int rounds = new PrintedSearch(64, Shortcuts.NONE).gaps(words[0], k);
            for (int round = 0; round < rounds; round++) {
                int gap = k + 1 - Long.bitCount(words[round]); // a run of k bits has k + 1 - gap ends of a gap
                int after = k + 1 - Long.bitCount(words[round + 1]);
                assertEquals(1 << round, gap, "W(" + round + ") of section 4.3");
                assertEquals(2 << round, after, "the result of round " + round + " of section 4.2");
            }
            assertEquals(Integer.numberOfTrailingZeros(k), rounds, "the last: lg k - 1 in 4.2, lg k in 4.3");
        }
    }

    /**
     * Figure 5's {@code 2 << round} is right for the numbers of 4.2, but then the loop ends before the original word, and
     * an odd suffix loses a bit. With those of 4.3, which its text and figure 4 have, {@code 1 << round} is right.
     */
    @Test
    void figureFiveHasTheGapsOfOneNumberingAndTheWordsOfTheOther() {
        for (int suffix : new int[] {8, 13, 15}) {
            long[] words = results((1L << suffix) - 1, 16); // of 4.3, as in figure 4
            long[] ofRounds = Arrays.copyOfRange(words, 1, words.length); // of 4.2
            assertEquals(suffix, suffix(words, 1));
            assertNotEquals(suffix, suffix(words, 2));
            assertEquals(suffix / 2 * 2, suffix(ofRounds, 2), "without the original word");
        }
    }

    /**
     * Figure 6 does not say for how many blocks its searches of a full page are. For 8 blocks there are three rounds at
     * each width, for 64 there are two to five, so that the number decides how the rate depends on the width.
     */
    @Test
    void theUnstatedNumberOfBlocksDecidesTheRoundsOfFigureSix() {
        int[] forEight = {2, 3, 3, 3}; // no word of 8 bits is searched for 8 blocks: 4.3.2 needs half a word
        int[] forSixtyFour = {2, 3, 4, 5};
        for (int i = 0; i < Search.WIDTHS.size(); i++) {
            int width = Search.WIDTHS.get(i);
            PrintedSearch search = new PrintedSearch(width, Shortcuts.NONE);
            assertEquals(forEight[i], search.gaps(0, Math.min(8, 8 < width ? 8 : width / 2)), "8 blocks, " + width);
            assertEquals(forSixtyFour[i], search.gaps(0, width / 2), "64 blocks, " + width);
        }
    }
}
