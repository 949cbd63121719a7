package dev.fallow.research.contender;

import dev.fallow.freespace.FreeSpaceFactory;
import java.util.Objects;

/**
 * One of the designs that are compared.
 *
 * @param name a short, stable name for commands, result files and plots
 * @param what a description in one line, for the legend of tables
 * @param placement its choice of sections, which determines the expected answers
 * @param mostSections the maximum number of sections with which it takes part; with more it is too slow, or unable
 * @param factory creates the managers that are timed
 * @param counting creates the managers that count probes: the same factory, or that of a slower variant; null if it
 *     cannot count
 * @param listsSections whether it implements an iteration over its sections, which is then timed
 */
public record Contender(
        String name,
        String what,
        Placement placement,
        long mostSections,
        FreeSpaceFactory factory,
        FreeSpaceFactory counting,
        boolean listsSections) {

    /** The choice of the section for a request. Contenders with the same placement give the same answers. */
    public enum Placement {
        /** The smallest sufficient section; among equals, the one at the lowest address. */
        BEST_FIT_LOWEST_ADDRESS,
        /** The smallest sufficient section; among equals, the first in the list. */
        BEST_FIT_LIST_ORDER,
        /** The lowest address at which the request fits. */
        FIRST_FIT
    }

    /** @throws NullPointerException if a required component is null */
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
