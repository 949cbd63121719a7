package dev.fallow.research.comparison.experiment;

import dev.fallow.FreeSpaceBackend;
import dev.fallow.freespace.file.FileSpaceOptions;
import dev.fallow.freespace.file.FileSpaceOptions.Strategy;
import dev.fallow.freespace.trace.ReplayReport;
import dev.fallow.freespace.trace.Trace;
import dev.fallow.freespace.trace.TraceReplay;
import dev.fallow.research.comparison.Experiment;
import dev.fallow.research.comparison.ExperimentFindings;
import dev.fallow.research.comparison.Metric;
import dev.fallow.research.comparison.Scale;
import dev.fallow.research.report.ReportNumbers;
import dev.fallow.research.session.RecordedSession;
import dev.fallow.research.session.SpreadSession;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Sessions of a container, recorded and replayed on every backend of containers under every strategy. */
public final class TraceExperiment implements Experiment {
    static final String NAME = "traces";

    /** The maximum number of objects for the linked list, whose operations scan all sections. */
    private static final int MOST_OBJECTS_OF_LINKED_LIST = 2_000;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return texts().section(DESCRIPTION, Map.of("objects", Scale.numbersOfObjects()));
    }

    @Override
    public List<String> tasks(Scale scale) {
        return Arrays.stream(SpreadSession.values()).map(SpreadSession::label).toList();
    }

    @Override
    public void run(String task, Scale scale, ExperimentFindings findings) {
        SpreadSession test = SpreadSession.named(task);
        RecordedSession session;
        try {
            session = RecordedSession.of(file -> test.run(file, scale.objects()));
        } catch (IOException e) {
            throw new UncheckedIOException(task + ": the session cannot be recorded", e);
        }
        Trace trace = session.trace();
        List<Lane> lanes = new ArrayList<>();
        for (Strategy strategy : Strategy.values()) {
            for (FreeSpaceBackend backend : backends(scale)) {
                lanes.add(new Lane(trace, strategy, backend, scale));
            }
        }
        check(task, session, lanes);
        race(lanes, scale);
        for (Lane lane : lanes) {
            lane.report(task, findings);
        }
    }

    private static List<FreeSpaceBackend> backends(Scale scale) {
        return Arrays.stream(FreeSpaceBackend.values())
                .filter(backend ->
                        backend != FreeSpaceBackend.LINKED_LIST || scale.objects() <= MOST_OBJECTS_OF_LINKED_LIST)
                .toList();
    }

    /** Checks the final lengths of the replays; if one is wrong, the results are invalid. */
    private static void check(String task, RecordedSession session, List<Lane> lanes) {
        for (Strategy strategy : Strategy.values()) {
            ReplayReport ordered = reportOf(lanes, strategy, FreeSpaceBackend.ORDERED);
            ReplayReport bins = reportOf(lanes, strategy, FreeSpaceBackend.SIZE_BINS);
            long end = ordered.endOfAllocation();
            if (end != bins.endOfAllocation() || ordered.peakEndOfAllocation() != bins.peakEndOfAllocation()) {
                throw new IllegalStateException(
                        task + ", " + strategy + ": final states differ: ordered " + ordered + ", size-bins " + bins);
            }
            if (strategy == session.trace().options().strategy() && end != session.fileLength()) {
                throw new IllegalStateException(task + ": the replay ends at " + end + ", the recorded file was "
                        + session.fileLength() + " bytes long");
            }
        }
    }

    private static ReplayReport reportOf(List<Lane> lanes, Strategy strategy, FreeSpaceBackend backend) {
        return lanes.stream()
                .filter(lane -> lane.strategy == strategy && lane.backend == backend)
                .findFirst()
                .orElseThrow()
                .end;
    }

    private static void race(List<Lane> lanes, Scale scale) {
        for (int round = -scale.warmups(); round < scale.rounds(); round++) {
            if (round == 0) {
                System.gc();
            }
            for (int i = 0; i < lanes.size(); i++) {
                Lane lane = lanes.get(Math.floorMod(i + round, lanes.size()));
                double nanos = lane.round(scale);
                if (round >= 0) {
                    lane.nanos[round] = nanos;
                }
            }
        }
    }

    /** The measurements of one backend under one strategy. */
    private static final class Lane {
        final Strategy strategy;
        final FreeSpaceBackend backend;
        final ReplayReport end;
        final double[] nanos;
        private final Trace trace;
        private final FileSpaceOptions options;

        Lane(Trace trace, Strategy strategy, FreeSpaceBackend backend, Scale scale) {
            this.trace = trace;
            this.strategy = strategy;
            this.backend = backend;
            options = trace.options().withStrategy(strategy).withBackendNamed(backend.label());
            nanos = new double[scale.rounds()];
            end = new TraceReplay(trace, options).run();
        }

        /** Replays the whole trace until there are enough operations for a timing. Preparations are not timed. */
        double round(Scale scale) {
            long operations = 0;
            long time = 0;
            do {
                TraceReplay replay = new TraceReplay(trace, options);
                long start = System.nanoTime();
                ReplayReport report = replay.run();
                time += System.nanoTime() - start;
                operations += report.operations();
                if (!report.equals(end)) {
                    throw new IllegalStateException(
                            strategy + ", " + backend + ": replays differ: " + report + ", " + end);
                }
            } while (operations < scale.operations() && time < scale.slowNanos());
            return (double) time / operations;
        }

        void report(String group, ExperimentFindings findings) {
            String column = strategy.name();
            String name = backend.label();
            findings.add(group, column, name, Metric.NANOS, ReportNumbers.median(nanos));
            findings.add(group, column, name, Metric.PROBES, (double) end.probes() / end.operations());
            findings.add(group, column, name, Metric.SECTIONS, end.sections());
            findings.add(group, column, name, Metric.END, end.endOfAllocation());
            findings.add(group, column, name, Metric.PEAK_END, end.peakEndOfAllocation());
            findings.add(group, column, name, Metric.FREE_BYTES, end.freeBytes());
        }
    }
}
