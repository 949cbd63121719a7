package dev.fallow.research.comparison.bitmap;

import dev.fallow.research.aging.AgedBitmap;
import dev.fallow.research.search.RunSearch;
import java.util.SplittableRandom;
import java.util.function.IntSupplier;

/**
 * Section 5.2 of Burns and Hineman: requests to aged bitmaps, each starting at a random bit and covering at most a
 * page. The bitmaps are not changed.
 */
public final class AgedSearches {
    private final AgedBitmap bitmap;
    private final long[] from;
    private final int[] sizes;

    /**
     * Creates requests that start at random bits.
     *
     * @param seed of the starts
     * @param size supplies the sizes, in blocks
     */
    public AgedSearches(AgedBitmap bitmap, int count, long seed, IntSupplier size) {
        this.bitmap = bitmap;
        from = new long[count];
        sizes = new int[count];
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < count; i++) {
            from[i] = random.nextLong(bitmap.bits() - AgedBitmap.PAGE_BITS + 1L);
            sizes[i] = size.getAsInt();
        }
    }

    /** Creates requests with sizes drawn from those that aged the bitmap. */
    public static AgedSearches replayed(AgedBitmap bitmap, int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return new AgedSearches(bitmap, count, seed, () -> bitmap.requests()[random.nextInt(bitmap.requests().length)]);
    }

    /** The number of requests. */
    public int count() {
        return from.length;
    }

    /** Makes all requests once; returns a number that depends on each result. */
    public long all(RunSearch search) {
        long found = 0;
        for (int i = 0; i < from.length; i++) {
            found = 31 * found + search.search(bitmap.words(), bitmap.window(from[i]), from[i], sizes[i]);
        }
        return found;
    }

    /** The mean number of words examined per request; bits for the loop. */
    public double probes(RunSearch search) {
        long probes = 0;
        for (int i = 0; i < from.length; i++) {
            int words = bitmap.window(from[i]);
            long found = search.search(bitmap.words(), words, from[i], sizes[i]);
            probes += search.wordsLookedAt(from[i], found == RunSearch.NONE ? words * 64L : found + sizes[i]);
        }
        return (double) probes / from.length;
    }

    /** The mean number of bits that a loop examines per request, from the runs that a faster search finds. */
    public double bits(RunSearch faster) {
        long bits = 0;
        for (int i = 0; i < from.length; i++) {
            int words = bitmap.window(from[i]);
            long found = faster.search(bitmap.words(), words, from[i], sizes[i]);
            bits += (found == RunSearch.NONE ? words * 64L : found + sizes[i]) - from[i];
        }
        return (double) bits / from.length;
    }
}
