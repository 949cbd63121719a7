package dev.fallow.research.tournament;

import java.util.function.Supplier;
import org.openjdk.jol.info.GraphStats;

/**
 * A policy with its parameters for the tournament.
 *
 * @param name a short name for tables
 * @param what a description in one line for the legend: unit, parameters, source
 * @param unit in bytes; blocks are rounded up at least to multiples of it
 * @param volumeStep in bytes; volumes are multiples of it; {@link #GROWS} if the policy extends its file
 * @param factory creates entries
 * @param counting creates counters of metadata writes
 */
public record Contestant(
        String name, String what, long unit, long volumeStep, Factory factory, Supplier<DiskMetadata> counting) {
    /** The volume step of a policy without volume. */
    static final long GROWS = 0;

    /** Creates entries. */
    @FunctionalInterface
    interface Factory {
        /**
         * Creates an entry.
         *
         * @param blocks the maximum number of blocks
         * @param volume size of the volume in bytes; 0 if the policy has none
         */
        TournamentEntry create(int blocks, long volume);
    }

    /** Whether the policy needs a volume. */
    public boolean hasVolume() {
        return volumeStep != GROWS;
    }

    /** Creates an entry for these requests. */
    public TournamentEntry entry(Requests requests, long volume) {
        return factory.create(requests.blocks(), volume);
    }

    DiskMetadata metadata() {
        return counting.get();
    }

    /**
     * The size of the smallest volume for these requests in bytes; 0 if the policy has no volume. Volumes are tried
     * starting with the maximum number of units in use, each a sixteenth larger than the previous one, until all
     * requests are served. Bisection between the last two finds the limit, to a 256th of the first.
     *
     * @throws IllegalStateException if 64 times the first volume is not enough
     */
    public long volume(Requests requests) {
        if (!hasVolume()) {
            return 0;
        }
        long first = ceiling(requests.mostInUse(unit));
        long tooSmall = first - volumeStep;
        long enough = first;
        while (!requests.replay(entry(requests, enough))) {
            if (enough > 64 * first) {
                throw new IllegalStateException(name + ": a volume of " + enough + " bytes is too small");
            }
            tooSmall = enough;
            enough += ceiling(enough / 16 + 1);
        }
        while (enough - tooSmall > Math.max(volumeStep, first / 256)) {
            long middle = ceiling(tooSmall + (enough - tooSmall) / 2);
            if (requests.replay(entry(requests, middle))) {
                enough = middle;
            } else {
                tooSmall = middle;
            }
        }
        return enough;
    }

    private long ceiling(long bytes) {
        return (bytes + volumeStep - 1) / volumeStep * volumeStep;
    }

    /**
     * The figures for these requests. Checks each answer.
     *
     * @throws IllegalStateException if an answer is wrong
     */
    public Figures figures(Requests requests, long volume) {
        return Survey.of(requests, this, volume);
    }

    /**
     * The memory of the policy in bytes, including reserves, at the time when it knew the most pieces of free space.
     */
    public long memory(Requests requests, Figures figures) {
        TournamentEntry entry = entry(requests, figures.volume());
        requests.replay(entry, figures.mostFreePiecesAt());
        return GraphStats.parseInstance(entry.policy()).totalSize();
    }

    @Override
    public String toString() {
        return name;
    }
}
