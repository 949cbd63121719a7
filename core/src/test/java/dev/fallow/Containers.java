package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.internal.session.Session;
import dev.fallow.report.SpaceReport;
import java.util.Arrays;
import java.util.stream.Stream;

/** Containers for tests that begin sessions themselves, or compare bytes. */
public final class Containers {
    private Containers() {}

    /** The container that is open in a session. */
    public static ContainerFile of(Session session) {
        return new ContainerFile(session);
    }

    /** The bytes of a file, with zeros for those that are free: what was there before it was deleted may have been written or not. */
    public static byte[] contentInUse(byte[] file) {
        byte[] content = file.clone();
        try (ContainerFile container =
                ContainerFile.openBytes(content, OpenOptions.defaults().withReadOnly(true))) {
            SpaceReport report = container.space();
            assertThat(report.findings()).isEmpty();
            Stream.concat(report.sections().stream(), report.untracked().stream())
                    .forEach(free ->
                            Arrays.fill(content, (int) free.address(), (int) (free.address() + free.size()), (byte) 0));
        }
        return content;
    }
}
