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
import dev.fallow.research.page.Search;
import java.util.List;
import java.util.Map;

/**
 * Section 5.2 of Burns and Hineman on bitmaps that recorded requests have aged, beside the fitted ones: table 1, and
 * figure 8 for every size from 1 to 32 blocks, in bits and words examined. They are counted, so that one JVM is enough.
 */
public final class AgedTraces implements Experiment {
    static final String NAME = "aged-traces";
    static final String TABLE_1 = "table 1, bits and words for each request";
    static final String FIGURE_8 = "figure 8, bits for each request of every size";
    static final int LONGEST = 32;

    private static final long SEED = 4; // of aged-bitmaps, too
    private static final int REQUESTS = 16_384;
    private static final int FITTED_PAGES = 8;
    private static final Search PRINTED = Search.named(AgedBitmaps.PRINTED_32);

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return texts().section(DESCRIPTION, Map.of("requests", String.format("%,d", REQUESTS)));
    }

    @Override
    public String notes(String group, Results results) {
        return PaperSearchNotes.of(texts(), new GroupNumbers(results, NAME, group));
    }

    @Override
    public void run(String task, Scale scale, ExperimentFindings findings) {
        boolean smoke = scale == Scale.SMOKE;
        int requests = smoke ? 16 : REQUESTS;
        for (AgingWorkload workload : AgingWorkload.values()) {
            AgedBitmap fitted = AgingSimulator.age(workload, smoke ? 1 : FITTED_PAGES, SEED);
            count(workload.label() + " (fitted)", fitted, requests, findings);
        }
        for (RecordedBitmap recorded : RecordedBitmap.values()) {
            count(recorded.label(), recorded.age(smoke), requests, findings);
        }
    }

    private static void count(String label, AgedBitmap bitmap, int count, ExperimentFindings findings) {
        findings.add(TABLE_1, label, PaperSearches.HERE, Metric.FREE_PERCENT, bitmap.freePercent());
        findings.add(TABLE_1, label, PaperSearches.HERE, Metric.MEAN_REQUEST, bitmap.meanRequest());
        AgedSearches replayed = AgedSearches.replayed(bitmap, count, SEED);
        for (Search search : List.of(Search.LOOP, PRINTED)) {
            findings.add(TABLE_1, label, search.name(), Metric.SEARCH_PROBES, replayed.probes(search.words()));
        }
        for (int size = 1; size <= LONGEST; size++) {
            int blocks = size;
            AgedSearches alike = new AgedSearches(bitmap, count, SEED, () -> blocks); // from the same starts each time
            double bits = alike.bits(Search.named(Search.FILTERED).words());
            findings.add(FIGURE_8, Integer.toString(size), label, Metric.SEARCH_PROBES, bits);
        }
    }
}
