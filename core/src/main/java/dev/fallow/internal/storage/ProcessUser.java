package dev.fallow.internal.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;

/** The user that this process runs as, in the form used for file owners. */
final class ProcessUser {
    private static final Path LINUX = Path.of("/proc/self");

    private ProcessUser() {}

    /** Null if unknown. */
    static UserPrincipal find() {
        try {
            return Files.exists(LINUX)
                    ? Files.getOwner(LINUX)
                    : LINUX.getFileSystem()
                            .getUserPrincipalLookupService()
                            .lookupPrincipalByName(System.getProperty("user.name"));
        } catch (IOException | UnsupportedOperationException e) {
            return null; // no user of this name, as in some virtual machines, or no users at all
        }
    }
}
