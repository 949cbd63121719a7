package dev.fallow.research.comparison.experiment;

import dev.fallow.research.comparison.Experiment;
import dev.fallow.research.comparison.ExperimentFindings;
import dev.fallow.research.comparison.Metric;
import dev.fallow.research.comparison.Results;
import dev.fallow.research.comparison.Scale;
import dev.fallow.research.comparison.bitmap.Searching;
import dev.fallow.research.report.ReportNumbers;
import dev.fallow.research.tournament.Contestant;
import dev.fallow.research.tournament.Contestants;
import dev.fallow.research.tournament.Figures;
import dev.fallow.research.tournament.PublishedTrace;
import dev.fallow.research.tournament.Requests;
import dev.fallow.research.tournament.TournamentEntry;
import dev.fallow.research.tournament.TraceSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Replays eight traces with every policy of the papers and of this project. */
public final class Tournament implements Experiment {
    public static final String NAME = "tournament";

    /** The group of the measures of policies. */
    static final String POLICIES = "every policy";

    private static final String TRACES = "traces";
    private static final String TRACE = "trace";

    /** The multiple of a round's maximum time after which a policy's warm-up, or its whole measurement, ends. */
    private static final int WARMED_UP = 4;

    private static final int ENOUGH = 12;

    /** The factor by which a round has fewer requests than the scale, because there are many policies. */
    private static final int SHORTER = 4;

    /** The number of runs of each trace, each in a JVM of its own and with a seed of its own. */
    private static final int RUNS = 6;

