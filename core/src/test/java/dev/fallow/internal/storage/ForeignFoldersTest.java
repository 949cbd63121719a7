package dev.fallow.internal.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForeignFoldersTest {
    @TempDir
    private Path folder;

    private Path own;
    private Path other;
    private Path container;

    @BeforeEach
    void create() throws IOException {
        folder = folder.toRealPath();
        own = Files.createDirectories(folder.resolve("own"));
        other = Files.createDirectories(folder.resolve("other"));
        container = Files.createFile(own.resolve("container.h5"));
        Files.createDirectory(own.resolve("inner"));
        Files.write(own.resolve("inner/data"), new byte[] {1, 2, 3});
        Files.write(other.resolve("secret"), new byte[] {9});
    }

    private ForeignFolders folders(Path... additional) throws IOException {
        return new ForeignFolders(container, container.toRealPath(), List.of(additional));
    }

    private void refused(ForeignFolders folders, String name, String... parts) {
        assertThatThrownBy(() -> folders.find(name))
                .isInstanceOf(UnusableFileException.class)
                .hasMessageContainingAll(parts);
    }

    @Test
    void filesInTheFolderAreFound() throws IOException {
        Path data = own.resolve("inner/data");
        for (String name : List.of("inner/data", "./inner/data", "inner/../inner/data", "${ORIGIN}/inner/data")) {
            assertThat(folders().find(name)).as(name).isEqualTo(data);
        }
        assertThat(folders().find(data.toString())).isEqualTo(data);
        try (Storage storage = folders().open(data, false)) {
            ByteBuffer bytes = ByteBuffer.allocate(3);
            storage.read(0, bytes);
            assertThat(bytes.array()).containsExactly(1, 2, 3);
        }
        assertThatThrownBy(() -> folders().find("inner/none")).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void othersAreRefused() throws IOException {
        ForeignFolders folders = folders();
        refused(folders, "../other/secret", "other", "not in the folder", own.toString(), "externalFolders");
        refused(folders, other.resolve("secret").toString(), "not in the folder");
        refused(folders, "inner/../../other/secret", "not in the folder");
        refused(folders, "../own2", "not in the folder");
        refused(folders, "/nowhere/at/all", "not in the folder");
        refused(folders, "..", "not in the folder");
        refused(folders, ".", "not in the folder");
        refused(folders, "", "not the name of a file");
        refused(folders, "/", "not the name of a file");
        refused(folders, "a\0b", "not the name of a file");
        Files.createSymbolicLink(own.resolve("link"), other.resolve("secret"));
        Files.createSymbolicLink(own.resolve("folderlink"), other);
        refused(folders, "link", "secret", "not in the folder");
        refused(folders, "folderlink/secret", "secret", "not in the folder");
        Files.createSymbolicLink(own.resolve("inside"), own.resolve("inner/data"));
        assertThat(folders.find("inside")).isEqualTo(own.resolve("inner/data"));
    }

    @Test
    void otherFoldersCanBeAllowed() throws IOException {
        ForeignFolders folders = folders(other, folder.resolve("none"));
        assertThat(folders.find("../other/secret")).isEqualTo(other.resolve("secret"));
        assertThat(folders.find(other.resolve("secret").toString())).isEqualTo(other.resolve("secret"));
        refused(folders, "../else", "not in the folder");
        Path linked = Files.createSymbolicLink(folder.resolve("linked"), other);
        assertThat(folders(linked).find(linked.resolve("secret").toString())).isEqualTo(other.resolve("secret"));
        ForeignFolders ofOther = folders.of(other.resolve("secret"));
        assertThat(ofOther.find("secret")).isEqualTo(other.resolve("secret"));
        assertThat(ofOther.find("../own/inner/data")).isEqualTo(own.resolve("inner/data"));
    }

    @Test
    void anAbsoluteNameStandsForAMovedFile() throws IOException {
        Path data = Files.write(own.resolve("moved"), new byte[1]);
        assertThat(folders().findMoved("/somewhere/moved")).isEqualTo(data);
        assertThat(folders().findMoved("moved")).isEqualTo(data);
        assertThatThrownBy(() -> folders().findMoved("/somewhere/else"))
                .isInstanceOf(UnusableFileException.class)
                .hasMessageContaining("/somewhere/else");
        assertThatThrownBy(() -> folders().findMoved("../moved")).isInstanceOf(UnusableFileException.class);
    }

    @Test
    void onlyRegularFilesAreOpened() throws IOException, InterruptedException {
        assertThatThrownBy(() -> folders().open(own.resolve("inner"), false))
                .isInstanceOf(UnusableFileException.class)
                .hasMessageContaining("a directory");
        Path pipe = own.resolve("pipe");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/mkfifo")), "mkfifo is needed for a FIFO");
        assertThat(new ProcessBuilder("/usr/bin/mkfifo", pipe.toString())
                        .start()
                        .waitFor())
                .isZero();
        assertThat(folders().find("pipe")).isEqualTo(pipe);
        assertThatThrownBy(() -> folders().open(pipe, false))
                .isInstanceOf(UnusableFileException.class)
                .hasMessageContaining("a FIFO");
    }

    @Test
    void filesInUseAreRefused() throws IOException {
        FileSidecar journal = FileSidecar.of(container, ".journal");
        Storage owned = journal.own();
        try (owned) {
            for (String name : List.of("container.h5", "container.h5.journal")) {
                Path found = folders().find(name);
                assertThatThrownBy(() -> folders().open(found, true))
                        .as(name)
                        .isInstanceOf(UnusableFileException.class)
                        .hasMessageContaining("open for editing in this JVM");
            }
        }
    }
}
