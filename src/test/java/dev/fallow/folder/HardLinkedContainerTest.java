package dev.fallow.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.ContainerFile;
import dev.fallow.FileInUseException;
import dev.fallow.OpenOptions;
import dev.fallow.report.RecoveryReport.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A container with two names has two possible journal paths. Only one of them is used at a time. */
class HardLinkedContainerTest {
    @TempDir
    private Path folder;

    private Path first;
    private Path second;
    private Path elsewhere;

    @BeforeEach
    void write() throws IOException {
        first = folder.resolve("first.h5");
        ContainerFile.create(first).close();
        second = Files.createLink(folder.resolve("second.h5"), first);
        elsewhere =
                Files.createLink(Files.createDirectory(folder.resolve("other")).resolve("third.h5"), first);
    }

    private static Path journalOf(Path container) {
        return container.resolveSibling(container.getFileName() + ".fallow-journal");
    }

    /**
     * Creates the state after a killed process: a commit that is in the journal, but not or not completely in the
     * container.
     */
    private void interrupt() throws IOException {
        byte[] before = Files.readAllBytes(first);
        byte[] marked;
        byte[] written;
        try (ContainerFile container = ContainerFile.open(first)) {
            container.root().createDataset("committed", new int[] {1, 2, 3});
            container.flush();
            marked = Files.readAllBytes(first);
            written = Files.readAllBytes(journalOf(first));
        }
        // the blocks that the commit overwrites have their old content
        System.arraycopy(before, 48, marked, 48, before.length - 48);
        Files.write(first, marked);
        Files.write(journalOf(first), written);
    }

    @Test
    void whileItIsEditedByOneNameTheOthersAreRefused() {
        try (ContainerFile container = ContainerFile.open(first)) {
            container.root().createGroup("group");
            for (Path other : new Path[] {second, elsewhere}) {
                for (boolean ignore : new boolean[] {false, true}) {
                    assertThatThrownBy(() -> ContainerFile.open(
                                    other, OpenOptions.defaults().withIgnoreWriteFlag(ignore)))
                            .isInstanceOf(FileInUseException.class);
                }
                assertThat(journalOf(other)).doesNotExist();
            }
        }
        for (Path path : new Path[] {first, second, elsewhere}) {
            try (ContainerFile container = ContainerFile.open(path)) {
                assertThat(container.exists("/group")).isTrue();
            }
        }
    }

    @Test
    void anInterruptedEditIsFinishedByTheNameItWasBegunBy() throws IOException {
        interrupt();
        Map<String, String> before = FolderPicture.of(folder);
        assertThatThrownBy(() -> ContainerFile.open(second))
                .isInstanceOf(FileInUseException.class)
                .hasMessageContainingAll(second.toString(), first.toString(), "Open it by that name");
        assertThatThrownBy(
                        () -> ContainerFile.open(second, OpenOptions.defaults().withIgnoreWriteFlag(true)))
                .isInstanceOf(FileInUseException.class)
                .hasMessageContaining("Open it by that name");
        assertThat(ContainerFile.recover(second).outcome()).isNotEqualTo(Outcome.RECOVERED);
        for (Path other : new Path[] {second, elsewhere}) {
            assertThatThrownBy(() -> ContainerFile.openReadOnly(other))
                    .isInstanceOf(FileInUseException.class)
                    .hasMessageContaining("3 names");
        }
        assertThatThrownBy(() -> ContainerFile.open(elsewhere))
                .isInstanceOf(FileInUseException.class)
                .hasMessageContaining("3 names");
        assertThat(FolderPicture.of(folder)).isEqualTo(before);

        try (ContainerFile container = ContainerFile.open(first)) {
            assertThat(container.dataset("/committed").read()).isEqualTo(new int[] {1, 2, 3});
        }
        try (ContainerFile container = ContainerFile.open(elsewhere)) {
            container.root().createGroup("after");
        }
        try (ContainerFile container = ContainerFile.open(second)) {
            assertThat(container.root().names()).containsExactly("after", "committed");
            assertThat(container.space().findings()).isEmpty();
        }
        assertThat(journalOf(first)).doesNotExist();
        assertThat(journalOf(second)).doesNotExist();
        assertThat(journalOf(elsewhere)).doesNotExist();
    }

    /** An old journal that matches the superblock by chance would undo later commits. */
    @Test
    void ofTwoJournalsNoneIsApplied() throws IOException {
        interrupt();
        Files.copy(journalOf(first), journalOf(second));
        Map<String, String> before = FolderPicture.of(folder);
        for (Path path : new Path[] {first, second}) {
            assertThatThrownBy(() -> ContainerFile.open(path))
                    .isInstanceOf(FileInUseException.class)
                    .hasMessageContainingAll("both names have a journal", "older");
            assertThat(ContainerFile.recover(path).outcome()).isEqualTo(Outcome.IN_USE);
        }
        assertThat(FolderPicture.of(folder)).isEqualTo(before);
        Files.delete(journalOf(second));
        assertThat(ContainerFile.recover(first).outcome()).isEqualTo(Outcome.RECOVERED);
    }
}