    private static final String RUN = ", run ";
    private static final int MOST_WARMUPS = 3;
    private static final int MOST_ROUNDS = 7;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        String policies = Contestants.all().stream()
                .map(contestant -> "- `" + contestant.name() + "`: " + contestant.what() + '.')
                .collect(Collectors.joining("\n"));
        return texts().section(DESCRIPTION, Map.of("policies", policies));
    }

    @Override
    public String notes(String group, Results results) {
        return group.equals(POLICIES) ? texts().section("in one table") + "\n\n" + TournamentTable.of(results) : "";
    }

    @Override
    public List<String> tasks(Scale scale) {
        List<String> tasks = new ArrayList<>();
        for (int run = 1; run <= (scale == Scale.FULL ? RUNS : 1); run++) {
            for (TraceSource source : TraceSource.values()) {
                tasks.add(source.label() + RUN + run);
            }
        }
        return tasks;
    }

    /** The fact that identifies the trace of a column. */
    public static final String IDENTITY = "trace";

    /** The folder with the traces of the containers, beside the results. */
    public static final String FILES = "traces";

    /** Writes the traces of the containers, and identifies them. */
    @Override
    public Map<String, String> publish(List<String> tasks, Scale scale, Path folder) throws IOException {
        Map<String, String> facts = new LinkedHashMap<>();
        for (TraceSource source : TraceSource.containers()) {
            if (tasks.stream().anyMatch(task -> task.startsWith(source.label() + RUN))) {
                Requests requests = Requests.of(source.record(amounts(scale), 1));
                Path files = Files.createDirectories(folder.resolve(FILES));
                PublishedTrace.write(files.resolve(PublishedTrace.name(source)), requests);
                facts.put(source.label() + ": " + IDENTITY, PublishedTrace.identity(requests));
            }
        }
        return facts;
    }

    /** The amounts of the traces of a scale. */
    public static TraceSource.Amounts amounts(Scale scale) {
        return switch (scale) {
            case SMOKE -> new TraceSource.Amounts(60, 150, 320, 300, 160, 300);
            case QUICK -> new TraceSource.Amounts(2_000, 5_000, 64, 10_000, 32, 10_000);
            case FULL -> new TraceSource.Amounts(10_000, 27_800, 32, 20_000, 1, 160_000);
        };
    }

    @Override
    public void run(String task, Scale scale, ExperimentFindings findings) {
        int comma = task.lastIndexOf(RUN);
        String trace = task.substring(0, comma);
        long seed = Long.parseLong(task.substring(comma + RUN.length()));
        Requests requests;
        try {
            requests = Requests.of(TraceSource.named(trace).record(amounts(scale), seed));
        } catch (IOException e) {
            throw new UncheckedIOException(trace + ": the trace cannot be recorded", e);
        }
        findings.add(TRACES, trace, TRACE, Metric.REQUESTS, requests.count());
        findings.add(TRACES, trace, TRACE, Metric.MOST_IN_USE, requests.mostInUse() / 1e6);
        List<Lane> lanes = new ArrayList<>();
        for (Contestant contestant : Contestants.all()) {
            Figures figures = contestant.figures(requests, contestant.volume(requests));
            report(trace, requests, contestant, figures, findings);
            lanes.add(new Lane(contestant, requests, figures.volume(), scale));
        }
        race(lanes, scale);
        for (Lane lane : lanes) {
            findings.add(POLICIES, trace, lane.contestant.name(), Metric.NANOS, lane.median());
        }
    }

    private static void report(
            String trace, Requests requests, Contestant contestant, Figures figures, ExperimentFindings findings) {
        String name = contestant.name();
        double memory = contestant.memory(requests, figures);
        if (requests.count() > requests.blocks()) { // otherwise nothing is released, and there is no section
            findings.add(POLICIES, trace, name, Metric.BYTES, memory / figures.mostFreePieces());
        }
        findings.add(POLICIES, trace, name, Metric.TOTAL_BYTES, memory);
        findings.add(POLICIES, trace, name, Metric.FINAL_EXTENT, (double) figures.extent() / figures.asked());
        findings.add(POLICIES, trace, name, Metric.PEAK_EXTENT, (double) figures.peakExtent() / figures.mostAsked());
        findings.add(POLICIES, trace, name, Metric.WASTED_WITHIN, 100 * figures.internalFragmentation());
        findings.add(POLICIES, trace, name, Metric.FREE_WITHIN, 100 * figures.externalFragmentation());
        findings.add(POLICIES, trace, name, Metric.PIECES, figures.piecesPerBlock());
        double perThousand = 1000.0 / requests.count();
        findings.add(POLICIES, trace, name, Metric.BITMAP_WRITES, perThousand * figures.bitmapWrites());
        if (figures.hasMetadataWrites()) {
            findings.add(POLICIES, trace, name, Metric.METADATA_WRITES, perThousand * figures.metadataWrites());
        }
    }

    private static void race(List<Lane> lanes, Scale scale) {
        for (int round = -Math.min(MOST_WARMUPS, scale.warmups());
                round < Math.min(MOST_ROUNDS, scale.rounds());
                round++) {
            if (round == 0) {
                System.gc();
            }
            for (int i = 0; i < lanes.size(); i++) {
                Lane lane = lanes.get(Math.floorMod(i + round, lanes.size()));
                if (round < 0) {
                    lane.warmUp();
                } else {
                    lane.round();
                }
            }
        }
    }

    /** The measurements of one policy. */
    private static final class Lane {
        final Contestant contestant;
        private final Requests requests;
        private final long volume;
        private final Scale scale;
        private final List<Double> nanos = new ArrayList<>();
        private long spent;

        Lane(Contestant contestant, Requests requests, long volume, Scale scale) {
            this.contestant = contestant;
            this.requests = requests;
            this.volume = volume;
            this.scale = scale;
        }

        void warmUp() {
            if (spent < WARMED_UP * scale.slowNanos()) {
                each();
            }
        }

        void round() {
            if (nanos.isEmpty() || spent < ENOUGH * scale.slowNanos()) {
                nanos.add(each());
            }
        }

        double median() {
            return ReportNumbers.median(nanos);
        }

        /**
         * Replays the whole trace until there are enough requests for a timing. Creating the volume is not timed. Uses
         * the CPU time of this thread, which excludes the garbage collector.
         */
        private double each() {
            long done = 0;
            long time = 0;
            do {
                TournamentEntry entry = contestant.entry(requests, volume);
                long start = Searching.now();
                boolean served = requests.replay(entry);
                time += Searching.now() - start;
                done += requests.count();
                if (!served) {
                    throw new IllegalStateException(contestant + ": a request is refused that was served earlier");
                }
            } while (done < scale.operations() / SHORTER && time < scale.slowNanos());
            spent += time;
            return (double) time / done;
        }
    }
}
