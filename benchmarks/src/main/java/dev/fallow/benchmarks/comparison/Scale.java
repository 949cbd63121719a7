package dev.fallow.benchmarks.comparison;

import java.util.Arrays;
import java.util.List;

/** The extent of the measurements. */
public enum Scale {
    /** Everything once, so small that it is part of the tests; the times mean nothing. */
    SMOKE("smoke", 1, List.of(64, 400), List.of(200), 100, 1, 2, 1_000_000L, 100_000L, 12, 15, 500),
    /** Some minutes: enough to see which way a change goes. */
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

    /** @throws IllegalArgumentException if there is none of that name */
    public static Scale named(String label) {
        return Arrays.stream(values())
                .filter(scale -> scale.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no scale " + label));
    }

    /** The number of {@link #objects} of each scale, in words. */
    public static String numbersOfObjects() {
        return String.join(
                ", ",
                Arrays.stream(values())
                        .map(scale -> Numbers.brief(scale.objects) + " (" + scale.label + ")")
                        .toList());
    }

    /** The name in commands. */
    public String label() {
        return label;
    }

    /** JVMs, one after the other, that measure each task. */
    public int forks() {
        return forks;
    }

    /** About how many free sections, for the distribution that the targets speak of. */
    public List<Integer> sections() {
        return sections;
    }

    /** About how many free sections, for the other workloads. */
    public List<Integer> sectionsOfOthers() {
        return sectionsOfOthers;
    }

    /** Operations in a round. */
    public int operations() {
        return operations;
    }

    /** Rounds that are not timed, before. */
    public int warmups() {
        return warmups;
    }

    /** Rounds that are timed. */
    public int rounds() {
        return rounds;
    }

    /** The time that a round of a contender may take; if that is not enough for all operations it does fewer. */
    public long slowNanos() {
        return slowNanos;
    }

    /** At least so long a search is repeated for one timing. */
    public long searchNanos() {
        return searchNanos;
    }

    /** The smallest map with one run has 2 to the power of this many bits. */
    public int leastLgBits() {
        return leastLgBits;
    }

    /** And the largest. */
    public int mostLgBits() {
        return mostLgBits;
    }

    /** Groups, datasets or attributes of each series in the sessions that traces are recorded from. */
    public int objects() {
        return objects;
    }
}
