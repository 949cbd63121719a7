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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Section 5.2 of Burns and Hineman on bitmaps that recorded requests have aged, not a fitted simulation: table 1 and
 * figure 8 in time, and figure 8 in counts for every size from 1 to 32 blocks, as in the paper.
 */
public final class AgedTraces implements Experiment {
    static final String NAME = "aged-traces";
    static final String TABLE_1 = "table 1, bitmaps aged by traces";
    static final String EVERY_SIZE = "figure 8, bits for each request of every size";
    static final int LONGEST = 32;
    static final List<String> SEARCHES = List.of(AgedBitmaps.PRINTED_32, Search.TUNED);

    private static final String SIZES = "every size";
    private static final String WITH = ": ";
    private static final long SEED = 5;
    private static final int BATCH = 2048;
    private static final int COUNTED = 4096;
    private static final int FITTED_PAGES = 4;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return texts().section(DESCRIPTION, Map.of("requests", String.format("%,d", BATCH)));
    }

    @Override
    public String notes(String group, Results results) {
        return PaperSearchNotes.of(texts(), new GroupNumbers(results, NAME, group));
    }

    /** One for the counts; the others are a bitmap and a search. */
    @Override
    public List<String> tasks(Scale scale) {
        List<String> tasks = new ArrayList<>(List.of(SIZES));
        for (RecordedBitmap recorded : RecordedBitmap.values()) {
            SEARCHES.forEach(search -> tasks.add(recorded.label() + WITH + search));
        }
        return tasks;
    }

    @Override
    public void run(String task, Scale scale, ExperimentFindings findings) {
        boolean smoke = scale == Scale.SMOKE;
        if (task.equals(SIZES)) {
            for (AgingWorkload workload : AgingWorkload.values()) {
                AgedBitmap fitted = AgingSimulator.age(workload, smoke ? 1 : FITTED_PAGES, SEED);
                count(workload.label() + " (fitted)", fitted, smoke, findings);
            }
            for (RecordedBitmap recorded : RecordedBitmap.values()) {
                count(recorded.label(), recorded.age(smoke), smoke, findings);
            }
            return;
        }
        for (RecordedBitmap recorded : RecordedBitmap.values()) {
            if (task.startsWith(recorded.label() + WITH)) {
                String search = task.substring(recorded.label().length() + WITH.length());
                race(recorded.label(), recorded.age(smoke), Search.named(search), smoke ? 16 : BATCH, findings);
            }
        }
    }

    /** The bits that the loop examines, from the same starts for each size. */
    private static void count(String row, AgedBitmap bitmap, boolean smoke, ExperimentFindings findings) {
        for (int size = 1; size <= LONGEST; size++) {
            int blocks = size;
            AgedSearches requests = new AgedSearches(bitmap, smoke ? 16 : COUNTED, SEED, () -> blocks);
            findings.add(
                    EVERY_SIZE,
                    Integer.toString(size),
                    row,
                    Metric.SEARCH_PROBES,
                    requests.bits(Search.named(Search.FILTERED).words()));
        }
    }

    private static void race(String label, AgedBitmap bitmap, Search search, int batch, ExperimentFindings findings) {
        findings.add(TABLE_1, label, PaperSearches.HERE, Metric.FREE_PERCENT, bitmap.freePercent());
        findings.add(TABLE_1, label, PaperSearches.HERE, Metric.MEAN_REQUEST, bitmap.meanRequest());
        AgedBitmaps.race(search, 1, seed -> AgedSearches.replayed(bitmap, batch, seed))
                .report(TABLE_1, label, search, findings);
        for (int size : AgedBitmaps.SIZES) {
            AgedBitmaps.race(search, 1, seed -> new AgedSearches(bitmap, batch, seed, () -> size))
                    .report(PaperSearches.FIGURE_8 + label, Integer.toString(size), search, findings);
        }
    }
}
