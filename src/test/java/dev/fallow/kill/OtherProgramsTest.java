package dev.fallow.kill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.Dataset;
import dev.fallow.Durability;
import dev.fallow.FileFormat;
import dev.fallow.FileInUseException;
import dev.fallow.MaintenanceOptions;
import dev.fallow.OpenOptions;
import dev.fallow.StorageException;
import dev.fallow.cli.Fallow;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.report.RecoveryReport.Outcome;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An editor and those who read or write the same file in other processes, or with libhdf5. */
class OtherProgramsTest {
    /** Longer than what is read together with a structure. */
    private static final int[] FIRST = IntStream.range(0, 10_000).toArray();

    @TempDir
    private Path folder;

    private Path write(FileFormat format) {
        Path file = folder.resolve(format + ".h5");
        try (ContainerFile container = ContainerFile.create(
                file, CreateOptions.defaults().withFormat(format).withPersistFreeSpace(false))) {
            container.root().createDataset("a", FIRST);
        }
        return file;
    }

    private static void assumeLocksAreListed() {
        assumeTrue(Files.isReadable(Path.of("/proc/locks")), "this system does not list the locks");
    }

    private static String said(Process process, BufferedReader in) throws IOException {
        process.outputWriter().write("read\n");
        process.outputWriter().flush();
        return in.readLine();
    }

    /** A reader in another process keeps the editor out, until it is killed. */
    @Test
    void aReaderInAnotherProcess() throws Exception {
        Path file = write(FileFormat.LATEST);
        byte[] before = Files.readAllBytes(file);
        Process reader = Reader.start(file, "/a");
        try (BufferedReader in = reader.inputReader()) {
            assertThat(in.readLine()).isEqualTo("open");
            String pid = Files.isReadable(Path.of("/proc/locks")) ? "process " + reader.pid() + " reads it" : "";
            assertThatThrownBy(() -> ContainerFile.open(file))
                    .isInstanceOf(FileInUseException.class)
                    .hasMessageContainingAll(
                            file.toRealPath().toString(), "is open in another program", pid, "--force");
            assertThatThrownBy(() ->
                            ContainerFile.create(file, CreateOptions.defaults().withOverwrite(true)))
                    .isInstanceOf(FileInUseException.class);
            assertThat(Files.readAllBytes(file)).isEqualTo(before);
            assertThat(folder).isDirectoryNotContaining(path -> !path.equals(file));
            try (ContainerFile beside = ContainerFile.openReadOnly(file)) {
                assertThat(beside.dataset("a").read(int[].class)).isEqualTo(FIRST);
            }
            assertThat(said(reader, in)).isEqualTo("hash " + Arrays.hashCode(FIRST));
        } finally {
            reader.destroyForcibly().waitFor();
        }
        try (ContainerFile container = ContainerFile.open(file)) {
            assertThat(container.exists("/a")).isTrue();
        }
    }

    /** Whoever goes on nevertheless makes the reader fail, and not read something else. */
    @Test
    void aReaderWhoseLockIsIgnoredFails() throws Exception {
        Path file = write(FileFormat.LATEST);
        Process reader = Reader.start(file, "/a");
        try (BufferedReader in = reader.inputReader()) {
            assertThat(in.readLine()).isEqualTo("open");
            try (ContainerFile editor =
                    ContainerFile.open(file, OpenOptions.defaults().withIgnoreLocks(true))) {
                editor.delete("/a");
                editor.flush();
                editor.root().createDataset("b", new int[FIRST.length]);
            }
            assertThat(said(reader, in))
                    .contains("failed", "StorageException", file.toString(), "another program has changed the file");
        } finally {
            reader.destroyForcibly().waitFor();
        }
    }

    /** The lock is not dropped when another reader of this process, or an editor, closes the file. */
    @Test
    void anEditorInAnotherProcess() throws Exception {
        Path file = write(FileFormat.LATEST);
        try (ContainerFile reader = ContainerFile.openReadOnly(file)) {
            assertThatEditorIsRefused(file);
            ContainerFile.openReadOnly(file).close();
            assertThatEditorIsRefused(file);
            ContainerFile.check(file);
            ContainerFile.open(file).close();
            assertThatEditorIsRefused(file);
            assertThat(reader.dataset("a").read(int[].class)).isEqualTo(FIRST);
        }
        Process writer = Writer.start(file, Durability.NEVER, 1, 5);
        try (BufferedReader in = writer.inputReader()) {
            assertThat(in.readLine()).isEqualTo("begin");
            assertThat(in.readLine()).startsWith("committed");
        } finally {
            writer.destroyForcibly().waitFor();
        }
    }

