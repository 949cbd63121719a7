package dev.fallow.research.comparison.bitmap;

import dev.fallow.research.aging.AgedBitmap;
import dev.fallow.research.search.FilteredSearch;
import dev.fallow.research.search.RunSearch;
import dev.fallow.research.tournament.Requests;
import dev.fallow.research.tournament.TraceSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Locale;

/**
 * Bitmaps aged by the tournament's traces instead of a fitted simulation: every request is served by the first fit, each
 * release frees its blocks, and the older half at the end of the trace is the bitmap. A block has as many bytes as let
 * the older half have a few pages.
 */
enum RecordedBitmap {
    /** A container's groups; four times as many as in the tournament, whose older half has no page. */
    GROUPS(TraceSource.GROUPS, 40_000, 8),
    /** A container's datasets. */
    DATASETS(TraceSource.DATASETS, 10_000, 64),
    /** A container's nested groups. */
    NESTED(TraceSource.NESTED, 10_000, 8),
    /** The simulated file system of Seltzer and Stonebraker, in the blocks of the paper. */
    FILE_SYSTEM(TraceSource.FILE_SYSTEM, 0, 4096);

    private static final int SMALL = 64; // objects in the smallest traces
    private static final int OPERATIONS = 160_000; // of the file system, as in the tournament

    private final TraceSource source;
    private final int objects;
    private final int blockBytes;

    RecordedBitmap(TraceSource source, int objects, int blockBytes) {
        this.source = source;
        this.objects = objects;
        this.blockBytes = blockBytes;
    }

    /** The name in tables: the trace, and its block. */
    String label() {
        return String.format(Locale.ROOT, "%s, %,d B", source.label(), blockBytes);
    }

    /**
     * Records the trace and replays it.
     *
     * @param small whether the trace is as small as possible; its bitmap then has free blocks that were never used
     */
    AgedBitmap age(boolean small) {
        TraceSource.Amounts amounts = small
                ? new TraceSource.Amounts(SMALL, 0, 0, 0, 160, 300)
                : new TraceSource.Amounts(objects, 0, 0, 0, 1, OPERATIONS);
        try {
            return replay(Requests.of(source.record(amounts, 1)), blockBytes);
        } catch (IOException e) {
            throw new UncheckedIOException(source.label() + ": the trace cannot be recorded", e);
        }
    }

    /** The older half, in whole pages, at least one, after the requests; sizes are rounded up to blocks. */
    static AgedBitmap replay(Requests requests, int blockBytes) {
        long[] free = new long[0];
        long[] at = new long[requests.blocks()];
        int[] lengths = new int[requests.blocks()];
        int[] asked = new int[requests.blocks()];
        int count = 0;
        long end = 0;
        RunSearch firstFit = new FilteredSearch();
        for (int i = 0; i < requests.count(); i++) {
            int block = requests.block(i);
            if (requests.size(i) > 0) {
                int length = Math.toIntExact((requests.size(i) + blockBytes - 1) / blockBytes);
                long found = firstFit.search(free, length);
                while (found == RunSearch.NONE) {
                    int before = free.length;
                    free = Arrays.copyOf(free, 2 * before + AgedBitmap.PAGE_WORDS);
                    Arrays.fill(free, before, free.length, -1L);
                    found = firstFit.search(free, length);
                }
                at[block] = found;
                lengths[block] = length;
                asked[count++] = length;
                end = Math.max(end, found + length);
            }
            for (long bit = at[block]; bit < at[block] + lengths[block]; bit++) {
                free[(int) (bit >>> 6)] ^= Long.MIN_VALUE >>> bit; // it was free if asked for, and used if released
            }
        }
        int pages = (int) Math.max(1, end / 2 / AgedBitmap.PAGE_BITS);
        return new AgedBitmap(Arrays.copyOf(free, pages * AgedBitmap.PAGE_WORDS), Arrays.copyOf(asked, count));
    }
}
