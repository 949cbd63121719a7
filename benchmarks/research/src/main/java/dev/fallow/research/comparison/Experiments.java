package dev.fallow.research.comparison;

import dev.fallow.research.comparison.bitmap.AgedBitmaps;
import dev.fallow.research.comparison.bitmap.AgedTraces;
import dev.fallow.research.comparison.bitmap.AgingSeeds;
import dev.fallow.research.comparison.bitmap.BitmapPages;
import dev.fallow.research.comparison.bitmap.RunAtTheEnd;
import dev.fallow.research.comparison.experiment.Adversaries;
import dev.fallow.research.comparison.experiment.CommitPolicies;
import dev.fallow.research.comparison.experiment.MatBallFiles;
import dev.fallow.research.comparison.experiment.MatBallSweep;
import dev.fallow.research.comparison.experiment.MatBallUtilisation;
import dev.fallow.research.comparison.experiment.NearlyEmpty;
import dev.fallow.research.comparison.experiment.ObjectReplacements;
import dev.fallow.research.comparison.experiment.ObjectRewrites;
import dev.fallow.research.comparison.experiment.ObjectSizes;
import dev.fallow.research.comparison.experiment.OwnListStudy;
import dev.fallow.research.comparison.experiment.ReadOptimizedArrays;
import dev.fallow.research.comparison.experiment.ReadOptimizedFileSystems;
import dev.fallow.research.comparison.experiment.ReadOptimizedSearch;
import dev.fallow.research.comparison.experiment.Reallocation;
import dev.fallow.research.comparison.experiment.ReportCounts;
import dev.fallow.research.comparison.experiment.SteadyState;
import dev.fallow.research.comparison.experiment.Tournament;
import dev.fallow.research.comparison.experiment.TournamentReadings;
import dev.fallow.research.comparison.experiment.TraceExperiment;
import dev.fallow.research.comparison.experiment.Unstated;
import dev.fallow.research.comparison.experiment.WebObjects;
import java.util.List;

/** All experiments, in the order of the report. */
final class Experiments {
    private static final List<Experiment> ALL = List.of(
            SteadyState.allocateAndFree(),
            SteadyState.extend(),
            new Adversaries(),
            new NearlyEmpty(),
            new BitmapPages(),
            new AgedBitmaps(),
            new AgingSeeds(),
            new AgedTraces(),
            new RunAtTheEnd(),
            new TraceExperiment(),
            new CommitPolicies(),
            new ReportCounts(),
            new ReadOptimizedFileSystems(),
            new ReadOptimizedSearch(),
            new ReadOptimizedArrays(),
            new MatBallSweep(),
            new MatBallUtilisation(),
            new MatBallFiles(),
            new WebObjects(),
            new ObjectReplacements(),
            new ObjectRewrites(),
            new OwnListStudy(),
            new ObjectSizes(),
            new Tournament(),
            new TournamentReadings(),
            new Unstated(),
            new Reallocation());

    /** The names of all experiments, for the help. */
    static final String NAMES =
            "steady-state, extend, adversaries, nearly-empty, bitmap-pages, aged-bitmaps, aging-seeds, aged-traces,"
                    + " run-at-the-end, traces, commit-policies, report-2008, read-optimized, read-optimized-search,"
                    + " read-optimized-arrays, matball-sweep, matball-utilisation, matball-files, web-objects, object-replacements, object-rewrites, own-list,"
                    + " object-sizes, tournament, tournament-readings, unstated, reallocation";

    private Experiments() {}

    static List<Experiment> all() {
        return ALL;
    }

    /** @throws IllegalArgumentException if there is no such experiment; the message lists the names */
    static Experiment named(String name) {
        return ALL.stream()
                .filter(experiment -> experiment.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no experiment " + name + "; expected one of "
                        + ALL.stream().map(Experiment::name).toList()));
    }
}
