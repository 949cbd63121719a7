package dev.fallow.cli.space;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.cli.CommandFrame;
import dev.fallow.cli.Golden;
import dev.fallow.cli.shell.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code fallow reclaim} and {@code fallow shrink} print. */
class SpaceGoldenTest extends CommandFrame {
    @TempDir
    private Path folder;

    private Path file;

    /** Every second dataset is deleted; its space is lost if it is not persisted. */
    private void write(boolean persists) {
        file = folder.resolve("file.h5");
        try (ContainerFile container =
                ContainerFile.create(file, CreateOptions.defaults().withPersistFreeSpace(persists))) {
            for (int i = 0; i < 10; i++) {
                container.root().createDataset("d" + i, new int[1_000 + i]);
            }
        }
        try (ContainerFile container = ContainerFile.open(file)) {
            for (int i = 0; i < 10; i += 2) {
                container.delete("/d" + i);
            }
        }
    }

    private void check(String name, Object... arguments) throws IOException {
        assertThat(fallow(arguments)).as(err.toString()).isEqualTo(ExitCode.OK);
        Golden.check(name, folder, out);
    }

    @Test
    void reclaim() throws IOException {
        write(false);
        check("reclaim-dry.txt", "reclaim", "--dry-run", file);
        check("reclaim-dry.json", "reclaim", "--dry-run", "--json", file);
        check("reclaim.json", "reclaim", "--persist", "--json", file);
        check("reclaim.txt", "reclaim", file);
    }

    @Test
    void shrink() throws IOException {
        write(true);
        check("shrink-plan.txt", "shrink", "--dry-run", file);
        check("shrink-plan.json", "shrink", "--dry-run", "--json", file);
        check("shrink.json", "shrink", "--json", "--max-move", "5000", file);
    }

    @Test
    void shrinkInWords() throws IOException {
        write(true);
        check("shrink.txt", "shrink", file);
    }
}
