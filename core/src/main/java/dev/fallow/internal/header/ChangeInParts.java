package dev.fallow.internal.header;

import java.io.IOException;
import java.util.function.LongPredicate;

/** A checked change that may be committed between its parts. */
@FunctionalInterface
public interface ChangeInParts {
    /**
     * Makes the next part of the change.
     *
     * @param enough whether the part should end where the file would grow, if it releases this number of bytes in use
     * @return whether there is another part
     */
    boolean apply(LongPredicate enough) throws IOException;

    /** The whole change, without a commit in it. */
    default Change whole() {
        return () -> apply(released -> false);
    }
}
