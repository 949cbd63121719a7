package dev.fallow.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.StorageException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Another program, which ignores the mark, cuts or overwrites a file that is open for editing: nothing more is committed. */
class TouchedFileTest {
    private static final int ROWS = 10_000;

    @TempDir
    private Path folder;

    private Path file;
    private Path journal;
    private ContainerFile container;
    private long length;

    @BeforeEach
    void open() throws IOException {
        file = folder.resolve("file.h5");
        journal = folder.resolve("file.h5.fallow-journal");
        container = ContainerFile.create(file, CreateOptions.defaults());
        container.root().createDataset("first", new int[ROWS]);
        container.flush();
        container.root().createGroup("group");
        container.flush();
        length = Files.size(file);
    }

    private void cut(long to) throws IOException {
        try (FileChannel other = FileChannel.open(file, StandardOpenOption.WRITE)) {
            other.truncate(to);
        }
    }

    private void assertRefused(String... words) throws IOException {
        byte[] touched = Files.readAllBytes(file);
        byte[] kept = Files.readAllBytes(journal);
        assertThatThrownBy(() -> container.flush())
                .isInstanceOf(StorageException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContainingAll(words);
        assertThatThrownBy(() -> container.close())
                .isInstanceOf(StorageException.class)
                .hasMessageContainingAll(words);
        assertThat(Files.readAllBytes(file)).as("nothing is written").isEqualTo(touched);
        assertThat(Files.readAllBytes(journal)).as("the journal stays").isEqualTo(kept);
    }

    @AfterEach
    void release() {
        try {
            container.close();
        } catch (StorageException e) {
            assertThat(e).hasMessageContaining("another program");
        }
    }

    @Test
    void aFileThatWasReplacedIsNotCommitted() throws IOException {
        container.root().createGroup("lost");
        Path other = folder.resolve("other.h5");
        ContainerFile.create(other).close();
        Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
        assertRefused("another program has deleted, moved or replaced the file", journal.toString());
        try (ContainerFile replacement = ContainerFile.openReadOnly(file)) {
            assertThat(replacement.root().names()).isEmpty();
        }
    }

    @Test
    void aFileThatWasDeletedIsNotCommitted() throws IOException {
        container.root().createGroup("lost");
        Files.delete(file);
        assertThatThrownBy(() -> container.flush())
                .isInstanceOf(StorageException.class)
                .hasMessageContainingAll(file.toString(), "deleted, moved or replaced", journal.toString());
        assertThatThrownBy(() -> container.close()).isInstanceOf(StorageException.class);
        assertThat(file).doesNotExist();
        assertThat(journal).exists();
    }

    /** The path through which it was opened may lead to it by links. */
    @Test
    void aLinkThatChangesIsNoMatter() throws IOException {
        container.close();
        Path link = folder.resolve("link.h5");
        Files.createSymbolicLink(link, file);
        container = ContainerFile.open(link);
        container.root().createGroup("kept");
        Files.delete(link);
        container.close();
        try (ContainerFile again = ContainerFile.openReadOnly(file)) {
            assertThat(again.root().names()).contains("kept");
        }
        container = ContainerFile.open(file);
    }

    @Test
    void aFileThatWasCutIsNotCommitted() throws IOException {
        container.root().createGroup("lost");
        cut(length - ROWS);
        assertRefused("another program has cut the file to " + (length - ROWS), "has " + length);
    }

    @Test
    void aFileThatWasCutIsNotClosedAsIfItWereWhole() throws IOException {
        cut(length - 1);
        byte[] touched = Files.readAllBytes(file);
        assertThatThrownBy(() -> container.close())
                .isInstanceOf(StorageException.class)
                .hasMessageContainingAll(file.toString(), "another program has cut the file");
        assertThat(journal).exists();
        assertThat(Files.readAllBytes(file)).isEqualTo(touched);
    }

    /** Otherwise the file would have its length again, with zeros in it. */
    @Test
    void newElementsAreNotWrittenBehindACut() throws IOException {
        cut(length - ROWS);
        assertThatThrownBy(() -> container.root().createDataset("more", new int[ROWS]))
                .isInstanceOf(StorageException.class)
                .hasMessageContainingAll(file.toString(), "another program has cut the file");
        assertThat(Files.size(file)).isEqualTo(length - ROWS);
    }

    @Test
    void aSuperblockOfAnotherProgramIsNotOverwritten() throws IOException {
        container.root().createGroup("lost");
        try (FileChannel other = FileChannel.open(file, StandardOpenOption.WRITE)) {
            other.write(ByteBuffer.wrap(new byte[] {0}), 11); // as h5clear does
        }
        assertRefused("another program has written the file", "byte 11 of the superblock is 0x00", "0x01");
    }

    /** A file that was cut and restored, as by an archive program, is the same file. */
    @Test
    void aFileThatWasRestoredIsCommitted() throws IOException {
        byte[] whole = Files.readAllBytes(file);
        container.root().createGroup("late");
        cut(length - 1);
        assertThatThrownBy(() -> container.flush()).isInstanceOf(StorageException.class);
        try (FileChannel other = FileChannel.open(file, StandardOpenOption.WRITE)) {
            other.write(ByteBuffer.wrap(whole));
        }
        container.flush();
        container.close();
        try (ContainerFile read = ContainerFile.openReadOnly(file)) {
            assertThat(read.exists("/late")).isTrue();
            assertThat(read.dataset("first").read(int[].class)).hasSize(ROWS);
        }
    }
}
