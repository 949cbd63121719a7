package dev.fallow.research.search;

import dev.fallow.freespace.bitmap.BitMap;
import dev.fallow.freespace.bitmap.BitmapFreeSpace;
import dev.fallow.freespace.bitmap.RunIndex;

/**
 * No index: every query scans the words of the map, as in the paper. The run search is a parameter, so that the paper's
 * searches can be compared in whole allocations.
 */
public final class ScanningIndex implements RunIndex {
    private final BitMap map;
    private final RunSearch search;
    private int words; // no bit after these words was ever set
    private long probes;

    private ScanningIndex(BitMap map, RunSearch search) {
        this.map = map;
        this.search = search;
    }

    /** A bitmap without summaries, whose requests scan the words with this search. */
    public static BitmapFreeSpace scanned(long granularity, long mergeBoundary, RunSearch search) {
        return new BitmapFreeSpace(granularity, mergeBoundary, map -> new ScanningIndex(map, search));
    }

    @Override
    public long find(long from, long length) {
        long end = (long) words * BitMap.WORD_BITS;
        if (from >= end) {
            return NONE;
        }
        long found = search.search(map.words(), words, from, length);
        countProbes(from, found == NONE ? end : found + length);
        return found;
    }

    @Override
    public long runEnd(long from) {
        long end = map.nextClear(from, map.capacity());
        countProbes(from, end);
        return end;
    }

    @Override
    public long runStart(long end) {
        long start = map.endOfLastClear(0, end);
        countProbes(start, end);
        return start;
    }

    @Override
    public long end() {
        long bits = (long) words * BitMap.WORD_BITS;
        long end = map.endOfLastSet(0, bits);
        countProbes(end, bits);
        return end;
    }

    @Override
    public void resize(long bits) {
        words = (int) Math.min(words, bits / BitMap.WORD_BITS);
    }

    @Override
    public void set(long from, long to) {
        words = Math.max(words, (int) (to - 1 >>> 6) + 1);
    }

    @Override
    public void cleared(long from, long to) {
        // each search reads the words again
    }

    @Override
    public long probes() {
        return probes;
    }

    /** Counts words of the search's width, single bits for a linear search. */
    private void countProbes(long from, long to) {
        probes += search.wordsLookedAt(from, to);
    }
}
