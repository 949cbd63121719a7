package dev.fallow.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.FileInUseException;
import dev.fallow.MaintenanceOptions;
import dev.fallow.OpenOptions;
import dev.fallow.StorageException;
import dev.fallow.cli.Fallow;
import dev.fallow.report.RecoveryReport;
import dev.fallow.report.RecoveryReport.Outcome;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Anyone who can write to the folder of a container can create any kind of file at the path of its journal. */
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "links need a privilege there, and there are no FIFOs")
class JournalPathTest {
    @TempDir
    private Path folder;

    private Path file;
    private Path journal;
    private Path victim;
    private final StringWriter err = new StringWriter();

    @BeforeEach
    @Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void write() throws IOException {
        file = folder.resolve("file.h5");
        journal = folder.resolve("file.h5.fallow-journal");
        victim = Files.createDirectory(folder.resolve("outside")).resolve("victim");
        try (ContainerFile container = ContainerFile.create(file)) {
            container.root().createDataset("data", new int[] {1, 2, 3});
        }
    }

    private int fallow(Object... arguments) {
        String[] strings = new String[arguments.length];
        for (int i = 0; i < strings.length; i++) {
            strings[i] = arguments[i].toString();
        }
        return Fallow.run(new PrintWriter(new StringWriter()), new PrintWriter(err), strings);
    }

    /** Creates a container with an incomplete commit, and a journal with that commit. */
    private byte[] interrupt() throws IOException {
        byte[] marked;
        byte[] written;
        try (ContainerFile container = ContainerFile.open(file)) {
            container.root().createGroup("committed");
            container.flush();
            marked = Files.readAllBytes(file);
            written = Files.readAllBytes(journal);
        }
        Files.write(file, marked);
        return written;
    }

