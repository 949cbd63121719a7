package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.report.SpaceReport;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A session with many commits, each of which replaces some raw data by larger raw data. */
class ManyCommitsTest {
    private static final int DATASETS = 32;
    private static final int ROUNDS = 30;
    private static final int COMMITS_PER_ROUND = 8;

    @TempDir
    private Path folder;

    /** The lists of free space of each commit do not remain between the holes of the raw data. */
    @Test
    void replacingGrowingDataLeavesFewHoles() {
        try (ContainerFile file = ContainerFile.create(
                folder.resolve("growing.h5"), CreateOptions.defaults().withDurability(Durability.NEVER))) {
            for (int round = 0; round < ROUNDS; round++) {
                for (int i = 0; i < DATASETS; i++) {
                    String name = "dataset" + i;
                    if (round > 0) {
                        file.delete(name);
                    }
                    file.root().createDataset(name, new byte[4_000 + 200 * round + 7 * i]);
                    if (i % (DATASETS / COMMITS_PER_ROUND) == 0) {
                        file.flush();
                    }
                }
            }
            file.flush();
            SpaceReport space = file.space();
            assertThat(space.liveBytes()).isGreaterThan(DATASETS * 200 * ROUNDS);
            assertThat(space.freeBytes()).isLessThan(space.liveBytes());
            assertThat(space.sections()).hasSizeLessThan(ROUNDS * COMMITS_PER_ROUND / 4);
        }
    }
}
