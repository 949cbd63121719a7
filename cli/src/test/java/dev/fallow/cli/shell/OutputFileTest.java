package dev.fallow.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that the command writes. */
class OutputFileTest {
    private static final Path FULL = Path.of("/dev/full");

    @TempDir
    private Path folder;

    @Test
    void whatFailsIsDeletedAndNamed() {
        Path file = folder.resolve("out");
        assertThatThrownBy(() -> OutputFile.create(file, out -> {
                    out.write(1);
                    throw new IOException("no space");
                }))
                .isInstanceOf(IOException.class)
                .hasMessage(file + ": no space");
        assertThat(file).doesNotExist();
        assertThatThrownBy(() -> OutputFile.createText(file, out -> {
                    throw new IllegalStateException("wrong");
                }))
                .hasMessage("wrong");
        assertThat(file).doesNotExist();
    }

    @Test
    void aFullDiskIsSaid() throws IOException {
        assumeTrue(Files.exists(FULL), "there is no " + FULL);
        Path link = Files.createSymbolicLink(folder.resolve("link"), FULL);
        assertThatThrownBy(() -> OutputFile.replace(link, out -> out.write(new byte[1 << 20])))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(link + ": ");
        assertThat(Files.exists(link, LinkOption.NOFOLLOW_LINKS)).isFalse();
        assertThat(FULL).exists();
    }

    @Test
    void nothingIsOverwrittenByANewFile() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "kept");
        Path nowhere = Files.createSymbolicLink(folder.resolve("nowhere"), folder.resolve("target"));
        for (Path each : new Path[] {file, nowhere, folder}) {
            assertThatThrownBy(() -> OutputFile.create(each, out -> out.write(1)))
                    .isInstanceOf(FileAlreadyExistsException.class);
        }
        assertThat(file).hasContent("kept");
        assertThat(Files.exists(nowhere, LinkOption.NOFOLLOW_LINKS)).isTrue();
        assertThat(folder.resolve("target")).doesNotExist();
    }

    @Test
    void theFolderThatIsMissingIsNamed() {
        Path file = folder.resolve("no").resolve("out");
        assertThatThrownBy(() -> OutputFile.create(file, out -> out.write(1)))
                .hasMessage(file + ": the folder " + file.getParent() + " does not exist");
    }

    @Test
    void textIsSafeToPrint() throws IOException {
        Path file = folder.resolve("text");
        OutputFile.createText(file, out -> out.print("a\u001b[2Jb\n"));
        assertThat(file).hasContent("a\\x1b[2Jb");
    }
}
