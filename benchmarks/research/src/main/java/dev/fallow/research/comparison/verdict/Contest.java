package dev.fallow.research.comparison.verdict;

import dev.fallow.research.comparison.Band;
import dev.fallow.research.comparison.GroupNumbers;
import dev.fallow.research.comparison.Metric;
import dev.fallow.research.report.Interval;
import dev.fallow.research.report.ReportNumbers;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a system may want least of, and which design has it on a trace. A design is represented by its configuration
 * with the lowest median on that trace. It wins if every other design has more in the same runs, by more than the
 * interval and the factor {@value #MARGIN}; otherwise the contest is not decided between those that are that near. Designs
 * with the same rule win together.
 */
enum Contest {
    /** Of all designs. */
    SPACE("least space", Metric.PEAK_EXTENT),
    /** Only designs that never divide a block. */
    SPACE_WHOLE("least space, each block in one piece", Metric.PEAK_EXTENT) {
        @Override
        boolean admits(GroupNumbers numbers, String configuration, String trace) {
            return Design.of(configuration).isWhole();
        }
    },
    /** Of all designs. */
    TIME("least time", Metric.NANOS),
    /** Only configurations that need little more space than the best. */
    TIME_AND_SPACE("least time, with at most a tenth more space than the least", Metric.NANOS) {
        @Override
        boolean admits(GroupNumbers numbers, String configuration, String trace) {
            return numbers.value(Metric.PEAK_EXTENT, configuration, trace)
                    <= ENOUGH_SPACE * SPACE.outcome(numbers, trace).least();
        }
    },
    /** Only designs whose authors describe a structure on disk that is right after each operation. */
    WRITES("fewest writes, free space on disk always right", Metric.METADATA_WRITES) {
        @Override
        boolean admits(GroupNumbers numbers, String configuration, String trace) {
            return Design.of(configuration).isWritten();
        }
    },
    /** Of all designs. */
    MEMORY("least memory", Metric.TOTAL_BYTES);

    /** The factor by which another design must have more for a contest to be decided. */
    static final double MARGIN = Band.RELEVANT;

    private static final double ENOUGH_SPACE = 1.1;

    private final String label;
    private final Metric metric;

    Contest(String label, Metric metric) {
        this.label = label;
        this.metric = metric;
    }

    String label() {
        return label;
    }

    boolean admits(GroupNumbers numbers, String configuration, String trace) {
        return true;
    }

    /**
     * The outcome on a trace.
     *
     * @param best the configuration with the lowest median
     * @param number its median with its interval
     * @param near the best configurations of the other designs that are too near for a decision, nearest first
     * @param next the nearest configuration of another design that is not; null if there is none
     * @param times what that has more, as a factor; null if there is none
     */
    record Outcome(String best, Interval number, List<String> near, String next, Interval times) {
        /** Whether all that may be the winner have the same rule. */
        boolean isDecided() {
            return rules().size() == 1;
        }

        /** The rules of all designs that may be the winner, the best first. */
        Set<String> rules() {
            Set<String> rules = new LinkedHashSet<>();
            designs().forEach(design -> rules.add(design.rule()));
            return rules;
        }

        double least() {
            return number.middle();
        }

        /** All designs that may be the winner. */
        List<Design> designs() {
            List<Design> all = new ArrayList<>(List.of(Design.of(best)));
            near.stream().map(Design::of).forEach(all::add);
            return all;
        }
    }

    Outcome outcome(GroupNumbers numbers, String trace) {
        Map<Design, String> champions = new TreeMap<>();
        for (String configuration : numbers.rows(Metric.PEAK_EXTENT)) {
            if (admits(numbers, configuration, trace)) {
                champions.merge(
                        Design.of(configuration),
                        configuration,
                        (a, b) -> value(numbers, b, trace) < value(numbers, a, trace) ? b : a);
            }
        }
        List<String> order = new ArrayList<>(champions.values());
        order.sort((a, b) -> Double.compare(value(numbers, a, trace), value(numbers, b, trace)));
        String best = order.get(0);
        List<String> near = new ArrayList<>();
        String next = null;
        Interval times = null;
        for (String other : order.subList(1, order.size())) {
            Interval more = times(numbers, other, best, trace);
            if (more.low() <= MARGIN) {
                near.add(other);
            } else if (next == null) {
                next = other;
                times = more;
            }
        }
        return new Outcome(best, number(numbers, best, trace), near, next, times);
    }

    /** The median of a configuration, with its interval. */
    Interval number(GroupNumbers numbers, String configuration, String trace) {
        return Interval.ofMedian(samples(numbers, configuration, trace));
    }

    /** How many times as much a configuration has as another, in the same runs. */
    Interval times(GroupNumbers numbers, String configuration, String other, String trace) {
        return GroupNumbers.times(samples(numbers, configuration, trace), samples(numbers, other, trace));
    }

    private double value(GroupNumbers numbers, String configuration, String trace) {
        return ReportNumbers.median(samples(numbers, configuration, trace));
    }

    private List<Double> samples(GroupNumbers numbers, String configuration, String trace) {
        return numbers.samples(metric, configuration, trace);
    }
}
