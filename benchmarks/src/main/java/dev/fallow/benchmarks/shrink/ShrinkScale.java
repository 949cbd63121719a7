package dev.fallow.benchmarks.shrink;

import dev.fallow.benchmarks.shrink.PreparedFile.Sizes;
import java.util.Arrays;
import java.util.List;

/** The extent of the measurements. */
enum ShrinkScale {
    /** Small enough for the build; the times are meaningless. */
    SMOKE("smoke", new Sizes(1 << 17, 40, 1 << 11, 8, 1 << 17, 250_000), 1, 6, 40, 2, List.of(1.1), List.of(1 << 18)),
    /** Files of 2.1 GB; 200 runs of the logger, 300 rounds. */
    FULL(
            "full",
            new Sizes(1 << 27, 2_000, 1 << 17, 42, 1 << 24, 2_500_000),
            3,
            40,
            300,
            5,
            List.of(1.02, 1.05, 1.1, 1.2),
            List.of(1 << 18, 1 << 20));

    private final String label;
    private final Sizes sizes;
    private final int laps;
    private final int restarts;
    private final int rounds;
    private final int seeds;
    private final List<Double> ratios;
    private final List<Integer> bytesPerCommit;

    ShrinkScale(
            String label,
            Sizes sizes,
            int laps,
            int restarts,
            int rounds,
            int seeds,
            List<Double> ratios,
            List<Integer> bytesPerCommit) {
        this.label = label;
        this.sizes = sizes;
        this.laps = laps;
        this.restarts = restarts;
        this.rounds = rounds;
        this.seeds = seeds;
        this.ratios = ratios;
        this.bytesPerCommit = bytesPerCommit;
    }

    /** @throws IllegalArgumentException if there is no such scale */
    static ShrinkScale named(String label) {
        return Arrays.stream(values())
                .filter(scale -> scale.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no scale " + label));
    }

    String label() {
        return label;
    }

    /** Of the files that are shrunk and repacked. */
    Sizes sizes() {
        return sizes;
    }

    /** How often each file is shrunk and repacked. */
    int laps() {
        return laps;
    }

    /** Sessions of the logger. */
    int restarts() {
        return restarts;
    }

    /** Rounds of the long churn. */
    int rounds() {
        return rounds;
    }

    /** Repetitions of the logger and of the churn with other random numbers. */
    int seeds() {
        return seeds;
    }

    /** Ratios of the policies. */
    List<Double> ratios() {
        return ratios;
    }

    /** Limits of the policies. */
    List<Integer> bytesPerCommit() {
        return bytesPerCommit;
    }
}
