package dev.fallow;

import dev.fallow.type.Datatype;
import java.util.Optional;

/**
 * A dataset whose elements a virtual dataset has.
 *
 * @param file as a mapping names it, with the number of the block in place of {@code %b}; {@value VirtualMapping#SAME_FILE} for the same file
 * @param dataset the path of the dataset in that file
 * @param state whether it is there
 * @param datatype of its elements, if it is there
 */
public record VirtualSource(String file, String dataset, State state, Optional<Datatype> datatype) {
    /** Whether a source is there. */
    public enum State {
        /** It is there. */
        PRESENT,
        /** It is there, is a virtual dataset itself, and not all of its sources are {@link #PRESENT}. */
        INCOMPLETE,
        /** There is no such file, or no such dataset in it. Its elements are read as the fill value. */
        MISSING,
        /** It may not be read, or cannot be. Reading its elements fails, and says why. */
        UNREADABLE
    }

    /** Whether it is there, with all its elements as far as it is virtual. */
    public boolean isPresent() {
        return state == State.PRESENT;
    }
}
