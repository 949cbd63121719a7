package dev.fallow.internal.dataset;

import dev.fallow.internal.header.Change;
import java.io.IOException;

/** Counts the users of committed datatypes down. A datatype that loses its last link and user is deleted. */
@FunctionalInterface
public interface DatatypeUsers {
    /**
     * Checks that one user can be removed.
     *
     * @param user the address of the object that uses it
     * @param where the file and the object that uses it, for messages
     * @throws dev.fallow.CorruptFileException if the object is not a datatype
     */
    Change oneLess(long address, long user, String where) throws IOException;
}
