package dev.fallow.benchmarks.tournament;

import java.util.function.Supplier;
import org.openjdk.jol.info.GraphStats;

/**
 * A policy as it is set up for the tournament.
 *
 * @param name short: what tables call it
 * @param what one line for the legend: the unit, the parameters, whose they are
 * @param unit bytes: what a block is rounded up to at least
 * @param volumeStep bytes: volumes are multiples; {@link #GROWS} if the policy makes its file longer as it needs
 * @param factory makes an entry
 * @param counting makes what counts the writes of one trace
 */
public record Contestant(
        String name, String what, long unit, long volumeStep, Factory factory, Supplier<DiskMetadata> counting) {
    /** In place of a step: there is no volume. */
    static final long GROWS = 0;

    /** Makes an entry. */
    @FunctionalInterface
    interface Factory {
        /**
         * An entry that has done nothing.
         *
         * @param blocks how many there will be
         * @param volume bytes; 0 if the policy has none
         */
        Entry create(int blocks, long volume);
    }

    /** Whether there has to be a volume. */
    public boolean hasVolume() {
        return volumeStep != GROWS;
    }

    /** An entry for these requests, that has done nothing. */
    public Entry entry(Requests requests, long volume) {
        return factory.create(requests.blocks(), volume);
    }

    DiskMetadata metadata() {
        return counting.get();
    }

    /**
     * The volume for these requests, in bytes; 0 if there is none to be chosen. Volumes are tried from the most units that are
     * ever in use at once, each a sixteenth larger than the one before, until all requests are served; between the last two
     * the limit is then found by bisection, to a 256th of the first.
     *
     * @throws IllegalStateException if none up to 64 times the first is large enough
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
     * The figures of these requests; each answer is checked.
     *
     * @throws IllegalStateException if one is wrong
     */
    public Figures figures(Requests requests, long volume) {
        return Survey.of(requests, this, volume);
    }

    /** Heap bytes of the policy at the moment when it knew the most pieces of free space, with all that it holds in reserve. */
    public long memory(Requests requests, Figures figures) {
        Entry entry = entry(requests, figures.volume());
        requests.replay(entry, figures.mostFreePiecesAt());
        return GraphStats.parseInstance(entry.policy()).totalSize();
    }

    @Override
    public String toString() {
        return name;
    }
}
