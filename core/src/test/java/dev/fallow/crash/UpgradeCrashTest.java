package dev.fallow.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.Containers;
import dev.fallow.CreateOptions;
import dev.fallow.Durability;
import dev.fallow.FileFormat;
import dev.fallow.OpenOptions;
import dev.fallow.internal.open.ContainerCreator;
import dev.fallow.internal.open.ContainerOpener;
import dev.fallow.report.SpaceReport;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Crashes while a superblock is upgraded. */
class UpgradeCrashTest {
    private static final int OLD_BYTES = 96;
    private static final int NEW_BYTES = 48;

    /** The free space is persisted in the same session, or nothing else is done. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void eitherSuperblockIsThere(boolean goesOn) throws IOException {
        RecordedMedium filled = filled();
        RecordedMedium medium = new RecordedMedium(filled.now());
        try (ContainerFile file = open(medium, OpenOptions.defaults())) {
            assertThat(file.upgrade()).isZero();
            if (goesOn) {
                file.setPersistFreeSpace(true);
                file.root().createDataset("more", new int[1_000]);
            }
        }
        int[] seen = new int[3];
        CrashImages.Check check = (image, events, how) -> seen[version(image, how)]++;
        for (int tornStep : new int[] {1, 512}) {
            CrashImages images = new CrashImages(medium, 1, tornStep, 200);
            images.killed(medium.count(), check);
            images.wentDown(medium.count(), check);
        }
        System.out.printf("%d images with version 0, %d with version 2%n", seen[0], seen[2]);
        assertThat(seen[0]).as("images with the old superblock").isGreaterThan(10);
        assertThat(seen[2]).as("images with the new superblock").isGreaterThan(10);
    }

    /** Without forcing, too, the program may be killed at any moment. */
    @ParameterizedTest
    @ValueSource(strings = {"AT_CLOSE", "NEVER"})
    void aKilledProgramLeavesEither(Durability durability) throws IOException {
        RecordedMedium filled = filled();
        RecordedMedium medium = new RecordedMedium(filled.now());
        try (ContainerFile file = open(medium, OpenOptions.defaults().withDurability(durability))) {
            file.upgrade();
        }
        int[] seen = new int[3];
        new CrashImages(medium, 1, 1, 200).killed(medium.count(), (image, events, how) -> seen[version(image, how)]++);
        assertThat(seen[0]).isPositive();
        assertThat(seen[2]).isPositive();
    }

    private static RecordedMedium filled() throws IOException {
        RecordedMedium filled = new RecordedMedium(Image.none());
        CreateOptions options =
                CreateOptions.defaults().withFormat(FileFormat.EARLIEST).withPersistFreeSpace(false);
        try (ContainerFile file = Containers.of(
                ContainerCreator.createIn(filled.container(), filled.journal(), "filled", options, false))) {
            file.root().createGroup("group").createDataset("data", new int[] {1, 2, 3});
            assertThat(file.space().freeBytes()).isZero();
        }
        return filled;
    }

    private static ContainerFile open(RecordedMedium medium, OpenOptions options) {
        return Containers.of(ContainerOpener.openIn(medium.container(), medium.journal(), "old", options));
    }

    /** The version of the superblock in an image; the rest must be complete, and the upgrade possible. */
    private static int version(Image image, String how) {
        int version;
        try (ContainerFile file =
                open(new RecordedMedium(image), OpenOptions.defaults().withReadOnly(true))) {
            version = check(file, how);
        }
        RecordedMedium recovered = new RecordedMedium(image);
        try (ContainerFile file = open(recovered, OpenOptions.defaults())) {
            assertThat(check(file, how)).isEqualTo(version);
            assertThat(file.upgrade()).as(how).isEqualTo(version);
            file.setPersistFreeSpace(true);
            file.reclaimUntracked();
            file.root().createGroup("new").createDataset("data", new byte[10]);
        }
        try (ContainerFile file = open(recovered, OpenOptions.defaults())) {
            assertThat(check(file, how)).isEqualTo(2);
            assertThat(file.dataset("/new/data").read()).isEqualTo(new byte[10]);
            assertThat(file.space().untrackedBytes()).as(how).isZero();
        }
        return version;
    }

    private static int check(ContainerFile file, String how) {
        SpaceReport report = file.space();
        assertThat(report.findings()).as(how).isEmpty();
        assertThat(report.untrackedBytes()).as(how).isIn(0L, (long) OLD_BYTES - NEW_BYTES);
        assertThat(file.dataset("/group/data").read()).as(how).isEqualTo(new int[] {1, 2, 3});
        if (file.exists("/more")) {
            assertThat(file.dataset("/more").read()).as(how).isEqualTo(new int[1_000]);
        }
        return file.info().superblockVersion();
    }
}
