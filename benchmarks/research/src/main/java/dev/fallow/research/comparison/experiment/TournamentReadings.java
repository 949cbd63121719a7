package dev.fallow.research.comparison.experiment;

import dev.fallow.research.comparison.Experiment;
import dev.fallow.research.comparison.ExperimentFindings;
import dev.fallow.research.comparison.Metric;
import dev.fallow.research.comparison.Scale;
import dev.fallow.research.tournament.Contestant;
import dev.fallow.research.tournament.Contestants;
import dev.fallow.research.tournament.Figures;
import dev.fallow.research.tournament.Requests;
import dev.fallow.research.tournament.TraceSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts on the tournament's traces, without times: MatBall's space under each rule of deletion, and the writes of
 * restricted buddy's lists. The traces of containers are not used: what they request changes with the container.
 */
public final class TournamentReadings implements Experiment {
    public static final String NAME = "tournament-readings";

    /** The group of MatBall's space. */
    public static final String DELETION = "MatBall, rules of deletion";

    /** The group of restricted buddy's writes. */
    public static final String LISTS = "restricted buddy, sorted lists and bit maps on disk";

    /** The configuration that the paper selects. */
    private static final String SELECTED = "restricted buddy 5/1, clustered";

    /** The first of the tournament's runs: counts hardly differ between seeds. */
    private static final int RUNS = 3;

    private static final String RUN = ", run ";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<String> tasks(Scale scale) {
        List<String> tasks = new ArrayList<>();
        for (int run = 1; run <= (scale == Scale.FULL ? RUNS : 1); run++) {
            for (TraceSource source : TraceSource.values()) {
                if (!TraceSource.containers().contains(source)) {
                    tasks.add(source.label() + RUN + run);
                }
            }
        }
        return tasks;
    }

    @Override
    public void run(String task, Scale scale, ExperimentFindings findings) {
        int comma = task.lastIndexOf(RUN);
        String trace = task.substring(0, comma);
        long seed = Long.parseLong(task.substring(comma + RUN.length()));
        Requests requests;
        try {
            requests = Requests.of(TraceSource.named(trace).record(Tournament.amounts(scale), seed));
        } catch (IOException e) {
            throw new UncheckedIOException(trace + ": the trace cannot be recorded", e);
        }
        if (requests.count() > requests.blocks()) { // otherwise nothing is deleted
            for (Contestant contestant : Contestants.matBallByDeletion()) {
                Figures figures = contestant.figures(requests, contestant.volume(requests));
                double peak = (double) figures.peakExtent() / figures.mostAsked();
                findings.add(DELETION, trace, contestant.name(), Metric.PEAK_EXTENT, peak);
            }
        }
        Contestant restricted = Contestants.named(SELECTED);
        Figures figures = restricted.figures(requests, restricted.volume(requests));
        double writes = 1000.0 * figures.metadataWrites() / requests.count();
        findings.add(LISTS, trace, SELECTED, Metric.METADATA_WRITES, writes);
    }
}
