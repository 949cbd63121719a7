package dev.fallow.internal;

import dev.fallow.format.AnySuperblock;
import dev.fallow.internal.object.ObjectStore;
import dev.fallow.internal.space.SectionPersistence;
import dev.fallow.internal.space.SessionVerification;
import java.io.IOException;

/**
 * What a session stands on in memory. It is made from what the last commit left in the file: when a container is opened,
 * and again when a change that failed half-way is taken back.
 *
 * @param store the objects
 * @param sections how the file remembers its free space
 * @param verification before the first change
 */
record Footing(ObjectStore store, SectionPersistence sections, SessionVerification verification) {
    /** Makes one. */
    @FunctionalInterface
    interface Source {
        /** @param superblock of the last commit */
        Footing from(AnySuperblock superblock) throws IOException;
    }
}
