package dev.fallow.research.comparison.experiment;

import dev.fallow.research.comparison.Experiment;
import dev.fallow.research.comparison.ExperimentFindings;
import dev.fallow.research.comparison.GroupNumbers;
import dev.fallow.research.comparison.Metric;
import dev.fallow.research.comparison.Results;
import dev.fallow.research.comparison.Scale;
import dev.fallow.research.policy.quickfit.MiscRanges;
import dev.fallow.research.policy.quickfit.QuickFitOptions;
import dev.fallow.research.tournament.Contestant;
import dev.fallow.research.tournament.Contestants;
import dev.fallow.research.tournament.Figures;
import dev.fallow.research.tournament.Requests;
import dev.fallow.research.tournament.TraceSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * What the authors leave open, on the traces of the tournament: every combination of PMFLF's parameters, and both states
 * of the free list of fixed blocks. Counts only: they are the same on every machine.
 */
public final class Unstated implements Experiment {
    public static final String NAME = "unstated";

    /** The group of the states of the list of fixed blocks. */
    public static final String LISTS = "fixed blocks, both states of the free list";

    private static final List<MiscRanges> RANGES =
            List.of(MiscRanges.ONE, new MiscRanges(1, 4), MiscRanges.upToTheLargest(1), MiscRanges.FOUR_A_DOUBLING);
    private static final int[] GRAINS = {16, 64, 256};
    private static final int[] MAX_QUICK = {16, 64, 256};
    private static final long[] WASTAGE = {0, 256, 4096};
    private static final long SEED = 1;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<String> tasks(Scale scale) {
        return Arrays.stream(TraceSource.values()).map(TraceSource::label).toList();
    }

    /** As in the tournament, but the large file system has an eighth of its size and a quarter of its operations. */
    private static TraceSource.Amounts amounts(Scale scale) {
        return scale == Scale.FULL
                ? new TraceSource.Amounts(10_000, 27_800, 32, 20_000, 8, 40_000)
                : Tournament.amounts(scale);
    }

    @Override
    public void run(String trace, Scale scale, ExperimentFindings findings) {
        Requests requests;
        try {
            requests = Requests.of(TraceSource.named(trace).record(amounts(scale), SEED));
        } catch (IOException e) {
            throw new UncheckedIOException(trace + ": the trace cannot be recorded", e);
        }
        for (String reference : List.of(TunedQuickFit.LEAST_SPACE, TunedQuickFit.FEWEST_WRITES)) {
            count(TunedQuickFit.GROUP, trace, requests, Contestants.named(reference), findings);
        }
        for (Contestant contestant : combinations()) {
            count(TunedQuickFit.GROUP, trace, requests, contestant, findings);
        }
        for (Contestant contestant : Contestants.statesOfTheFixedList(SEED)) {
            Figures figures = count(LISTS, trace, requests, contestant, findings);
            findings.add(LISTS, trace, contestant.name(), Metric.PIECES, figures.piecesPerBlock());
        }
    }

    private static List<Contestant> combinations() {
        List<Contestant> all = new ArrayList<>();
        for (MiscRanges ranges : RANGES) {
            for (int grain : GRAINS) {
                for (int maxQuick : MAX_QUICK) {
                    for (long wastage : WASTAGE) {
                        all.add(Contestants.quickFit(
                                TunedQuickFit.name(ranges, grain, maxQuick, wastage),
                                ranges.label(),
                                QuickFitOptions.of(grain, maxQuick, ranges, wastage)));
                    }
                }
            }
        }
        return all;
    }

    private static Figures count(
            String group, String trace, Requests requests, Contestant contestant, ExperimentFindings findings) {
        Figures figures = contestant.figures(requests, contestant.volume(requests));
        String name = contestant.name();
        findings.add(group, trace, name, Metric.PEAK_EXTENT, (double) figures.peakExtent() / figures.mostAsked());
        if (figures.hasMetadataWrites()) {
            double perThousand = 1000.0 / requests.count();
            findings.add(group, trace, name, Metric.METADATA_WRITES, perThousand * figures.metadataWrites());
        }
        return figures;
    }

    @Override
    public String description() {
        return texts().section(
                        DESCRIPTION,
                        Map.of("combinations", Integer.toString(combinations().size())));
    }

    @Override
    public String notes(String group, Results results) {
        if (!group.equals(TunedQuickFit.GROUP)) {
            return "";
        }
        return texts().section("tuned") + "\n\n" + new TunedQuickFit(new GroupNumbers(results, NAME, group)).tables();
    }
}
