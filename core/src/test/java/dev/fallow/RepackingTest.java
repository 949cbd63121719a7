package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.report.SpaceReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Dense storage that has lost most of its messages is rebuilt when the container is closed. */
class RepackingTest {
    private static final int COUNT = 4_000;
    private static final int KEPT = 10;

    @TempDir
    private Path folder;

    /** Nearly all messages deleted, from every block; in one session, or with the last commit referring to them. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void linksAndAttributesTakeWhatTheyNeed(boolean committed) throws IOException {
        Path few = folder.resolve("few.h5");
        try (ContainerFile file = ContainerFile.create(few, options())) {
            fill(file, COUNT, KEPT);
        }
        Path many = folder.resolve("many.h5");
        try (ContainerFile file = ContainerFile.create(many, options())) {
            fill(file, COUNT, 1);
            if (committed) {
                file.flush();
            }
            for (int i = 0; i < COUNT; i++) {
                if (i % KEPT != 0) {
                    file.group("links").delete("l" + i);
                    file.group("attributes").deleteAttribute("a" + i);
                }
            }
        }
        check(many, KEPT);
        assertThat(Files.size(many)).isLessThanOrEqualTo(Files.size(few) + Files.size(few) / 4);
        byte[] before = Files.readAllBytes(many);
        ContainerFile.open(many).close();
        assertThat(Files.readAllBytes(many)).isEqualTo(before);
        try (ContainerFile file = ContainerFile.open(many)) { // not repacked: it would save nothing
            file.group("links").delete("l0");
            file.group("links").createSoftLink("l0", "/nowhere");
        }
        check(many, KEPT);
    }

    /** Storage committed before closing is rebuilt, too. */
    @Test
    void alsoAfterTheLastChangeWasCommitted() throws IOException {
        Path path = folder.resolve("flushed.h5");
        try (ContainerFile file = ContainerFile.create(path, options())) {
            fill(file, COUNT, 1);
            file.flush(); // otherwise what is deleted never gets into the file
            for (int i = 0; i < COUNT; i++) {
                if (i % KEPT != 0) {
                    file.group("links").delete("l" + i);
                    file.group("attributes").deleteAttribute("a" + i);
                }
            }
            file.flush();
            assertThat(Files.size(path)).isGreaterThan(150_000);
        }
        check(path, KEPT);
        assertThat(Files.size(path)).isLessThan(100_000);
    }

    @Test
    void notIfItIsNotWanted() throws IOException {
        Path path = folder.resolve("large.h5");
        try (ContainerFile file = ContainerFile.create(path, options().withRepacking(false))) {
            fill(file, COUNT, 1);
            file.flush();
            for (int i = 0; i < COUNT; i++) {
                if (i % KEPT != 0) {
                    file.group("links").delete("l" + i);
                    file.group("attributes").deleteAttribute("a" + i);
                }
            }
        }
        check(path, KEPT);
        assertThat(Files.size(path)).isGreaterThan(150_000);
    }

    private static CreateOptions options() {
        return CreateOptions.defaults();
    }

    private static void fill(ContainerFile file, int count, int step) {
        GroupOptions tracked = GroupOptions.defaults().withCreationOrder(CreationOrder.INDEXED);
        Group links = file.root().createGroup("links", tracked);
        Group attributes = file.root().createGroup("attributes");
        for (int i = 0; i < count; i += step) {
            links.createSoftLink("l" + i, "/nowhere/" + i);
            attributes.createAttribute("a" + i, i);
        }
    }

    private static void check(Path path, int step) {
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            assertThat(file.group("links").names()).hasSize(COUNT / step);
            assertThat(file.group("attributes").attributeNames()).hasSize(COUNT / step);
            for (int i = 0; i < COUNT; i += step) {
                assertThat(file.group("attributes").attribute("a" + i).read()).isEqualTo(i);
            }
            assertThat(file.group("links").links(LinkOrder.CREATION)).hasSize(COUNT / step);
            SpaceReport report = file.space();
            assertThat(report.findings()).isEmpty();
            assertThat(report.untrackedBytes()).isZero();
        }
    }
}
