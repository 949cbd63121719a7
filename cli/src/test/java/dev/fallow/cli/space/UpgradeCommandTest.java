package dev.fallow.cli.space;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.FileFormat;
import dev.fallow.cli.CommandFrame;
import dev.fallow.cli.Golden;
import dev.fallow.cli.shell.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The upgrade of a superblock of version 0, and the advice that leads to it. */
class UpgradeCommandTest extends CommandFrame {
    @TempDir
    private Path folder;

    private Path file;

    /** A file with untracked space. */
    @BeforeEach
    void write() {
        file = folder.resolve("old.h5");
        CreateOptions options =
                CreateOptions.defaults().withFormat(FileFormat.EARLIEST).withPersistFreeSpace(false);
        try (ContainerFile container = ContainerFile.create(file, options)) {
            container.root().createDataset("gone", new int[100]);
            container.root().createDataset("data", new int[] {1, 2, 3});
            container.delete("/gone");
        }
    }

    @Test
    void reclaimAdvisesWhatWorks() throws IOException {
        byte[] before = Files.readAllBytes(file);
        for (String[] options : new String[][] {{"--dry-run"}, {"--dry-run", "--persist"}, {}}) {
            Object[] all = new Object[options.length + 2];
            all[0] = "reclaim";
            System.arraycopy(options, 0, all, 1, options.length);
            all[all.length - 1] = file;
            assertThat(fallow(all)).isEqualTo(ExitCode.OK);
            assertThat(out.toString())
                    .contains("superblock version 0 cannot persist", "fallow upgrade", "fallow shrink")
                    .doesNotContain("use --persist");
        }
        assertThat(out.toString()).startsWith("untracked ").contains("Nothing was changed.");
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
        assertThat(fallow("reclaim", "--json", file)).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("\"dryRun\" : false", "\"reclaimed\" : false");
        assertThat(fallow("reclaim", "--persist", file)).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString()).contains("version 0", "fallow upgrade");
        assertThat(fallow("upgrade", file)).isEqualTo(ExitCode.OK);
        assertThat(fallow("reclaim", file)).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("use --persist");
        assertThat(fallow("reclaim", "--persist", file)).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("reclaimed").doesNotContain("does not persist");
    }

    @Test
    void upgradeSaysWhatItDid() throws IOException {
        long length = Files.size(file);
        assertThat(fallow("upgrade", file)).as(err.toString()).isEqualTo(ExitCode.OK);
        assertThat(out.toString())
                .contains("superblock version 2, before 0", "does not persist", "fallow reclaim --persist");
        assertThat(Files.size(file)).isEqualTo(length);
        assertThat(fallow("upgrade", "--json", file)).isEqualTo(ExitCode.OK);
        Golden.check("upgrade.json", folder, out);
        assertThat(fallow("upgrade", "--persist", file)).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("superblock version 2, before 2").doesNotContain("does not persist");
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            assertThat(container.persistsFreeSpace()).isTrue();
            assertThat(container.dataset("/data").read()).isEqualTo(new int[] {1, 2, 3});
            assertThat(container.space().findings()).isEmpty();
        }
        assertThat(fallow("upgrade", folder.resolve("none.h5"))).isEqualTo(ExitCode.CANNOT_OPEN);
    }
}
