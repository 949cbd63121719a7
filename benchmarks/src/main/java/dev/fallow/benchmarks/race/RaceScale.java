package dev.fallow.benchmarks.race;

import java.util.Arrays;
import java.util.List;

/** How much is raced. */
public enum RaceScale {
    /** Everything once, so small that it is part of the tests; the times mean nothing. */
    SMOKE("smoke", List.of(10, 20), List.of(4, 6), 1, new Pace(1, 0, 1, 0, 10), 1_000),
    /** Less than five minutes on two cores; a JVM is not fully warmed in that time. */
    QUICK("quick", List.of(500, 5_000), List.of(20, 60), 1, new Pace(2, 1.5, 3, 0.2, 4), 16_000),
    /** The counts of the report: what results are published from. */
    FULL(
            "full",
            List.of(500, 1_000, 5_000, 10_000, 50_000),
            List.of(500, 1_000),
            3,
            new Pace(3, 8, 7, 0.3, 120),
            150_001);

    private final String label;
    private final List<Integer> counts;
    private final List<Integer> nestedCounts;
    private final int processes;
    private final Pace pace;
    private final long mostOfSlow;

    RaceScale(
            String label, List<Integer> counts, List<Integer> nestedCounts, int processes, Pace pace, long mostOfSlow) {
        this.label = label;
        this.counts = counts;
        this.nestedCounts = nestedCounts;
        this.processes = processes;
        this.pace = pace;
        this.mostOfSlow = mostOfSlow;
    }

    /** @throws IllegalArgumentException if there is none of that name */
    static RaceScale named(String label) {
        return Arrays.stream(values())
                .filter(scale -> scale.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no scale " + label));
    }

    String label() {
        return label;
    }

    List<Integer> counts(ReportTest test) {
        return test == ReportTest.NESTED ? nestedCounts : counts;
    }

    /** Processes, one after the other, for each event. */
    int processes() {
        return processes;
    }

    Pace pace() {
        return pace;
    }

    /** Those whose time grows with the square do not do tests that create more objects. */
    long mostOfSlow() {
        return mostOfSlow;
    }
}
