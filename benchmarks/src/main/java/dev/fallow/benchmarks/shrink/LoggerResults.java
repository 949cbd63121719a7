package dev.fallow.benchmarks.shrink;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** The trails of a workload, one of each contender for each seed. */
final class LoggerResults {
    private final Map<Tactic, List<Trail>> trails = new LinkedHashMap<>();
    private final List<String> failures = new ArrayList<>();

    /**
     * A measure over the seeds.
     *
     * @param least of all seeds
     * @param most of all seeds
     */
    record Range(double median, double least, double most) {}

    void add(Tactic tactic, Trail trail) {
        trails.computeIfAbsent(tactic, one -> new ArrayList<>()).add(trail);
    }

    /** Records that a contender has no trail for a seed. */
    void fail(Tactic tactic, int seed, String reason) {
        failures.add(tactic.label() + ", seed " + seed + ": " + reason);
    }

    /** Which contenders have failed, with which seeds. */
    List<String> failures() {
        return failures;
    }

    List<Tactic> tactics() {
        return List.copyOf(trails.keySet());
    }

    Range range(Tactic tactic, ToDoubleFunction<Trail> measure) {
        return range(trails.get(tactic).stream().mapToDouble(measure).toArray());
    }

    /** Bytes written because of shrinking, in multiples of the elements added: those that Fallow without it does not write. */
    Range extra(Tactic.Fallow tactic) {
        List<Trail> own = trails.get(tactic);
        List<Trail> plain = trails.get(Tactic.Fallow.PLAIN);
        return range(IntStream.range(0, own.size())
                .mapToDouble(i -> own.get(i).writtenPerStored() - plain.get(i).writtenPerStored())
                .toArray());
    }

    /** The medians of the ratios, one for each session. */
    List<Double> curve(Tactic tactic) {
        List<Trail> all = trails.get(tactic);
        return IntStream.range(0, all.get(0).points().size())
                .mapToObj(i -> range(all.stream()
                                .mapToDouble(trail -> trail.points().get(i).ratio())
                                .toArray())
                        .median())
                .toList();
    }

    private static Range range(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int count = sorted.length;
        return new Range((sorted[(count - 1) / 2] + sorted[count / 2]) / 2, sorted[0], sorted[count - 1]);
    }
}