    private static void assertThatEditorIsRefused(Path file) throws Exception {
        Process writer = Writer.start(file, Durability.NEVER, 1, 5);
        try (BufferedReader in = writer.inputReader()) {
            assertThat(in.readLine()).isEqualTo("begin");
            assertThat(in.readLine()).contains("failed", "FileInUseException", "is open in another program");
        } finally {
            writer.destroyForcibly().waitFor();
        }
    }

    /** libhdf5 in this process stands for h5py in another one: its lock is that of an open file, whoever asks. */
    @ParameterizedTest
    @EnumSource(FileFormat.class)
    @NeedsReference
    void whatLibhdf5ReadsIsNotEdited(FileFormat format) throws IOException {
        assumeLocksAreListed();
        Path file = write(format);
        byte[] before = Files.readAllBytes(file);
        String holder = "process " + ProcessHandle.current().pid() + " reads it (flock)";
        try (ReferenceFile theirs = ReferenceFile.open(file, false)) {
            assertThat(theirs).isNotNull();
            assertThatThrownBy(() -> ContainerFile.open(file))
                    .isInstanceOf(FileInUseException.class)
                    .hasMessageContainingAll(file.toRealPath().toString(), holder, "ignoreLocks");
            try (ContainerFile ours = ContainerFile.openReadOnly(file)) {
                assertThat(ours.dataset("a").read(int[].class)).isEqualTo(FIRST);
            }
            assertThat(Files.readAllBytes(file)).isEqualTo(before);
            ContainerFile.open(file, OpenOptions.defaults().withIgnoreLocks(true))
                    .close();
        }
        ContainerFile.open(file).close();
    }

    /** As editing is: recovery overwrites what the other program reads. */
    @ParameterizedTest
    @EnumSource(FileFormat.class)
    @NeedsReference
    void whatLibhdf5ReadsIsNotRecovered(FileFormat format) throws IOException {
        assumeLocksAreListed();
        Path file = write(format);
        Path left = folder.resolve("left.h5");
        Path journal = folder.resolve("left.h5.fallow-journal");
        byte[] container;
        byte[] written;
        try (ContainerFile editor = ContainerFile.open(file)) {
            editor.root().createGroup("committed");
            editor.flush();
            container = Files.readAllBytes(file);
            written = Files.readAllBytes(folder.resolve(file.getFileName() + ".fallow-journal"));
            Files.copy(file, left);
            Files.write(journal, written);
        }
        Files.write(left, Files.readAllBytes(file)); // closed, so that libhdf5 opens it
        try (ReferenceFile theirs = ReferenceFile.open(left, false)) {
            assertThat(theirs).isNotNull();
            Files.write(left, container); // as if it was marked while libhdf5 has it open
            assertThatThrownBy(() -> ContainerFile.recover(left))
                    .isInstanceOf(FileInUseException.class)
                    .hasMessageContainingAll(left.toRealPath().toString(), "is open in another program", "--force");
            StringWriter err = new StringWriter();
            int code =
                    Fallow.run(new PrintWriter(new StringWriter()), new PrintWriter(err), "recover", left.toString());
            assertThat(code).isEqualTo(ExitCode.CANNOT_OPEN);
            assertThat(err.toString()).contains("is open in another program", "--force");
            assertThat(left).hasBinaryContent(container);
            assertThat(journal).hasBinaryContent(written);
            assertThat(ContainerFile.recover(left, MaintenanceOptions.defaults().withDryRun(true))
                            .outcome())
                    .isEqualTo(Outcome.PENDING);
            code = Fallow.run(
                    new PrintWriter(new StringWriter()), new PrintWriter(err), "recover", "--force", left.toString());
            assertThat(code).isEqualTo(ExitCode.OK);
            assertThat(journal).doesNotExist();
        }
        Files.delete(left);
        Files.write(left, container);
        Files.write(journal, written);
        assertThat(ContainerFile.recover(left).outcome()).isEqualTo(Outcome.RECOVERED);
    }

