package dev.fallow.cli.look;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.cli.CommandFrame;
import dev.fallow.cli.Golden;
import dev.fallow.cli.shell.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code fallow tree}. */
class TreeTest extends CommandFrame {
    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void write() {
        file = folder.resolve("sample.h5");
        Sample.write(file);
    }

    @Test
    void outputIsGolden() throws IOException {
        assertThat(fallow("tree", file)).as(err.toString()).isEqualTo(ExitCode.OK);
        Golden.check("tree.txt", folder, out);
        assertThat(out.toString().lines()).allMatch(line -> line.length() <= 80);
        assertThat(fallow("tree", "-a", file)).isEqualTo(ExitCode.OK);
        Golden.check("tree-attributes.txt", folder, out);
        assertThat(fallow("tree", "--ascii", file, "/run1")).isEqualTo(ExitCode.OK);
        Golden.check("tree-ascii.txt", folder, out);
        assertThat(fallow("tree", "--json", file, "/types")).isEqualTo(ExitCode.OK);
        Golden.check("tree.json", folder, out);
    }

    @Test
    void levelsAreLimited() {
        try (ContainerFile container = ContainerFile.open(file)) {
            container.root().createGroups("/a/b/c/d");
        }
        assertThat(fallow("tree", "-L", 2, "--ascii", file, "/a")).isEqualTo(ExitCode.OK);
        assertThat(out.toString().lines()).containsExactly("/a", "`-- b", "    `-- c");
        assertThat(fallow("tree", "-L", 1, "--ascii", file, "/a")).isEqualTo(ExitCode.OK);
        assertThat(out.toString().lines()).containsExactly("/a", "`-- b");
        assertThat(fallow("tree", "-L", 1, "--json", file, "/a")).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("/a/b").doesNotContain("/a/b/c");
    }

    @Test
    void aCycleIsDrawnOnce() {
        try (ContainerFile container = ContainerFile.open(file)) {
            container.root().createHardLink("/run1/again", "/run1");
        }
        assertThat(fallow("tree", "--ascii", file, "/run1")).isEqualTo(ExitCode.OK);
        assertThat(out.toString().lines()).hasSize(6).contains("|-- again");
    }

    @Test
    void aGroupIsRequired() {
        assertThat(fallow("tree", file, "/run1/image")).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString()).contains("/run1/image");
    }

    @Test
    void whatCannotBeReadIsAProblem() throws IOException {
        long address;
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            address = container.dataset("/run1/image").address();
        }
        byte[] bytes = Files.readAllBytes(file);
        bytes[(int) address + 9] ^= 1;
        Files.write(file, bytes);
        assertThat(fallow("tree", "-a", file)).isEqualTo(ExitCode.FINDINGS);
        assertThat(out.toString()).contains("checksum", "series");
    }
}
