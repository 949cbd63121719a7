package dev.fallow.research.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Compares all searches with a naive one. */
class RunSearchTest {
    private static List<RunSearch> searches() {
        return List.of(
                new LinearSearch(),
                new BitParallelSearch(8),
                new BitParallelSearch(16),
                new BitParallelSearch(32),
                new BitParallelSearch(64),
                new FilteredSearch());
    }

    /** The naive search. */
    private static long naive(boolean[] bits, int from, int length) {
        for (int start = from; start + length <= bits.length; start++) {
            int end = start;
            while (end < start + length && bits[end]) {
                end++;
            }
            if (end == start + length) {
                return start;
            }
        }
        return RunSearch.NONE;
    }

    private static boolean[] bits(long[] map) {
        boolean[] bits = new boolean[64 * map.length];
        for (int i = 0; i < bits.length; i++) {
            bits[i] = (map[i / 64] >>> 63 - i % 64 & 1) != 0;
        }
        return bits;
    }

    @Test
    void theFirstBitIsTheMostSignificant() {
        long[] map = {1, Long.MIN_VALUE};
        for (RunSearch search : searches()) {
            assertEquals(63, search.search(map, 2), name(search));
            assertEquals(64, search.search(map, 2, 64, 1), name(search));
        }
    }

    /** Every pattern of 12 bits across every kind of edge: between bytes, halves, longs; every length, every start. */
    @Test
    void everySmallMap() {
        for (RunSearch search : searches()) {
            for (int edge : new int[] {6, 8, 16, 32, 64, 122}) {
                for (int pattern = 0; pattern < 1 << 12; pattern++) {
                    long[] map = new long[2];
                    for (int bit = 0; bit < 12; bit++) {
                        int at = edge - 6 + bit;
                        map[at / 64] |= (long) (pattern >>> bit & 1) << 63 - at % 64;
                    }
                    boolean[] bits = bits(map);
                    for (int length = 1; length <= 13; length++) {
                        for (int from : new int[] {0, edge - 5, edge}) {
                            check(search, map, bits, from, length);
                        }
                    }
                }
            }
        }
    }

    /** One run of every length at every place in three words, and a request for it, for one bit less and one more. */
    @Test
    void everySingleRun() {
        for (RunSearch search : searches()) {
            for (int start = 0; start < 192; start++) {
                for (int end = start + 1; end <= 192; end++) {
                    long[] map = new long[3];
                    fill(map, start, end);
                    int length = end - start;
                    assertEquals(start, search.search(map, length), name(search));
                    assertEquals(RunSearch.NONE, search.search(map, length + 1), name(search));
                    if (length > 1) {
                        assertEquals(start + 1, search.search(map, 3, start + 1, length - 1), name(search));
                        assertEquals(RunSearch.NONE, search.search(map, 3, start + 1, length), name(search));
                    }
                }
            }
        }
    }

    @Test
    void randomMaps() {
        for (long seed = 1; seed <= 300; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            long[] map = new long[1 + random.nextInt(40)];
            int longest = 1 << 1 + random.nextInt(8);
            for (int at = 0; at < 64 * map.length; at += 1 + random.nextInt(longest)) {
                int end = Math.min(64 * map.length, at + 1 + random.nextInt(longest));
                fill(map, at, end);
                at = end;
            }
            boolean[] bits = bits(map);
            for (RunSearch search : searches()) {
                for (int length = 1; length <= 2 * longest + 2; length++) {
                    int from = random.nextInt(64 * map.length + 1);
                    check(search, map, bits, 0, length);
                    check(search, map, bits, from, length);
                }
            }
        }
    }

    @Test
    void onlyTheWordsGivenAreSearched() {
        long[] map = {0, 3, -1, -1};
        for (RunSearch search : searches()) {
            assertEquals(RunSearch.NONE, search.search(map, 2, 0, 3), name(search));
            assertEquals(126, search.search(map, 3, 0, 3), name(search));
            assertEquals(RunSearch.NONE, search.search(map, 4, 256, 1), name(search));
            assertEquals(RunSearch.NONE, search.search(map, 0, 0, 1), name(search));
            assertEquals(RunSearch.NONE, search.search(map, 4, 0, Long.MAX_VALUE), name(search));
        }
    }

    @Test
    void badArgumentsAreRefused() {
        long[] map = new long[4];
        for (RunSearch search : searches()) {
            assertThrows(IllegalArgumentException.class, () -> search.search(map, 0));
            assertThrows(IllegalArgumentException.class, () -> search.search(map, -1));
            assertThrows(IllegalArgumentException.class, () -> search.search(map, 5, 0, 1));
            assertThrows(IllegalArgumentException.class, () -> search.search(map, -1, 0, 1));
            assertThrows(IllegalArgumentException.class, () -> search.search(map, 4, -1, 1));
            assertThrows(IllegalArgumentException.class, () -> search.search(map, 4, 257, 1));
        }
        assertThrows(IllegalArgumentException.class, () -> new BitParallelSearch(24));
        assertThrows(IllegalArgumentException.class, () -> new BitParallelSearch(128));
    }

    private static void fill(long[] map, int from, int to) {
        for (int bit = from; bit < to; bit++) {
            map[bit / 64] |= 1L << 63 - bit % 64;
        }
    }

    private static void check(RunSearch search, long[] map, boolean[] bits, int from, int length) {
        long expected = naive(bits, from, length);
        long actual = search.search(map, map.length, from, length);
        if (expected != actual) {
            StringBuilder words = new StringBuilder();
            for (long word : map) {
                words.append(String.format(" %016x", word));
            }
            assertEquals(expected, actual, name(search) + " from " + from + ", length " + length + ":" + words);
        }
    }

    private static String name(RunSearch search) {
        return search.getClass().getSimpleName() + " " + search.wordBits();
    }
}