    @ParameterizedTest
    @EnumSource
    void aClosedContainerIsReadAndNothingIsTouched(Neighbour neighbour) throws IOException {
        neighbour.put(journal, victim);
        Map<String, String> before = FolderPicture.of(folder);
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            assertThat(container.dataset("/data").read()).isEqualTo(new int[] {1, 2, 3});
        }
        assertThat(fallow("ls", file)).isZero();
        for (RecoveryReport report : new RecoveryReport[] {
            ContainerFile.recover(file, MaintenanceOptions.defaults().withDryRun(true)), ContainerFile.recover(file)
        }) {
            assertThat(report.outcome()).isEqualTo(Outcome.REFUSED);
            assertThat(report.journal()).endsWith(journal.getFileName().toString());
            assertThat(report.explanation()).contains("move it away");
        }
        assertThatThrownBy(() -> ContainerFile.open(file)).satisfies(this::namesTheJournal);
        assertThatThrownBy(() -> ContainerFile.open(file, OpenOptions.defaults().withIgnoreWriteFlag(true)))
                .satisfies(this::namesTheJournal);
        assertThatThrownBy(() ->
                        ContainerFile.create(file, CreateOptions.defaults().withOverwrite(true)))
                .satisfies(this::namesTheJournal);
        assertThat(fallow("rm", file, "/data")).isEqualTo(3);
        assertThat(err.toString()).contains(journal.toString());
        assertThat(fallow("recover", file)).isEqualTo(1);
        assertThat(fallow("recover", "--dry-run", file)).isEqualTo(1);
        assertThat(fallow("info", file)).isEqualTo(1);
        assertThat(FolderPicture.of(folder)).isEqualTo(before);
    }

    private void namesTheJournal(Throwable refusal) {
        assertThat(refusal)
                .isInstanceOf(StorageException.class)
                .hasMessageStartingWith(file.toString())
                .hasMessageContainingAll(journal.toString(), "move it away");
    }

    /** Without its journal the container may be partially written, which cannot be detected. */
    @ParameterizedTest
    @EnumSource
    void anInterruptedContainerIsRefusedWithTheReason(Neighbour neighbour) throws IOException {
        interrupt();
        neighbour.put(journal, victim);
        Map<String, String> before = FolderPicture.of(folder);
        assertThatThrownBy(() -> ContainerFile.openReadOnly(file))
                .isInstanceOf(FileInUseException.class)
                .hasMessageContainingAll("marked as open", "Its journal was ignored", journal.toString());
        assertThatThrownBy(() -> ContainerFile.open(file)).isInstanceOf(StorageException.class);
        assertThat(ContainerFile.recover(file).outcome()).isEqualTo(Outcome.REFUSED);
        try (ContainerFile container = ContainerFile.open(
                file, OpenOptions.defaults().withReadOnly(true).withIgnoreWriteFlag(true))) {
            assertThat(container.exists("/data")).isTrue();
        }
        assertThat(FolderPicture.of(folder)).isEqualTo(before);
    }

    /**
     * If the journal's path is a link to another container, that container is neither changed nor used as the journal.
     */
    @Test
    void aLinkToAContainer() throws IOException {
        Path other = folder.resolve("other.h5");
        ContainerFile.create(other).close();
        for (Path target : new Path[] {other, file}) {
            Files.createSymbolicLink(journal, target);
            Map<String, String> before = FolderPicture.of(folder);
            assertThatThrownBy(() -> ContainerFile.open(file)).satisfies(this::namesTheJournal);
            ContainerFile.openReadOnly(file).close();
            assertThat(FolderPicture.of(folder)).isEqualTo(before);
            Files.delete(journal);
        }
    }

    /** A journal that is valid except that its path is a symbolic link, or that it has a second hard link. */
    @Test
    void aRealJournalIsNotFollowedEither() throws IOException {
        byte[] written = interrupt();
        Files.write(victim, written);
        Files.createSymbolicLink(journal, victim);
        Map<String, String> before = FolderPicture.of(folder);
        assertThatThrownBy(() -> ContainerFile.open(file)).satisfies(this::namesTheJournal);
        assertThat(ContainerFile.recover(file).outcome()).isEqualTo(Outcome.REFUSED);
        assertThat(FolderPicture.of(folder)).isEqualTo(before);
        Files.delete(journal);
        Files.createLink(journal, victim);
        assertThatThrownBy(() -> ContainerFile.open(file)).satisfies(this::namesTheJournal);
        Files.delete(victim);
        assertThat(ContainerFile.recover(file).outcome()).isEqualTo(Outcome.RECOVERED);
        assertThat(journal).doesNotExist();
    }

    /** Another user could have written its content. */
    @Test
    void aJournalOfSomebodyElse() throws IOException {
        byte[] written = interrupt();
        Files.write(journal, written);
        int user = (Integer) Files.getAttribute(journal, "unix:uid");
        boolean given = true;
        try {
            Files.setAttribute(journal, "unix:uid", user + 4_711);
        } catch (IOException e) {
            given = false;
        }
        assumeTrue(given, "this user may not give files away");
        Map<String, String> before = FolderPicture.of(folder);
        assertThatThrownBy(() -> ContainerFile.open(file))
                .isInstanceOf(StorageException.class)
                .hasMessageContainingAll(journal.toString(), "belongs to " + (user + 4_711));
        assertThat(ContainerFile.recover(file, MaintenanceOptions.defaults().withDryRun(true))
                        .explanation())
                .contains("belongs to");
        assertThatThrownBy(() -> ContainerFile.openReadOnly(file)).hasMessageContaining("belongs to");
        assertThat(FolderPicture.of(folder)).isEqualTo(before);
        Files.setAttribute(file, "unix:uid", user + 4_711);
        assertThat(ContainerFile.recover(file).outcome())
                .as("that of the container's owner")
                .isEqualTo(Outcome.RECOVERED);
    }

    /** A journal contains parts of the container, and therefore has the same permissions. */
    @Test
    void aJournalMayBeReadByThoseWhoMayReadTheContainer() throws IOException {
        assumeTrue(folder.getFileSystem().supportedFileAttributeViews().contains("posix"), "there are no permissions");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        try (ContainerFile container = ContainerFile.open(file)) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(journal)))
                    .isEqualTo("rw-------");
            assertThat(container.exists("/data")).isTrue();
        }
    }

    /** A file that replaces the journal while the container is open is not deleted on close. */
    @Test
    void onlyTheJournalIsRemoved() throws IOException {
        try (ContainerFile container = ContainerFile.open(file)) {
            container.root().createGroup("group");
            Files.delete(journal);
            Files.writeString(journal, "notes of somebody");
        }
        assertThat(Files.readString(journal)).isEqualTo("notes of somebody");
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            assertThat(container.exists("/group")).isTrue();
        }
    }

    /** Creating a container is refused in the same way, and leaves no file. */
    @ParameterizedTest
    @EnumSource
    void noContainerIsCreatedBesideIt(Neighbour neighbour) throws IOException {
        Files.delete(file);
        neighbour.put(journal, victim);
        Map<String, String> before = FolderPicture.of(folder);
        assertThatThrownBy(() -> ContainerFile.create(file)).satisfies(this::namesTheJournal);
        assertThat(FolderPicture.of(folder)).isEqualTo(before);
    }
}
