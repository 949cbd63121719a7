package dev.fallow.cli.edit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.Group;
import dev.fallow.Types;
import dev.fallow.cli.CommandFrame;
import dev.fallow.cli.shell.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Patterns of {@code rm}, and copies into another file. */
class PatternsAndCopiesTest extends CommandFrame {
    @TempDir
    private Path folder;

    private Path file;
    private Path other;

    @BeforeEach
    void write() {
        file = folder.resolve("a.h5");
        other = folder.resolve("b.h5");
        try (ContainerFile container = ContainerFile.create(file)) {
            Group run = container.root().createGroup("run");
            run.createDataset("tmp1", 1);
            run.createDataset("tmp2", 2);
            run.createDataset("kept", new int[] {1, 2}).createAttribute("units", "m");
            run.createGroup("tmp").createDataset("tmp3", 3);
            container.root().createGroup("lit[ab]");
        }
        ContainerFile.create(other).close();
    }

    @Test
    void rmTakesPatterns() throws IOException {
        byte[] before = Files.readAllBytes(file);
        assertThat(fallow("rm", file, "/run/nothing*")).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString()).contains("nothing matches /run/nothing*");
        assertThat(fallow("rm", file, "/run/[z-a]")).isEqualTo(ExitCode.USAGE);
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
        assertThat(fallow("rm", file, "/**/tmp*")).as(err.toString()).isEqualTo(ExitCode.OK);
        assertThat(fallow("rm", file, "/lit[ab]")).as("a name, not a pattern").isEqualTo(ExitCode.OK);
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            assertThat(container.root().names()).containsExactly("run");
            assertThat(container.group("/run").names()).containsExactly("kept");
        }
    }

    @Test
    void cpTakesTheOtherFileBeforeThePath() throws IOException {
        assertThat(fallow("cp", file, "/run", other, "/copy"))
                .as(err.toString())
                .isEqualTo(ExitCode.OK);
        assertThat(fallow("cp", file, "/run", file, "/copy"))
                .as("the same file")
                .isEqualTo(ExitCode.OK);
        for (Path each : new Path[] {file, other}) {
            try (ContainerFile container = ContainerFile.openReadOnly(each)) {
                assertThat(container.dataset("/copy/kept").read(int[].class)).containsExactly(1, 2);
            }
        }
        byte[] before = Files.readAllBytes(file);
        assertThat(fallow("cp", "--into", other, file, "/run", other, "/again")).isEqualTo(ExitCode.USAGE);
        assertThat(fallow("cp", file, "/run", folder.resolve("no.h5"), "/again"))
                .isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
    }

    @Test
    void attrCpCopiesAnAttribute() throws IOException {
        assertThat(fallow("attr", "cp", file, "/run/kept", "units", "/run"))
                .as(err.toString())
                .isEqualTo(ExitCode.OK);
        assertThat(fallow("attr", "cp", file, "/run/kept", "units", "/run/kept", "also"))
                .isEqualTo(ExitCode.OK);
        assertThat(fallow("attr", "cp", "--into", other, file, "/run", "units", "/"))
                .isEqualTo(ExitCode.OK);
        assertThat(fallow("attr", "get", other, "/", "units")).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).isEqualTo("\"m\"\n");
        try (ContainerFile container = ContainerFile.open(file)) {
            assertThat(container.dataset("/run/kept").attributeNames()).containsExactly("also", "units");
            container
                    .root()
                    .createAttribute(
                            "to",
                            Types.objectReference(),
                            new long[0],
                            container.group("/run").reference());
        }
        byte[] before = Files.readAllBytes(other);
        assertThat(fallow("attr", "cp", "--into", other, file, "/", "to", "/")).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString()).contains("attribute to", "addresses");
        assertThat(fallow("attr", "cp", "--into", other, file, "/run", "units", "/"))
                .isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString()).contains("units exists");
        assertThat(Files.readAllBytes(other)).isEqualTo(before);
    }
}
