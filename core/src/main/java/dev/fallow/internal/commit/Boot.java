package dev.fallow.internal.commit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * Identifies the current boot of the operating system, so that recovery can detect whether the machine went down after
 * a journal was written.
 */
final class Boot {
    private static final Path LINUX = Path.of("/proc/sys/kernel/random/boot_id");

    private Boot() {}

    /** A non-zero value that is constant until the machine is rebooted; 0 if unknown. */
    static long id() {
        try {
            UUID id = UUID.fromString(Files.readString(LINUX).trim());
            return id.getMostSignificantBits() ^ id.getLeastSignificantBits();
        } catch (IOException | IllegalArgumentException e) {
            return 0; // another operating system: unknown
        }
    }
}
