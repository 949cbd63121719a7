package dev.fallow.research.comparison.experiment;

import dev.fallow.freespace.FreeSpace;
import dev.fallow.research.comparison.ExperimentFindings;
import dev.fallow.research.comparison.Metric;
import dev.fallow.research.comparison.Scale;
import dev.fallow.research.comparison.bitmap.Searching;
import dev.fallow.research.contender.Contender;
import dev.fallow.research.contender.Contender.Placement;
import dev.fallow.research.contender.Contenders;
import dev.fallow.research.report.ReportNumbers;
import dev.fallow.research.workload.Chunk;
import dev.fallow.research.workload.OperationSource;
import dev.fallow.research.workload.Replay;
import dev.fallow.research.workload.Replays;
import dev.fallow.research.workload.SpaceLayout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Runs contenders on the same work in one JVM, alternating in each round, so that disturbances affect all of them; times
 * are CPU times of the thread.
 * Contenders of exact best fit execute identical operations and must give identical answers. Each of the others starts
 * with the same layout and gets the same requests, but continues from its own answers; slow ones execute fewer
 * operations per round.
 */
final class Race {
    /** Of several JVMs, each needs few rounds. */
    private static final int MOST_ROUNDS = 5;

    private static final int MOST_WARMUPS = 3;

    private final Scale scale;
    private final List<Lane> lanes = new ArrayList<>();
    private final OperationSource exactSource;
    private final Chunk exactChunk;

    /** @param sources creates the source of operations for a placement */
    Race(List<Contender> contenders, SpaceLayout layout, Function<Placement, OperationSource> sources, Scale scale) {
        this.scale = scale;
        exactSource = sources.apply(Placement.BEST_FIT_LOWEST_ADDRESS);
        exactChunk = new Chunk(scale.operations());
        for (Contender contender : contenders) {
            lanes.add(
                    contender.isExact()
                            ? new Lane(contender, layout, exactSource, exactChunk)
                            : new Lane(
                                    contender,
                                    layout,
                                    sources.apply(contender.placement()),
                                    new Chunk(scale.operations())));
        }
    }

    /** One contender with its manager. */
    final class Lane {
        final Contender contender;
        final FreeSpace space;
        final double[] nanos = new double[Math.min(MOST_ROUNDS, scale.rounds())];
        private final OperationSource source;
        private final Chunk chunk;
        private final Replay loop = Replays.ofItsOwn();
        private int operations =
                Math.min(16, scale.operations()); // per round, for contenders that continue from their own answers

        Lane(Contender contender, SpaceLayout layout, OperationSource source, Chunk chunk) {
            this.contender = contender;
            this.source = source;
            this.chunk = chunk;
            space = layout.load(contender.factory());
        }

        double round() {
            if (!contender.isExact()) {
                source.next(chunk, operations);
            }
            long start = Searching.now();
            loop.replay(space, chunk);
            double each = Math.max(1.0, Searching.now() - start) / chunk.count();
            operations = (int) Math.max(16, Math.min(scale.operations(), scale.slowNanos() / each));
            return each;
        }
    }

    List<Lane> lanes() {
        return lanes;
    }

    void run() {
        int rounds = Math.min(MOST_ROUNDS, scale.rounds());
        for (int round = -Math.min(MOST_WARMUPS, scale.warmups()); round < rounds; round++) {
            if (round == 0) {
                System.gc();
            }
            exactSource.next(exactChunk, scale.operations());
            for (int i = 0; i < lanes.size(); i++) {
                Lane lane = lanes.get(Math.floorMod(i + round, lanes.size()));
                double nanos = lane.round();
                if (round >= 0) {
                    lane.nanos[round] = nanos;
                }
            }
        }
    }

    /** Reports the medians of the rounds, and of the ratios to two tree maps in each round. */
    void report(ExperimentFindings findings, String group, String column) {
        double[] base = lanes.stream()
                .filter(lane -> lane.contender == Contenders.TWO_TREE_MAPS)
                .findFirst()
                .orElseThrow()
                .nanos;
        for (Lane lane : lanes) {
            double[] ratios = new double[base.length];
            for (int i = 0; i < ratios.length; i++) {
                ratios[i] = base[i] / lane.nanos[i];
            }
            String name = lane.contender.name();
            findings.add(group, column, name, Metric.NANOS, ReportNumbers.median(lane.nanos));
            findings.add(group, column, name, Metric.SPEEDUP, ReportNumbers.median(ratios));
        }
    }

    /**
     * Executes further operations without timing, and counts probes.
     *
     * @param layout the current layout of the exact contenders, for those whose probes a separate object counts
     * @return the total number of probes and the maximum per operation, by contender; without those that cannot count
     */
    Map<Contender, Count> count(SpaceLayout layout, int operations) {
        Map<Contender, FreeSpace> counted = new LinkedHashMap<>();
        for (Lane lane : lanes) {
            Contender contender = lane.contender;
            if (contender.counting() != null) {
                boolean itself = contender.counting() == contender.factory();
                counted.put(contender, itself ? lane.space : layout.load(contender.counting()));
            }
        }
        Map<Contender, Count> counts = new LinkedHashMap<>();
        for (int i = 0; i < operations; i++) {
            exactSource.next(exactChunk, 1);
            for (Lane lane : lanes) {
                FreeSpace space = counted.get(lane.contender);
                if (space == null || !lane.contender.isExact() && i >= lane.operations) {
                    continue;
                }
                if (!lane.contender.isExact()) {
                    lane.source.next(lane.chunk, 1);
                }
                long before = space.probes();
                lane.loop.replay(space, lane.chunk);
                counts.computeIfAbsent(lane.contender, any -> new Count()).add(space.probes() - before);
            }
        }
        return counts;
    }

    /** The probes of several operations. */
    static final class Count {
        private long all;
        private long most;
        private long operations;

        void add(long probes) {
            all += probes;
            most = Math.max(most, probes);
            operations++;
        }

        double mean() {
            return (double) all / operations;
        }

        long most() {
            return most;
        }
    }
}
