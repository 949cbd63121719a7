package dev.fallow.benchmarks.comparison;

import dev.fallow.benchmarks.comparison.bitmap.AgedBitmaps;
import dev.fallow.benchmarks.comparison.bitmap.AgingSeeds;
import dev.fallow.benchmarks.comparison.bitmap.BitmapPages;
import dev.fallow.benchmarks.comparison.bitmap.RunAtTheEnd;
import dev.fallow.benchmarks.comparison.experiment.Adversaries;
import dev.fallow.benchmarks.comparison.experiment.CommitPolicies;
import dev.fallow.benchmarks.comparison.experiment.MatBallFiles;
import dev.fallow.benchmarks.comparison.experiment.MatBallSweep;
import dev.fallow.benchmarks.comparison.experiment.MatBallUtilisation;
import dev.fallow.benchmarks.comparison.experiment.NearlyEmpty;
import dev.fallow.benchmarks.comparison.experiment.ObjectReplacements;
import dev.fallow.benchmarks.comparison.experiment.ObjectRewrites;
import dev.fallow.benchmarks.comparison.experiment.ObjectSizes;
import dev.fallow.benchmarks.comparison.experiment.OwnListStudy;
import dev.fallow.benchmarks.comparison.experiment.ReadOptimizedArrays;
import dev.fallow.benchmarks.comparison.experiment.ReadOptimizedFileSystems;
import dev.fallow.benchmarks.comparison.experiment.ReadOptimizedSearch;
import dev.fallow.benchmarks.comparison.experiment.ReportCounts;
import dev.fallow.benchmarks.comparison.experiment.SteadyState;
import dev.fallow.benchmarks.comparison.experiment.Tournament;
import dev.fallow.benchmarks.comparison.experiment.Traces;
import dev.fallow.benchmarks.comparison.experiment.WebObjects;
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
            new RunAtTheEnd(),
            new Traces(),
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
            new Tournament());

    /** The names of all experiments, for the help. */
    static final String NAMES =
            "steady-state, extend, adversaries, nearly-empty, bitmap-pages, aged-bitmaps, aging-seeds,"
                    + " run-at-the-end, traces, commit-policies, report-2008, read-optimized, read-optimized-search,"
                    + " read-optimized-arrays, matball-sweep, matball-utilisation, matball-files, web-objects, object-replacements, object-rewrites, own-list,"
                    + " object-sizes, tournament";

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
