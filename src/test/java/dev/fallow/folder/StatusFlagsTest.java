package dev.fallow.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.FileFormat;
import dev.fallow.FileInUseException;
import dev.fallow.MaintenanceOptions;
import dev.fallow.OpenOptions;
import dev.fallow.oracle.Corpus;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.report.CheckReport;
import dev.fallow.report.FindingCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The status flags of superblocks that libhdf5 ignores itself: which of them keep an editor out, and what removes them. */
class StatusFlagsTest {
    private static final int FLAGS = 20;

    @TempDir
    private Path folder;

    private Path old(int flags) throws IOException {
        Path file = folder.resolve("old.h5");
        try (ContainerFile container = ContainerFile.create(
                file, CreateOptions.defaults().withFormat(FileFormat.EARLIEST).withPersistFreeSpace(false))) {
            container.root().createDataset("numbers", new int[] {1, 2, 3});
        }
        byte[] bytes = Files.readAllBytes(file);
        assertThat(bytes[8]).as("superblock version").isZero();
        bytes[FLAGS] = (byte) flags;
        return Files.write(file, bytes);
    }

    /** libhdf5 up to 1.6 set flags 1 and 2 when it opened a file for writing, and never cleared them. */
    @Test
    void whatOldReleasesLeftIsNoWriter() throws IOException {
        Path file = old(3);
        assertIsEdited(file, ContainerFile.check(file));
    }

    @Test
    void aFileOfOldReleasesIsEdited() throws IOException {
        Path found = Corpus.finding("second-round/libhdf5-1.6-flags3.h5");
        Path file = Files.copy(found, folder.resolve("flags3.h5"));
        assertThat(Files.readAllBytes(file)[FLAGS]).isEqualTo((byte) 3);
        CheckReport report = ContainerFile.check(file);
        assertThat(report.findings()).noneMatch(each -> each.code() == FindingCode.SB_OPEN);
        try (ContainerFile container = ContainerFile.open(file)) {
            container.root().createDataset("ours", 1);
        }
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            assertThat(container.dataset("ours").read(int[].class)).containsExactly(1);
        }
    }

    private static void assertIsEdited(Path file, CheckReport report) {
        assertThat(report.findings()).as("findings").isEmpty();
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            assertThat(container.info().isMarkedOpen()).isFalse();
        }
        try (ContainerFile container = ContainerFile.open(file)) {
            container.root().createDataset("ours", 1);
            assertThat(container.info().isMarkedOpen()).as("by us").isTrue();
            assertThatThrownBy(() -> ContainerFile.open(file)).isInstanceOf(FileInUseException.class);
        }
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            assertThat(container.info().isMarkedOpen()).isFalse();
            assertThat(container.dataset("ours").read(int[].class)).containsExactly(1);
        }
    }

    /** From 1.10 on libhdf5 sets flag 1 while it has a file open for writing, and Fallow flags 1 and 8. */
    @ParameterizedTest
    @ValueSource(ints = {1, 9, 11})
    void aMarkKeepsAnEditorOutUntilItIsRemoved(int flags) throws IOException {
        Path file = old(flags);
        byte[] marked = Files.readAllBytes(file);
        assertThatThrownBy(() -> ContainerFile.open(file))
                .isInstanceOf(FileInUseException.class)
                .hasMessageContainingAll(file.toString(), "fallow check --repair FILE", "ignoreWriteFlag");
        assertThat(Files.readAllBytes(file)).isEqualTo(marked);
        assertThat(ContainerFile.check(file).findings())
                .singleElement()
                .matches(each -> each.code() == FindingCode.SB_OPEN);
        assertThat(ContainerFile.repair(file, MaintenanceOptions.defaults().withDryRun(false))
                        .repairs())
                .singleElement()
                .matches(each -> each.done());
        assertIsEdited(file, ContainerFile.check(file));
    }

    @Test
    void theOptionIgnoresAMark() throws IOException {
        Path file = old(1);
        try (ContainerFile container =
                ContainerFile.open(file, OpenOptions.defaults().withIgnoreWriteFlag(true))) {
            container.root().createDataset("theirs", 1);
        }
        assertIsEdited(file, ContainerFile.check(file));
    }

    /** A session of libhdf5 removes flag 1, and leaves flag 2. */
    @Test
    @NeedsReference
    void whatOldReleasesLeftAndLibhdf5Edited() throws IOException {
        Path file = old(3);
        try (ReferenceFile theirs = ReferenceFile.open(file, true)) {
            theirs.createGroup("/theirs");
        }
        assertThat(Files.readAllBytes(file)[FLAGS]).isEqualTo((byte) 2);
        assertIsEdited(file, ContainerFile.check(file));
    }
}
