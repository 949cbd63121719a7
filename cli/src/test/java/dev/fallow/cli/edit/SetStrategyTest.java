package dev.fallow.cli.edit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.FileFormat;
import dev.fallow.FileSpaceStrategy;
import dev.fallow.SpaceSettings;
import dev.fallow.cli.CommandFrame;
import dev.fallow.cli.Golden;
import dev.fallow.cli.shell.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code fallow set-strategy}. */
class SetStrategyTest extends CommandFrame {
    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void write() {
        file = folder.resolve("paged.h5");
        CreateOptions options = CreateOptions.defaults()
                .withSpace(SpaceSettings.defaults()
                        .withStrategy(FileSpaceStrategy.PAGE)
                        .withPageSize(512));
        write(file, options);
    }

    private static void write(Path path, CreateOptions options) {
        try (ContainerFile container = ContainerFile.create(path, options)) {
            container.root().createDataset("gone", new int[1_000]);
            container.root().createDataset("data", new int[] {1, 2, 3});
            container.flush();
            container.delete("/gone");
        }
    }

    @Test
    void changesTheStrategyAndKeepsWhatIsFree() throws IOException {
        byte[] before = Files.readAllBytes(file);
        assertThat(fallow("set-strategy", "--dry-run", file, "fsm")).isEqualTo(ExitCode.OK);
        String dry = out.toString();
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
        assertThat(fallow("set-strategy", "--dry-run", "--json", file, "fsm")).isEqualTo(ExitCode.OK);
        Golden.check("set-strategy.json", folder, out);
        assertThat(fallow("set-strategy", file, "fsm")).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).isEqualTo(dry);
        Golden.check("set-strategy.txt", folder, out);
        fallow("info", file);
        assertThat(out.toString()).contains("FSM_AGGR", "persists   yes");
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            assertThat(container.space().freeBytes()).isGreaterThan(4_000);
            assertThat(container.space().untrackedBytes()).isZero();
        }
        assertThat(fallow("check", file)).isEqualTo(ExitCode.OK);
    }

    @Test
    void persistenceAndThresholdAreSetAlone() {
        fallow("set-strategy", file, "fsm", "--threshold", 100, "--no-persist");
        assertThat(out.toString())
                .contains(
                        "threshold  100 bytes, before 1 byte", "persists   no, before yes", "fallow reclaim --persist");
        fallow("set-strategy", file, "fsm", "--persist");
        assertThat(out.toString()).contains("threshold  100 bytes\n", "persists   yes, before no");
        fallow("set-strategy", file, "none", "--persist");
        assertThat(out.toString()).contains("strategy   none, before fsm-aggr", "tracks no free space");
    }

    @Test
    void whatIsNotPossibleIsSaid() {
        fallow("set-strategy", file, "aggr");
        assertThat(fallow("set-strategy", file, "page")).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString()).contains("only a copy");
        assertThat(fallow("set-strategy", file, "fsm", "--threshold", 0)).isEqualTo(ExitCode.USAGE);
        Path old = folder.resolve("old.h5");
        write(old, CreateOptions.defaults().withFormat(FileFormat.EARLIEST).withPersistFreeSpace(false));
        assertThat(fallow("set-strategy", old, "none")).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString()).contains("fallow upgrade");
    }
}
