package dev.fallow.benchmarks.comparison.bitmap;

import dev.fallow.benchmarks.aging.AgedBitmap;
import dev.fallow.benchmarks.aging.AgingSimulator;
import dev.fallow.benchmarks.aging.AgingWorkload;
import dev.fallow.benchmarks.comparison.Findings;
import dev.fallow.benchmarks.comparison.Metric;
import dev.fallow.benchmarks.comparison.Scale;
import dev.fallow.benchmarks.page.Search;
import dev.fallow.freespace.bitmap.RunSearch;
import java.util.SplittableRandom;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * Section 5.2 of Burns and Hineman: requests to aged bitmaps, each starting at a random bit and covering at most a
 * page. The bitmaps are not changed.
 */
public final class AgedSearches {
    private static final int[] SIZES = {1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 28, 32};
    private static final long SEED = 4;

    private final AgedBitmap bitmap;
    private final long[] from;
    private final int[] sizes;

    /**
     * Creates requests that start at random bits.
     *
     * @param size supplies the sizes, in blocks
     */
    public AgedSearches(AgedBitmap bitmap, int count, IntSupplier size) {
        this.bitmap = bitmap;
        from = new long[count];
        sizes = new int[count];
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < count; i++) {
            from[i] = random.nextLong(bitmap.bits() - AgedBitmap.PAGE_BITS + 1L);
            sizes[i] = size.getAsInt();
        }
    }

    /** Creates requests with sizes drawn from those that aged the bitmap. */
    public static AgedSearches replayed(AgedBitmap bitmap, int count) {
        SplittableRandom random = new SplittableRandom(SEED);
        return new AgedSearches(bitmap, count, () -> bitmap.requests()[random.nextInt(bitmap.requests().length)]);
    }

    /** Measures table 1 and figure 8. */
    static void run(Search search, Scale scale, Findings findings) {
        boolean smoke = scale == Scale.SMOKE;
        PaperSearches.table1(findings);
        for (AgingWorkload workload : AgingWorkload.values()) {
            String label = workload.label();
            AgedBitmap bitmap = AgingSimulator.age(workload, smoke ? 1 : 8, SEED);
            describe(workload, bitmap, findings);
            AgedSearches trace = replayed(bitmap, smoke ? 64 : 4096);
            SearchRace race = trace.race(search, scale);
            race.report(PaperSearches.TABLE_1, label, search, findings);
            findings.add(PaperSearches.TABLE_1, label, search.name(), Metric.LOOP_SPEEDUP, race.speedup());
            for (Search counted : new Search[] {Search.LOOP, search}) {
                findings.add(
                        PaperSearches.TABLE_1,
                        label,
                        counted.name(),
                        Metric.SEARCH_PROBES,
                        trace.probes(counted.words()));
            }
            for (int size : SIZES) {
                new AgedSearches(bitmap, smoke ? 4 : 512, () -> size)
                        .race(search, scale)
                        .report(PaperSearches.FIGURE_8 + label, Integer.toString(size), search, findings);
            }
        }
    }

    private static void describe(AgingWorkload workload, AgedBitmap bitmap, Findings findings) {
        String group = "aged bitmaps";
        String column = workload.label();
        findings.add(group, column, PaperSearches.PAPER, Metric.FREE_PERCENT, workload.freePercent());
        findings.add(group, column, PaperSearches.HERE, Metric.FREE_PERCENT, bitmap.freePercent());
        findings.add(group, column, PaperSearches.PAPER, Metric.MEAN_REQUEST, workload.meanRequest());
        findings.add(group, column, PaperSearches.HERE, Metric.MEAN_REQUEST, bitmap.meanRequest());
    }

    private SearchRace race(Search search, Scale scale) {
        LongSupplier loop = () -> all(Search.LOOP.words());
        LongSupplier other = () -> all(search.words());
        if (loop.getAsLong() != other.getAsLong()) {
            throw new IllegalStateException(search.name() + " and the loop find different runs");
        }
        return SearchRace.of(loop, other, scale.searchNanos() / 32, from.length, scale);
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
}
