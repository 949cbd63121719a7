package dev.fallow.research.aging;

import java.util.Arrays;

/**
 * An aged bitmap, and the requests that aged it.
 *
 * @param words the bits, from the most significant of each word down; set if the block is free; whole pages
 * @param requests the sizes of the requests in blocks, in order
 */
public record AgedBitmap(long[] words, int[] requests) {
    /** The number of bits in a page of 8,192 bytes, after which a search is abandoned (section 5.2). */
    public static final int PAGE_BITS = 65536;

    /** The number of 64-bit words in a page. */
    public static final int PAGE_WORDS = PAGE_BITS / 64;

    /** The number of bits in the map. */
    public int bits() {
        return words.length * 64;
    }

    /** The share of free blocks, in percent. */
    public double freePercent() {
        return 100.0 * Arrays.stream(words).map(Long::bitCount).sum() / bits();
    }

    /** The mean size of the requests, in blocks. */
    public double meanRequest() {
        return Arrays.stream(requests).average().orElseThrow();
    }

    /**
     * The end of a search that starts at a bit: the end of the word one page later, or of the map.
     *
     * @return the number of words from the start of the map
     */
    public int window(long from) {
        return (int) Math.min(words.length, (from >>> 6) + PAGE_WORDS);
    }
}
