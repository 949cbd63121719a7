package dev.fallow.internal.commit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/** Names the present run of the operating system, so that a journal tells whether the machine went down since. */
final class Boot {
    private static final Path LINUX = Path.of("/proc/sys/kernel/random/boot_id");

    private Boot() {}

    /** Not 0; the same until the machine is started again. 0 where it is not known. */
    static long id() {
        try {
            UUID id = UUID.fromString(Files.readString(LINUX).trim());
            return id.getMostSignificantBits() ^ id.getLeastSignificantBits();
        } catch (IOException | IllegalArgumentException e) {
            return 0; // another operating system: the question stays open
        }
    }
}
