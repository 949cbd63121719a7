package dev.fallow.research.comparison.bitmap;

import dev.fallow.research.aging.AgedBitmap;
import dev.fallow.research.aging.AgingSimulator;
import dev.fallow.research.aging.AgingWorkload;
import dev.fallow.research.comparison.Experiment;
import dev.fallow.research.comparison.ExperimentFindings;
import dev.fallow.research.comparison.GroupNumbers;
import dev.fallow.research.comparison.Metric;
import dev.fallow.research.comparison.Results;
import dev.fallow.research.comparison.Scale;
import dev.fallow.research.page.PrintedSearch.Shortcuts;
import dev.fallow.research.page.Search;
import dev.fallow.research.search.RunSearch;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

/**
 * Section 5.2 of Burns and Hineman: table 1 and figure 8, requests to aged bitmaps. Each request starts at another
 * random bit, and there are as many as in the paper: in figure 8 more than a million for each size, over all JVMs. Each
 * search runs in a separate JVM, alternating with the bit-by-bit loop after each batch; each JVM gives one number.
 */
public final class AgedBitmaps implements Experiment {
    static final String NAME = "aged-bitmaps";
    static final String PRINTED_32 = Search.paper(Shortcuts.NONE, 32);
    static final String PRINTED_64 = Search.paper(Shortcuts.NONE, 64);
    static final List<String> SEARCHES =
            List.of(PRINTED_32, Search.paper(Shortcuts.ZERO_SKIP, 32), PRINTED_64, Search.TUNED, Search.FILTERED);

    /** The sizes in figure 8. */
    static final int[] SIZES = {1, 2, 3, 4, 5, 6, 8, 12, 16, 24, 32};

    static final String COUNTED = "table 1, bits per request by the seed of the aging";

    private static final long SEED = 4;
    private static final int BATCH = 1 << 13;
    private static final int BATCHES_LIKE_THE_PAPER = 22; // in six JVMs 1.08 million requests
    private static final int BATCHES_OF_OTHERS = 1;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return texts().section(
                        DESCRIPTION,
                        Map.of(
                                "printed",
                                String.format("%,d", BATCH * BATCHES_LIKE_THE_PAPER),
                                "others",
                                String.format("%,d", BATCH * BATCHES_OF_OTHERS)));
    }

    @Override
    public String notes(String group, Results results) {
        return PaperSearchNotes.of(texts(), new GroupNumbers(results, NAME, group));
    }

    @Override
    public List<String> tasks(Scale scale) {
        return SEARCHES;
    }

    @Override
    public void run(String task, Scale scale, ExperimentFindings findings) {
        Search search = Search.named(task);
        boolean smoke = scale == Scale.SMOKE;
        int batch = smoke ? 16 : BATCH;
        int batches = smoke ? 1 : task.equals(PRINTED_32) ? BATCHES_LIKE_THE_PAPER : BATCHES_OF_OTHERS;
        PaperSearches.table1(findings);
        for (AgingWorkload workload : AgingWorkload.values()) {
            String label = workload.label();
            AgedBitmap bitmap = AgingSimulator.age(workload, smoke ? 1 : 8, SEED);
            describe(workload, bitmap, findings);
            AgedSearches trace = AgedSearches.replayed(bitmap, smoke ? 64 : 4096, SEED);
            for (Search counted : List.of(Search.LOOP, search)) {
                findings.add(
                        PaperSearches.TABLE_1,
                        label,
                        counted.name(),
                        Metric.SEARCH_PROBES,
                        trace.probes(counted.words()));
            }
            race(search, batches, seed -> AgedSearches.replayed(bitmap, batch, seed))
                    .report(PaperSearches.TABLE_1, label, search, findings);
            for (int size : SIZES) {
                race(search, batches, seed -> new AgedSearches(bitmap, batch, seed, () -> size))
                        .report(PaperSearches.FIGURE_8 + label, Integer.toString(size), search, findings);
            }
        }
    }

    private static void describe(AgingWorkload workload, AgedBitmap bitmap, ExperimentFindings findings) {
        String group = "aged bitmaps";
        String column = workload.label();
        findings.add(group, column, PaperSearches.PAPER, Metric.FREE_PERCENT, workload.freePercent());
        findings.add(group, column, PaperSearches.HERE, Metric.FREE_PERCENT, bitmap.freePercent());
        findings.add(group, column, PaperSearches.PAPER, Metric.MEAN_REQUEST, workload.meanRequest());
        findings.add(group, column, PaperSearches.HERE, Metric.MEAN_REQUEST, bitmap.meanRequest());
    }

    /** Makes the requests of each batch once with both; those of a first batch are not counted. */
    static SearchRace race(Search search, int batches, LongFunction<AgedSearches> requests) {
        double loop = 0;
        double other = 0;
        long count = 0;
        for (int i = -1; i < batches; i++) {
            AgedSearches batch = requests.apply(SEED + 1 + i);
            long start = Searching.now();
            long foundByLoop = batch.all(Search.LOOP.words());
            long middle = Searching.now();
            long found = batch.all(search.words());
            long end = Searching.now();
            if (foundByLoop != found) {
                throw new IllegalStateException(search.name() + " and the loop find different runs");
            }
            if (i >= 0) {
                loop += middle - start;
                other += end - middle;
                count += batch.count();
            }
        }
        return new SearchRace(loop / count, Math.max(1, other) / count, loop / Math.max(1, other));
    }

    /** Bits per request for a seed of the aging: of the loop. */
    static double bits(AgingWorkload workload, int pages, int requests, long seed) {
        RunSearch loop = Search.LOOP.words();
        return AgedSearches.replayed(AgingSimulator.age(workload, pages, seed), requests, seed)
                .probes(loop);
    }
}
