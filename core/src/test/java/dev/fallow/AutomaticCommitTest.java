package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Changed metadata that the last commit has is bounded: it is committed automatically above a limit. */
class AutomaticCommitTest {
    private static final int ATTRIBUTE_BYTES = 10_000;
    private static final int MOST_BYTES = 8 << 20;
    private static final int OBJECTS = MOST_BYTES / ATTRIBUTE_BYTES + 100;

    @TempDir
    private Path folder;

    @Test
    void tooMuchIsCommittedBetweenTwoChanges() throws IOException {
        Path file = folder.resolve("file.h5");
        Path copy = folder.resolve("copy.h5");
        try (ContainerFile container =
                ContainerFile.create(file, CreateOptions.defaults().withUncommittedBytes(MOST_BYTES))) {
            for (int i = 0; i < OBJECTS; i++) {
                container.root().createGroup("g" + i).createAttribute("a", new byte[ATTRIBUTE_BYTES]);
            }
            container.flush();
            long commits = container.writeStatistics().commits();
            byte[] changed = new byte[ATTRIBUTE_BYTES];
            changed[0] = 1;
            for (int i = 0; i < OBJECTS; i++) {
                container.group("g" + i).putAttribute("a", changed);
            }
            assertThat(container.writeStatistics().commits() - commits).isEqualTo(1);
            Files.copy(file, copy);
            Files.copy(folder.resolve("file.h5.fallow-journal"), folder.resolve("copy.h5.fallow-journal"));
        }
        try (ContainerFile container = ContainerFile.open(copy)) {
            int found = 0;
            for (int i = 0; i < OBJECTS; i++) {
                int value = container.group("g" + i).attribute("a").read(byte[].class)[0];
                assertThat(value)
                        .as("those changed before the commit are the first")
                        .isEqualTo(found == i ? value : 0);
                found += value;
            }
            assertThat(found).isBetween(OBJECTS / 2, OBJECTS - 1);
            assertThat(container.space().findings()).isEmpty();
        }
    }

    /** The memory of free sections, which changes cannot do without, leaves less for changes. */
    @Test
    void manyFreeSectionsCommitEarlier() {
        Path file = folder.resolve("holes.h5");
        CreateOptions options = CreateOptions.defaults().withDurability(Durability.NEVER);
        try (ContainerFile container = ContainerFile.create(file, options.withUncommittedBytes(1 << 20))) {
            long plain = commitsOf(container, "a");
            Group group = container.root().createGroup("group");
            for (int i = 0; i < 40_000; i++) {
                group.createGroup("g" + i);
            }
            container.flush(); // from here on, the groups have their places
            for (int i = 0; i < 40_000; i += 2) {
                group.delete("g" + i);
            }
            container.flush();
            assertThat(container.space().sections()).hasSizeGreaterThan(19_000);
            assertThat(commitsOf(container, "b")).isGreaterThan(4 * plain);
        }
    }

    private static long commitsOf(ContainerFile container, String name) {
        container.flush();
        long before = container.writeStatistics().commits();
        for (int i = 0; i < 400; i++) {
            container.root().createAttribute(name + i, new byte[10_000]);
        }
        return container.writeStatistics().commits() - before;
    }
}
