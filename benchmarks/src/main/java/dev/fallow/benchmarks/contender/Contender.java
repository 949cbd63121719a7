package dev.fallow.benchmarks.contender;

import dev.fallow.freespace.FreeSpaceFactory;
import java.util.Objects;

/**
 * One of the designs that are compared.
 *
 * @param name short, stable: what commands, result files and plots call it
 * @param what one line for the tables' legend
 * @param placement which requests it can be given so that its answers are known beforehand
 * @param mostSections with more sections it is left out: it would take too long, or cannot
 * @param factory makes what is timed
 * @param counting makes what counts its probes: the same factory, or that of a slower twin where counting is not for free; null if
 *     it cannot count
 * @param listsSections whether it has an own way to walk through its sections, so that the walk is worth timing
 */
public record Contender(
        String name,
        String what,
        Placement placement,
        long mostSections,
        FreeSpaceFactory factory,
        FreeSpaceFactory counting,
        boolean listsSections) {

    /** Which section serves a request. Contenders of one placement give the same answers. */
    public enum Placement {
        /** The smallest section that fits, and of these the one at the lowest address. */
        BEST_FIT_LOWEST_ADDRESS,
        /** The smallest section that fits, and of these the one that the list has first. */
        BEST_FIT_LIST_ORDER,
        /** The lowest address at which the request fits. */
        FIRST_FIT
    }

    /** Checks that what must be there is. */
    public Contender {
        Objects.requireNonNull(name);
        Objects.requireNonNull(what);
        Objects.requireNonNull(placement);
        Objects.requireNonNull(factory);
    }

    /** Whether its answers are those of exact best fit with lowest address. */
    public boolean isExact() {
        return placement == Placement.BEST_FIT_LOWEST_ADDRESS;
    }

    @Override
    public String toString() {
        return name;
    }
}
