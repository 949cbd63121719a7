package dev.fallow.research.comparison;

import dev.fallow.research.report.ReportNumbers;
import java.util.Arrays;
import java.util.List;

/** The extent of the measurements. */
public enum Scale {
    /** Every measurement once, small enough for the tests; the times are meaningless. */
    SMOKE("smoke", 1, List.of(64, 400), List.of(200), 100, 1, 2, 1_000_000L, 100_000L, 12, 15, 500),
    /** Some minutes: enough to see the direction of a change. */
    QUICK(
            "quick",
            1,
            List.of(1_000, 10_000, 100_000),
            List.of(10_000),
            100_000,
            6,
            7,
            20_000_000L,
            20_000_000L,
            12,
            24,
            2_000),
    /** For published results. */
    FULL(
            "full",
            3,
            List.of(1_000, 10_000, 100_000, 700_000),
            List.of(1_000, 10_000, 100_000),
            200_000,
            8,
            15,
            100_000_000L,
            50_000_000L,
            12,
            30,
            10_000);

    private final String label;
    private final int forks;
    private final List<Integer> sections;
    private final List<Integer> sectionsOfOthers;
    private final int operations;
    private final int warmups;
    private final int rounds;
    private final long slowNanos;
    private final long searchNanos;
    private final int leastLgBits;
    private final int mostLgBits;
    private final int objects;

    Scale(
            String label,
            int forks,
            List<Integer> sections,
            List<Integer> sectionsOfOthers,
            int operations,
            int warmups,
            int rounds,
            long slowNanos,
            long searchNanos,
            int leastLgBits,
            int mostLgBits,
            int objects) {
        this.label = label;
        this.forks = forks;
        this.sections = sections;
        this.sectionsOfOthers = sectionsOfOthers;
        this.operations = operations;
        this.warmups = warmups;
        this.rounds = rounds;
        this.slowNanos = slowNanos;
        this.searchNanos = searchNanos;
        this.leastLgBits = leastLgBits;
        this.mostLgBits = mostLgBits;
        this.objects = objects;
    }

    /** @throws IllegalArgumentException if there is no such scale */
    public static Scale named(String label) {
        return Arrays.stream(values())
                .filter(scale -> scale.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no scale " + label));
    }

    /** The number of {@link #objects} of each scale, as text. */
    public static String numbersOfObjects() {
        return String.join(
                ", ",
                Arrays.stream(values())
                        .map(scale -> ReportNumbers.brief(scale.objects) + " (" + scale.label + ")")
                        .toList());
    }

    /** The name in commands. */
    public String label() {
        return label;
    }

    /** The number of consecutive JVMs that measure each task. */
    public int forks() {
        return forks;
    }

    /** The approximate numbers of free sections, for the distribution to which the targets refer. */
    public List<Integer> sections() {
        return sections;
    }

    /** The approximate numbers of free sections, for the other workloads. */
    public List<Integer> sectionsOfOthers() {
        return sectionsOfOthers;
    }

    /** The number of operations in a round. */
    public int operations() {
        return operations;
    }

    /** The number of initial rounds that are not timed. */
    public int warmups() {
        return warmups;
    }

    /** The number of timed rounds. */
    public int rounds() {
        return rounds;
    }

    /** The maximum time for a round of a contender; a slower contender executes fewer operations. */
    public long slowNanos() {
        return slowNanos;
    }

    /** The minimum time for which a search is repeated in one timing. */
    public long searchNanos() {
        return searchNanos;
    }

    /** log2 of the number of bits in the smallest map with one run. */
    public int leastLgBits() {
        return leastLgBits;
    }

    /** log2 of the number of bits in the largest map with one run. */
    public int mostLgBits() {
        return mostLgBits;
    }

    /** The number of groups, datasets or attributes of each series in recorded sessions. */
    public int objects() {
        return objects;
    }
}
