package dev.fallow.benchmarks.race;

import dev.fallow.benchmarks.race.entrant.Entrant;
import dev.fallow.benchmarks.race.entrant.Entrants;
import dev.fallow.benchmarks.race.entrant.Pace;
import dev.fallow.research.createdelete.ReportTest;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The extent of a race. */
public enum RaceScale {
    /** Every test once, small enough for the build; the times are meaningless. */
    SMOKE(
            "smoke",
            new Counts(List.of(10, 20), List.of(20), List.of()),
            new Counts(List.of(4, 6), List.of(6), List.of()),
            Set.of(),
            1,
            new Pace(0.1, 0.2, 1, 0, 10),
            1_000),
    /** Less than five minutes on two cores. */
    QUICK(
            "quick",
            new Counts(List.of(500, 5_000), List.of(50_000), List.of()),
            new Counts(List.of(50, 100), List.of(200), List.of()),
            Entrants.BESIDES,
            1,
            new Pace(1.5, 8, 3, 0.2, 5),
            16_000),
    /** The counts of the report, and more for Fallow with default options; for published results. */
    FULL(
            "full",
            new Counts(List.of(500, 1_000, 5_000, 10_000, 50_000), List.of(50_000), List.of(100_000, 500_000)),
            new Counts(List.of(500, 1_000), List.of(1_000), List.of()),
            Entrants.TWICE,
            1,
            new Pace(4, 30, 5, 0.3, 20),
            150_001);

    /**
     * The counts of a test.
     *
     * @param all the counts of all entrants
     * @param most additional counts of Fallow with default options and of the reference, and the only counts of cold
     *     JVMs
     * @param growth further counts of Fallow with default options
     */
    private record Counts(List<Integer> all, List<Integer> most, List<Integer> growth) {
        List<Integer> of(Entrant.Role role) {
            TreeSet<Integer> counts = new TreeSet<>(role == Entrant.Role.OURS_COLD ? most : all);
            if (role == Entrant.Role.OURS || role == Entrant.Role.REFERENCE) {
                counts.addAll(most);
            }
            if (role == Entrant.Role.OURS) {
                counts.addAll(growth);
            }
            return List.copyOf(counts);
        }
    }

    private final String label;
    private final Counts counts;
    private final Counts nestedCounts;
    private final Set<String> leftOut;
    private final int processes;
    private final Pace pace;
    private final long mostOfLinkedList;

    RaceScale(
            String label,
            Counts counts,
            Counts nestedCounts,
            Set<String> leftOut,
            int processes,
            Pace pace,
            long mostOfLinkedList) {
        this.label = label;
        this.counts = counts;
        this.nestedCounts = nestedCounts;
        this.leftOut = leftOut;
        this.processes = processes;
        this.pace = pace;
        this.mostOfLinkedList = mostOfLinkedList;
    }

    /** @throws IllegalArgumentException if there is no such scale */
    static RaceScale named(String label) {
        return Arrays.stream(values())
                .filter(scale -> scale.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no scale " + label));
    }

    String label() {
        return label;
    }

    /** The counts of a test for entrants of a role, ascending; none if they do not run it. */
    List<Integer> counts(ReportTest test, Entrant.Role role) {
        if (test != ReportTest.NESTED) {
            return counts.of(role);
        }
        return role == Entrant.Role.OURS_COLD ? List.of() : nestedCounts.of(role);
    }

    /** The names of the entrants that take part only if they are named. */
    Set<String> leftOut() {
        return leftOut;
    }

    /** The number of consecutive processes for each series. */
    int processes() {
        return processes;
    }

    Pace pace() {
        return pace;
    }

    /** The maximum number of objects created in a test with the linked list, whose time is quadratic. */
    long mostOfLinkedList() {
        return mostOfLinkedList;
    }
}
