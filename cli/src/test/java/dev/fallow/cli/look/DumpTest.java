package dev.fallow.cli.look;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.FileFormat;
import dev.fallow.GroupOptions;
import dev.fallow.cli.CommandFrame;
import dev.fallow.cli.shell.ExitCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code fallow dump}. */
class DumpTest extends CommandFrame {
    @TempDir
    private Path folder;

    private Path file;
    private byte[] bytes;

    @BeforeEach
    void makeFile() throws IOException {
        file = folder.resolve("file.h5");
        CreateOptions options = CreateOptions.defaults().withPersistFreeSpace(true);
        try (ContainerFile container = ContainerFile.create(file, options)) {
            GroupOptions dense = GroupOptions.defaults().withPhaseChange(2, 1);
            var group = container.root().createGroup("group", dense);
            for (int i = 0; i < 60; i++) {
                group.createSoftLink("link " + i, "/group");
            }
            group.delete("link 7");
            container.root().createDataset("data", new int[20]);
            container.root().createDataset("more", new int[20]);
            container.delete("/data");
        }
        bytes = Files.readAllBytes(file);
    }

    private int find(String signature) {
        return new String(bytes, StandardCharsets.ISO_8859_1).indexOf(signature);
    }

    private static String golden(String name) throws IOException {
        try (InputStream in = DumpTest.class.getResourceAsStream("/dev/fallow/cli/golden/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void theSuperblock() throws IOException {
        assertThat(fallow("dump", file, "--addr", 0)).isEqualTo(ExitCode.OK);
        assertThat(out).hasToString(golden("dump.txt"));
    }

    @Test
    void json() throws IOException {
        assertThat(fallow("dump", "--json", file, "--addr", find("BTHD"))).isEqualTo(ExitCode.OK);
        assertThat(out).hasToString(golden("dump.json"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"OHDR", "FRHP", "FHIB", "FHDB", "BTHD", "BTIN", "BTLF", "FSHD", "FSSE"})
    void aChecksumIsRightUntilAByteChanges(String signature) throws IOException {
        int at = find(signature);
        assertThat(fallow("dump", file, "--addr", at)).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("checksum right", "signature", signature);
        bytes[at + 19] ^= 1;
        Files.write(file, bytes);
        assertThat(fallow("dump", file, "--addr", at)).isEqualTo(ExitCode.FINDINGS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"SNOD", "TREE", "HEAP"})
    void structuresWithoutChecksums(String signature) throws IOException {
        Path old = folder.resolve("old.h5");
        CreateOptions options =
                CreateOptions.defaults().withFormat(FileFormat.EARLIEST).withPersistFreeSpace(false);
        try (ContainerFile container = ContainerFile.create(old, options)) {
            container.root().createSoftLink("link", "/somewhere");
        }
        bytes = Files.readAllBytes(old);
        assertThat(fallow("dump", old, "--addr", find(signature))).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("no checksum", signature);
        try (ContainerFile container = ContainerFile.openReadOnly(old)) {
            assertThat(fallow("dump", old, "--addr", container.root().address()))
                    .isEqualTo(ExitCode.OK);
        }
        assertThat(out.toString()).contains("version 1", "Symbol Table Message");
    }

    @Test
    void whatIsNoStructure() {
        assertThat(fallow("dump", file, "--addr", find("OHDR") + 1)).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString()).contains("expected the signature of a structure");
        assertThat(fallow("dump", file, "--addr", 1 << 30)).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(fallow("dump", file, "--addr", -4)).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(fallow("dump", file)).isEqualTo(ExitCode.USAGE);
    }
}
