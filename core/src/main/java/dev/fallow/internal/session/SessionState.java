package dev.fallow.internal.session;

import dev.fallow.format.superblock.AnySuperblock;
import dev.fallow.internal.census.SessionVerification;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.space.SectionPersistence;
import java.io.IOException;

/**
 * The in-memory state that a session works on. Built from the last commit when a container is opened, and rebuilt when
 * a change that failed halfway is rolled back.
 *
 * @param store the objects
 * @param sections the persistence of free sections
 * @param verification the check before the first change
 */
public record SessionState(ObjectStore store, SectionPersistence sections, SessionVerification verification) {
    /** Builds the state from the file. */
    @FunctionalInterface
    public interface Source {
        /**
         * @param superblock of the last commit
         * @param tracking whether all free space is tracked, even if the strategy tracks none, and below the threshold
         */
        SessionState from(AnySuperblock superblock, boolean tracking) throws IOException;
    }
}
