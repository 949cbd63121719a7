package dev.fallow.kill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.Durability;
import dev.fallow.FileFormat;
import dev.fallow.FileInUseException;
import dev.fallow.MaintenanceOptions;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.ReferenceException;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.report.RecoveryReport.Outcome;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Two writers never have the same file open: Fallow in two processes, or Fallow and libhdf5. */
class LockingTest {
    @TempDir
    private Path folder;

    /**
     * Closing a reader in the same process does not release the lock of the writer, although POSIX locks are released
     * in this case.
     */
    @Test
    void twoProcessesAreKeptApart() throws Exception {
        Path file = folder.resolve("file.h5");
        try (ContainerFile ours = ContainerFile.create(file)) {
            ours.root().createGroup("ours");
            ours.flush();
            assertThatThrownBy(() -> ContainerFile.openReadOnly(file)).isInstanceOf(FileInUseException.class);
            assertThat(ContainerFile.recover(file, MaintenanceOptions.defaults().withDryRun(true))
                            .outcome())
                    .isEqualTo(Outcome.IN_USE);
            assertThat(Files.readAllBytes(file)).isNotEmpty();
            assertThat(lastLine(Writer.start(file, Durability.NEVER, 1, 5)))
                    .contains("FileInUseException", "locked by another process");
            ours.root().createGroup("still ours");
        }
        try (ContainerFile reopened = ContainerFile.openReadOnly(file)) {
            assertThat(reopened.exists("/still ours")).isTrue();
        }
    }

    private static String lastLine(Process process) throws Exception {
        try (BufferedReader in = process.inputReader()) {
            String last = "";
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                last = line;
            }
            return last;
        } finally {
            process.waitFor();
        }
    }

    @Test
    void aWriterInAnotherProcessKeepsUsOut() throws Exception {
        Path file = folder.resolve("file.h5");
        Process writer = Writer.start(file, Durability.EACH_COMMIT, 2, 5);
        try (BufferedReader in = writer.inputReader()) {
            for (int i = 0; i < 5; i++) {
                assertThat(in.readLine()).doesNotContain("failed");
            }
            assertThatThrownBy(() -> ContainerFile.open(file))
                    .isInstanceOf(FileInUseException.class)
                    .hasMessageContaining("locked by another process");
            assertThatThrownBy(() -> ContainerFile.openReadOnly(file)).isInstanceOf(FileInUseException.class);
            assertThat(ContainerFile.recover(file, MaintenanceOptions.defaults().withDryRun(true))
                            .outcome())
                    .isEqualTo(Outcome.IN_USE);
            assertThat(ContainerFile.recover(file).outcome()).isEqualTo(Outcome.IN_USE);
            writer.destroyForcibly();
            writer.waitFor();
        } finally {
            writer.destroyForcibly();
        }
        assertThat(ContainerFile.recover(file).outcome()).isEqualTo(Outcome.RECOVERED);
        assertThat(ContainerFile.recover(file).outcome()).isEqualTo(Outcome.NO_JOURNAL);
        try (ContainerFile container = ContainerFile.open(file)) {
            assertThat(container.root().listRecursively()).isNotEmpty();
        }
    }

    /** The second writer is refused, in every generation of the format. */
    @ParameterizedTest
    @EnumSource(FileFormat.class)
    @NeedsReference
    void ourWriterAndTheReferenceLibrarys(FileFormat format) {
        for (boolean persistent : new boolean[] {true, false}) {
            Path file = folder.resolve(format + "-" + persistent + ".h5");
            CreateOptions options = CreateOptions.defaults().withFormat(format).withPersistFreeSpace(persistent);
            try (ContainerFile ours = ContainerFile.create(file, options)) {
                ours.root().createGroup("first");
                ours.flush();
                assertThatThrownBy(() -> ReferenceFile.open(file, true)).isInstanceOf(ReferenceException.class);
                assertThatThrownBy(() -> ReferenceFile.open(file, false)).isInstanceOf(ReferenceException.class);
            }
            try (ReferenceFile theirs = ReferenceFile.open(file, true)) {
                theirs.createGroup("/second");
                assertThatThrownBy(() -> ContainerFile.open(file))
                        .isInstanceOf(FileInUseException.class)
                        .message()
                        .containsAnyOf("writes it (flock)", "marked as open");
            }
            try (ContainerFile ours = ContainerFile.open(file)) {
                assertThat(ours.exists("/first")).isTrue();
                assertThat(ours.exists("/second")).isTrue();
            }
        }
    }
}
