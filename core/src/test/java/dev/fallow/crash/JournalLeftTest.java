package dev.fallow.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.Containers;
import dev.fallow.CreateOptions;
import dev.fallow.OpenOptions;
import dev.fallow.StorageException;
import dev.fallow.internal.open.ContainerCreator;
import dev.fallow.internal.open.ContainerOpener;
import dev.fallow.report.CheckReport;
import dev.fallow.report.Finding;
import dev.fallow.report.FindingCode;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A medium that fails from some call on, as a full disk does, leaves a journal behind: messages and the check say so. */
class JournalLeftTest {
    private static final String LEFT = "The journal journal in memory stays";

    @TempDir
    private Path folder;

    @Test
    void theMessageSaysWhetherAJournalStays() throws IOException {
        RecordedMedium made = new RecordedMedium(Image.none());
        try (ContainerFile container = Containers.of(ContainerCreator.createIn(
                made.container(), made.journal(), "start", CreateOptions.defaults(), false))) {
            container.root().createGroup("group");
        }
        Image start = new Image(made.now().container(), null);
        int left = 0;
        boolean removing = false; // this medium does not forget what was removed
        for (int failing = 0; !removing; failing++) {
            RecordedMedium medium = new RecordedMedium(start);
            FaultyMedium faulty = new FaultyMedium(medium, failing, true, failing % 2 == 0);
            List<String> messages = session(faulty);
            removing = "removal of journal".equals(faulty.failed());
            byte[] journal = medium.now().journal();
            boolean stays = journal != null && journal.length > 0;
            left += stays ? 1 : 0;
            String failed = "call %d, %s".formatted(failing, faulty.failed());
            if (stays) {
                assertThat(messages)
                        .as(failed)
                        .anyMatch(each -> each.contains(LEFT) && each.contains("fallow recover"));
            } else {
                assertThat(messages.get(messages.size() - 1)).as(failed).doesNotContain(LEFT);
            }
        }
        assertThat(left).isGreaterThan(10);
    }

    /** The messages of what failed. */
    private static List<String> session(FaultyMedium faulty) {
        List<String> messages = new ArrayList<>();
        ContainerFile container;
        try {
            container = Containers.of(
                    ContainerOpener.openIn(faulty.container(), faulty.journal(), "faulty", OpenOptions.defaults()));
        } catch (ContainerException e) {
            return List.of(e.getMessage());
        }
        for (int i = 0; i < 2; i++) {
            try {
                container.root().createGroup("new" + i);
                container.flush();
            } catch (ContainerException e) {
                messages.add(e.getMessage());
            }
        }
        try {
            container.close();
        } catch (ContainerException e) {
            messages.add(e.getMessage());
        }
        return messages;
    }

    @Test
    void aFailedCommitSaysSoToo() throws IOException {
        RecordedMedium medium = new RecordedMedium(Image.none());
        FaultyMedium faulty = new FaultyMedium(medium, 60, true, true);
        ContainerFile container = Containers.of(ContainerCreator.createIn(
                faulty.container(), faulty.journal(), "faulty", CreateOptions.defaults(), false));
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 60; i++) {
                        container.root().createGroup("g" + i);
                        container.flush();
                    }
                })
                .isInstanceOf(StorageException.class)
                .hasMessageContainingAll(
                        "faulty: injected", LEFT + ", and the mark that the file is open for writing,");
    }

    /** The file was changed before the first change, for which no journal has been written yet. */
    @Test
    void thereIsNoJournalBeforeTheFirstChange() throws IOException {
        Path file = folder.resolve("file.h5");
        ContainerFile.create(file).close();
        ContainerFile container = ContainerFile.open(file);
        try (FileChannel other = FileChannel.open(file, StandardOpenOption.WRITE)) {
            other.truncate(Files.size(file) - 1);
        }
        assertThatThrownBy(() -> container.root().createGroup("new"))
                .isInstanceOf(StorageException.class)
                .hasMessageContainingAll(file.toString(), "another program has cut the file", "Nothing more is written")
                .hasMessageNotContaining("journal");
        container.close();
        assertThat(folder.resolve("file.h5.fallow-journal")).doesNotExist();
    }

    @Test
    void theCheckNamesAJournal() throws IOException {
        Path file = folder.resolve("file.h5");
        Path left = folder.resolve("left.h5");
        Path journal = folder.resolve("left.h5.fallow-journal");
        try (ContainerFile container = ContainerFile.create(file)) {
            container.root().createGroup("group");
            container.flush();
            Files.copy(file, left);
            Files.copy(folder.resolve("file.h5.fallow-journal"), journal);
        }
        assertThat(ContainerFile.check(file).findings()).isEmpty();
        assertJournal(left, journal, "may not be in the container yet", "which fallow recover applies");
        Files.copy(file, left, StandardCopyOption.REPLACE_EXISTING);
        assertJournal(left, journal, "the container was closed", "fallow recover removes it");
        Files.write(journal, new byte[] {1, 2, 3});
        assertJournal(left, journal, "its content is not that of a journal", "the check does not use it");
        Files.delete(journal);
        assertThat(ContainerFile.check(left).findings()).isEmpty();
    }

    private static void assertJournal(Path file, Path journal, String... words) {
        CheckReport report = ContainerFile.check(file);
        assertThat(report.isSound()).isTrue();
        assertThat(report.findings()).hasSize(1);
        Finding finding = report.findings().get(0);
        assertThat(finding.code()).isEqualTo(FindingCode.JOURNAL);
        assertThat(finding.sentence()).contains(words).contains(journal.toString());
    }
}
