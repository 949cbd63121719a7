package dev.fallow.research.comparison.bitmap;

import dev.fallow.research.aging.AgingWorkload;
import dev.fallow.research.comparison.Experiment;
import dev.fallow.research.comparison.ExperimentFindings;
import dev.fallow.research.comparison.GroupNumbers;
import dev.fallow.research.comparison.Metric;
import dev.fallow.research.comparison.Results;
import dev.fallow.research.comparison.Scale;

/**
 * How far the seed of the aging decides over table 1 of Burns and Hineman: bits examined for each request, counted, so
 * that one JVM is enough.
 */
public final class AgingSeeds implements Experiment {
    static final String NAME = "aging-seeds";

    private static final int SEEDS = 30;
    private static final int PAGES = 4;
    private static final int REQUESTS = 16_384;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void run(String task, Scale scale, ExperimentFindings findings) {
        boolean smoke = scale == Scale.SMOKE;
        for (int seed = 1; seed <= (smoke ? 2 : SEEDS); seed++) {
            for (AgingWorkload workload : AgingWorkload.values()) {
                findings.add(
                        AgedBitmaps.COUNTED,
                        workload.label(),
                        "loop",
                        Metric.SEARCH_PROBES,
                        AgedBitmaps.bits(workload, smoke ? 1 : PAGES, smoke ? 64 : REQUESTS, seed));
            }
        }
    }

    @Override
    public String notes(String group, Results results) {
        return PaperSearchNotes.of(texts(), new GroupNumbers(results, NAME, group));
    }
}
