package dev.fallow.benchmarks.aging;

import java.util.Arrays;

/**
 * An aged bitmap, and the requests that made it.
 *
 * @param words bits from the most significant of each word down, set where a block is free; whole pages
 * @param requests blocks that were asked for, one request after the other
 */
public record AgedBitmap(long[] words, int[] requests) {
    /** Bits of a page of 8,192 bytes: a search is given up after so many (section 5.2). */
    public static final int PAGE_BITS = 65536;

    /** Words of 64 bits of a page. */
    public static final int PAGE_WORDS = PAGE_BITS / 64;

    /** Bits of the map. */
    public int bits() {
        return words.length * 64;
    }

    /** The free part, in per cent. */
    public double freePercent() {
        return 100.0 * Arrays.stream(words).map(Long::bitCount).sum() / bits();
    }

    /** The mean request, in blocks. */
    public double meanRequest() {
        return Arrays.stream(requests).average().orElseThrow();
    }

    /**
     * The end of a search that begins at a bit: after the word a page further on, or the end of the map.
     *
     * @return words from the beginning of the map
     */
    public int window(long from) {
        return (int) Math.min(words.length, (from >>> 6) + PAGE_WORDS);
    }
}
