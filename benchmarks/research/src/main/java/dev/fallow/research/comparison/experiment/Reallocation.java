package dev.fallow.research.comparison.experiment;

import dev.fallow.research.comparison.Experiment;
import dev.fallow.research.comparison.ExperimentFindings;
import dev.fallow.research.comparison.GroupNumbers;
import dev.fallow.research.comparison.Metric;
import dev.fallow.research.comparison.Results;
import dev.fallow.research.comparison.Scale;
import dev.fallow.research.policy.reallocation.MovableBlocks;
import dev.fallow.research.policy.reallocation.MoveLog;
import dev.fallow.research.policy.reallocation.ProvenBounds;
import dev.fallow.research.tournament.MovingPolicy;
import dev.fallow.research.tournament.RequestSequence;
import dev.fallow.research.tournament.Requests;
import dev.fallow.research.tournament.TraceSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * The footprint of policies that move blocks, and what they move: the promise of this project's containers beside
 * cost-oblivious reallocation. Counts and bytes only, the same on every machine.
 */
public final class Reallocation implements Experiment {
    public static final String NAME = "reallocation";

    static final String TRACES = "traces of the tournament";
    static final String SEQUENCES = "hard sequences";

    /** Below this part of the most bytes in use, the footprint is not measured. */
    private static final int WARM = 10;

    /** The seeds of what is random, except for the largest trace. */
    private static final int SEEDS = 6;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<String> tasks(Scale scale) {
        return Stream.concat(
                        Arrays.stream(TraceSource.values()).map(TraceSource::label),
                        Arrays.stream(RequestSequence.values()).map(RequestSequence::label))
                .toList();
    }

    @Override
    public void run(String task, Scale scale, ExperimentFindings findings) {
        List<TraceSource> traces = Arrays.stream(TraceSource.values())
                .filter(source -> source.label().equals(task))
                .toList();
        if (traces.isEmpty()) {
            RequestSequence sequence = RequestSequence.named(task);
            for (int seed = 1; seed <= (sequence.isRandom() && scale != Scale.SMOKE ? SEEDS : 1); seed++) {
                measure(SEQUENCES, task, sequence.requests(amount(scale), seed), findings);
            }
            return;
        }
        TraceSource source = traces.get(0);
        boolean once = TraceSource.containers().contains(source) || source == TraceSource.FILE_SYSTEM;
        for (int seed = 1; seed <= (once || scale == Scale.SMOKE ? 1 : SEEDS); seed++) {
            try {
                Requests requests = Requests.of(source.record(Tournament.amounts(scale), seed));
                measure(TRACES, task, requests, findings);
            } catch (IOException e) {
                throw new UncheckedIOException(task + ": the trace cannot be recorded", e);
            }
        }
    }

    private static int amount(Scale scale) {
        return switch (scale) {
            case SMOKE -> 150;
            case QUICK -> 5_000;
            case FULL -> 20_000;
        };
    }

    /** The policies, in the order of the tables. */
    private static List<MovingPolicy> policies() {
        List<MovingPolicy> policies = new ArrayList<>(List.of(MovingPolicy.BEST_FIT));
        policies.addAll(MovingPolicy.all());
        return policies;
    }

    private static void measure(String group, String column, Requests requests, ExperimentFindings findings) {
        for (MovingPolicy policy : policies()) {
            MoveLog log = new MoveLog();
            MovableBlocks space = policy.create(requests.blocks(), log);
            double footprint = 0;
            long allocated = 0;
            long moved = 0;
            long blocks = 0;
            long most = 0;
            for (int i = 0; i < requests.count(); i++) {
                log.clear();
                if (requests.size(i) > 0) {
                    space.allocate(requests.block(i), requests.size(i));
                    allocated += requests.size(i);
                } else {
                    space.release(requests.block(i));
                }
                moved += log.bytes();
                blocks += log.count();
                most = Math.max(most, log.bytes());
                if (space.bytesInUse() * WARM >= requests.mostInUse()) {
                    footprint = Math.max(footprint, (double) space.end() / space.bytesInUse());
                }
            }
            findings.add(group, column, policy.name(), Metric.FOOTPRINT, footprint);
            findings.add(group, column, policy.name(), Metric.MOVED_BYTES, (double) moved / allocated);
            findings.add(group, column, policy.name(), Metric.MOVED_BLOCKS, (double) blocks / requests.blocks());
            findings.add(group, column, policy.name(), Metric.MOST_MOVED, 100.0 * most / requests.mostInUse());
            ProvenBounds bounds = space.bounds();
            if (bounds.footprint() < Double.POSITIVE_INFINITY) {
                double proven = bounds.movedBytes(allocated, allocated - requests.inUse()) / allocated;
                findings.add(group, column, policy.name(), Metric.PROVEN_BYTES, proven);
            }
        }
    }

    /** The bounds, and our own statements; below the second group where a bound for each block should pay. */
    @Override
    public String notes(String group, Results results) {
        ReallocationClaims claims = new ReallocationClaims(new GroupNumbers(results, NAME, group));
        String notes = "**" + group + ": proven, and the worst that was measured**\n\n" + claims.bounds() + "\n"
                + claims.simulation(texts());
        return group.equals(SEQUENCES) ? notes + "\n\n" + texts().section("blocks") + "\n\n" + claims.blocks() : notes;
    }
}