    /** The mark does not exclude readers before superblock version 3, but a mark with a lock does. */
    @Test
    @NeedsReference
    void whatLibhdf5WritesIsNotRead() {
        assumeLocksAreListed();
        Path file = write(FileFormat.EARLIEST);
        try (ReferenceFile theirs = ReferenceFile.open(file, true)) {
            theirs.createGroup("/theirs");
            assertThatThrownBy(() -> ContainerFile.openReadOnly(file))
                    .isInstanceOf(FileInUseException.class)
                    .hasMessageContainingAll(file.toString(), "is being written", "writes it (flock)");
            ContainerFile.open(file, OpenOptions.defaults().withReadOnly(true).withIgnoreWriteFlag(true))
                    .close();
        }
        try (ContainerFile ours = ContainerFile.openReadOnly(file)) {
            assertThat(ours.exists("/theirs")).isTrue();
        }
    }

    /** Nothing tells libhdf5 of an editor that has not changed anything yet; so the editor looks again before its first change. */
    @ParameterizedTest
    @EnumSource(FileFormat.class)
    @NeedsReference
    void whatLibhdf5OpensBeforeTheFirstChangeIsNotEdited(FileFormat format) throws IOException {
        assumeLocksAreListed();
        Path file = write(format);
        byte[] before = Files.readAllBytes(file);
        try (ContainerFile editor = ContainerFile.open(file)) {
            try (ReferenceFile theirs = ReferenceFile.open(file, false)) {
                assertThatThrownBy(() -> editor.root().createGroup("late"))
                        .isInstanceOf(FileInUseException.class)
                        .hasMessageContainingAll(file.toRealPath().toString(), "is open in another program");
                assertThat(theirs.exists("/late")).isFalse();
            }
            assertThat(file).hasBinaryContent(before);
            editor.root().createGroup("late");
        }
        try (ReferenceFile theirs = ReferenceFile.open(file, false)) {
            assertThat(theirs.exists("/late")).isTrue();
        }
    }

    /**
     * As before, but libhdf5 has closed the file again, and no lock is left. Its new dataset has the place of the old one, and its superblock is
     * the same.
     */
    @ParameterizedTest
    @EnumSource(FileFormat.class)
    @NeedsReference
    void whatLibhdf5ChangesBeforeTheFirstChangeIsNotLost(FileFormat format) throws IOException, InterruptedException {
        Path file = write(format);
        byte[] changed;
        try (ContainerFile editor = ContainerFile.open(file)) {
            Dataset a = editor.dataset("a");
            assertThat(a.read(int[].class)).isEqualTo(FIRST);
            Thread.sleep(20); // more than the resolution of the file system's clock
            try (ReferenceFile theirs = ReferenceFile.open(file, true)) {
                theirs.delete("/a");
                theirs.createGroup("/theirs");
            }
            changed = Files.readAllBytes(file);
            for (int attempt = 0; attempt < 2; attempt++) {
                assertThatThrownBy(() -> a.read(int[].class))
                        .isInstanceOf(StorageException.class)
                        .hasMessageContaining("another program has changed the file since it was opened: ");
                assertThatThrownBy(() -> editor.root().createGroup("ours"))
                        .isInstanceOf(StorageException.class)
                        .hasMessageContaining("another program has ");
            }
        }
        assertThat(file).hasBinaryContent(changed);
        try (ContainerFile editor = ContainerFile.open(file)) {
            assertThat(editor.root().names()).containsExactly("theirs");
            editor.root().createGroup("ours");
        }
    }

    /** libhdf5 does not know of our lock. Then the reader sees that the file has changed. */
    @ParameterizedTest
    @EnumSource(FileFormat.class)
    @NeedsReference
    void whatLibhdf5ChangesIsNotReadOn(FileFormat format) throws Exception {
        Path file = write(format);
        try (ContainerFile reader = ContainerFile.openReadOnly(file)) {
            Dataset a = reader.dataset("a");
            assertThat(a.read(int[].class)).isEqualTo(FIRST);
            Thread.sleep(20); // the clock of the file system goes on
            try (ReferenceFile theirs = ReferenceFile.open(file, true)) {
                theirs.delete("/a");
            }
            assertThatThrownBy(() -> a.read(int[].class))
                    .isInstanceOf(StorageException.class)
                    .hasMessageContainingAll(file.toString(), "another program has changed the file");
        }
    }
}
