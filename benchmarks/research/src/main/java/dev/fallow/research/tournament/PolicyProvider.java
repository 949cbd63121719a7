package dev.fallow.research.tournament;

import dev.fallow.freespace.FreeSpaceFactory;
import java.util.List;

/**
 * Adds policies from outside to those that are compared: {@link java.util.ServiceLoader} finds it if it is on the class path, with
 * the name of the class in {@code META-INF/services/dev.fallow.research.tournament.PolicyProvider}.
 */
public interface PolicyProvider {
    /** The policies, whose names differ from those of all others. */
    List<Contestant> policies();

    /** Creates an entry. */
    @FunctionalInterface
    interface EntryFactory {
        /**
         * Creates an entry.
         *
         * @param blocks the number of blocks of the trace; their numbers are below it
         * @param volume the size of the volume in bytes; 0 if the policy extends its file
         */
        TournamentEntry create(int blocks, long volume);
    }

    /**
     * A manager of free sections. What it cannot serve is placed at the end of the file.
     *
     * @param name a short name for tables and commands
     * @param what a description in one line
     * @param unit in bytes; sizes are rounded up to multiples of it
     */
    static Contestant manager(String name, String what, long unit, FreeSpaceFactory factory) {
        return policy(
                name,
                what,
                unit,
                Contestant.GROWS,
                (blocks, volume) -> new FreeSpaceEntry(factory.create(0), unit, blocks));
    }

    /**
     * Any policy.
     *
     * @param unit in bytes; blocks are rounded up at least to multiples of it
     * @param volumeStep in bytes; the policy gets the smallest volume of a multiple of it that suffices; 0 if it extends its file
     */
    static Contestant policy(String name, String what, long unit, long volumeStep, EntryFactory factory) {
        return new Contestant(name, what, unit, volumeStep, factory::create, DiskMetadata::unknown);
    }
}
