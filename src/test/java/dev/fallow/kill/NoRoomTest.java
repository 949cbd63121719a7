package dev.fallow.kill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fallow.ContainerFile;
import dev.fallow.Durability;
import dev.fallow.StorageKind;
import dev.fallow.report.SpaceReport;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The operating system limits the file size of a writer, as if the disk were full: the writer gets an exception, the
 * last commit remains intact, and without the limit it can continue.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no ulimit")
class NoRoomTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void shell() {
        assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "there is no bash");
    }

    @ParameterizedTest
    @CsvSource({"OBJECTS, 20", "OBJECTS, 45", "OBJECTS, 80", "CHUNKS, 14", "CHUNKS, 18", "CHUNKS, 24"})
    void theLastCommitStands(Workload.Kind kind, int kilobytes) throws Exception {
        Path file = folder.resolve("file.h5");
        long said = run(file, kind, "/bin/bash", "-c", "ulimit -f " + kilobytes + "; exec \"$@\"", "limited");
        assertThat(said).isPositive();
        String where = kilobytes + " KiB, " + said + " steps committed";
        assertThat(Files.size(file)).as(where).isLessThanOrEqualTo(kilobytes * 1024L);
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            Workload workload = Workload.of(container, kind, 11);
            assertThat(workload.step()).as(where).isBetween(said, said + 5);
            workload.assertEqual(container, where);
        }
        try (ContainerFile container = ContainerFile.open(file)) {
            Workload workload = Workload.of(container, kind, 11);
            workload.assertEqual(container, where);
            for (int i = 0; i < 200; i++) {
                workload.next(container);
            }
            workload.commit(container);
            workload.assertEqual(container, where + ", gone on");
            SpaceReport report = container.space();
            assertThat(report.findings()).as(where).isEmpty();
            assertThat(report.untrackedBytes()).as(where).isZero();
        }
    }

    /** Returns the number of operations that the writer reported as committed before it reported the lack of space. */
    private static long run(Path file, Workload.Kind kind, String... before) throws Exception {
        Process writer = Writer.start(file, Durability.EACH_COMMIT, StorageKind.FILE, kind, 11, 5, before);
        long said = 0;
        String last = "";
        try (BufferedReader in = writer.inputReader()) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.startsWith("committed ")) {
                    said = Long.parseLong(line.substring("committed ".length()));
                }
                last = line;
            }
        } finally {
            writer.destroyForcibly();
        }
        assertThat(last).startsWith("failed dev.fallow.StorageException").contains(file.toString());
        return said;
    }

    /** A chunked write and an append fail whole; the session goes on, and commits. */
    @ParameterizedTest
    @ValueSource(strings = {"LATEST", "EARLIEST"})
    void theSessionGoesOn(String format) throws Exception {
        Path file = folder.resolve("file.h5");
        List<String> lines = new ArrayList<>();
        Process writer = FullDisk.start(
                file, format, "/bin/bash", "-c", "ulimit -f " + FullDisk.KILOBYTES + "; exec \"$@\"", "limited");
        try (BufferedReader in = writer.inputReader()) {
            in.lines().forEach(lines::add);
        } finally {
            writer.destroyForcibly();
        }
        assertThat(lines).containsExactly("append failed", "write failed", "went on", "closed");
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            assertThat((int[]) container.dataset("/rows").read()).isEqualTo(FullDisk.expected());
            assertThat(container.exists("/ballast")).isFalse();
            SpaceReport report = container.space();
            assertThat(report.findings()).isEmpty();
            assertThat(report.untrackedBytes()).isZero();
        }
    }

    /** The journal cannot be created: the folder is not writable. */
    @Test
    void whereNoJournalCanBeMadeNothingIsEdited() throws Exception {
        Path file = folder.resolve("file.h5");
        ContainerFile.create(file).close();
        byte[] before = Files.readAllBytes(file);
        Path journal = folder.resolve("file.h5.fallow-journal");
        Files.createDirectory(journal);
        assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> ContainerFile.open(file)))
                .isInstanceOf(dev.fallow.StorageException.class)
                .hasMessageContaining(journal.toString());
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
    }
}
