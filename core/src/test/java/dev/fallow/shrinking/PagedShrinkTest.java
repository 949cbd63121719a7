package dev.fallow.shrinking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.Dataset;
import dev.fallow.FileFormat;
import dev.fallow.FileSpaceStrategy;
import dev.fallow.ShrinkOptions;
import dev.fallow.SpaceSettings;
import dev.fallow.report.ShrinkReport;
import dev.fallow.report.SpaceReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** In a paged file every page may have a hole that nothing fits into, so that only moving everything helps. */
class PagedShrinkTest {
    private static final int DATASETS = 300;

    @TempDir
    private Path folder;

    /** @param part of the live bytes that may be left; datasets of more than a page take whole pages */
    @ParameterizedTest
    @CsvSource({"EARLIEST, 512, 5", "EARLIEST, 4096, 10", "LATEST, 512, 5", "LATEST, 4096, 10"})
    void putsBlocksTogetherInFewerPages(FileFormat format, int pageSize, int part) throws IOException {
        Path path = folder.resolve("paged.h5");
        SpaceSettings paged = new SpaceSettings(FileSpaceStrategy.PAGE, 1, pageSize);
        Map<String, int[]> kept = new TreeMap<>();
        Random random = new Random(7);
        try (ContainerFile file = ContainerFile.create(
                path, CreateOptions.defaults().withFormat(format).withSpace(paged))) {
            for (int i = 0; i < DATASETS; i++) {
                int[] values = random.ints(10 + random.nextInt(700)).toArray();
                Dataset dataset = file.root().createDataset("d" + i, values);
                dataset.createAttribute("number", i);
                kept.put("/d" + i, values);
            }
        }
        try (ContainerFile file = ContainerFile.open(path)) {
            for (int i = 0; i < DATASETS; i++) {
                if (random.nextInt(3) > 0) {
                    file.delete("/d" + i);
                    kept.remove("/d" + i);
                }
            }
            ShrinkReport report = file.shrink(ShrinkOptions.defaults());
            assertThat(report.complete()).isTrue();
            assertThat(report.lengthAfter())
                    .isEqualTo(Files.size(path))
                    .isLessThan(report.lengthBefore() / 2)
                    .isLessThan(file.space().liveBytes() + file.space().liveBytes() / part + 4L * pageSize);
            check(file, kept);

            ShrinkReport again = file.shrink(ShrinkOptions.defaults());
            assertThat(again.lengthAfter()).isLessThanOrEqualTo(report.lengthAfter());
            assertThat(again.movedBytes()).isZero();
        }
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            check(file, kept);
            assertThat(file.space().untrackedBytes()).isZero();
        }
    }

    private static void check(ContainerFile file, Map<String, int[]> kept) {
        assertThat(file.root().listRecursively()).hasSize(kept.size());
        kept.forEach((path, values) -> {
            assertThat(file.dataset(path).read()).isEqualTo(values);
            assertThat(file.dataset(path).attribute("number").read(Integer.class))
                    .isEqualTo(Integer.parseInt(path.substring(2)));
        });
        SpaceReport space = file.space();
        assertThat(space.findings()).isEmpty();
    }

    /** The extension grows when free space is persisted from then on; its new part is behind everything. */
    @ParameterizedTest
    @EnumSource(FileFormat.class)
    void movesTheSuperblockExtension(FileFormat format) throws IOException {
        Path path = folder.resolve("extension.h5");
        SpaceSettings paged = new SpaceSettings(FileSpaceStrategy.PAGE, 1, 512);
        try (ContainerFile file = ContainerFile.create(
                path,
                CreateOptions.defaults().withFormat(format).withSpace(paged).withPersistFreeSpace(false))) {
            for (int i = 0; i < 20; i++) {
                file.root().createDataset("d" + i, new int[1000]);
            }
            file.flush();
            file.setPersistFreeSpace(true);
        }
        try (ContainerFile file = ContainerFile.open(path)) {
            for (int i = 1; i < 20; i++) {
                file.delete("/d" + i);
            }
            ShrinkReport report = file.shrink(ShrinkOptions.defaults());
            assertThat(report.lengthAfter()).isLessThan(8_000).isEqualTo(Files.size(path));
            assertThat(file.dataset("/d0").read()).isEqualTo(new int[1000]);
            assertThat(file.space().findings()).isEmpty();
        }
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            assertThat(file.persistsFreeSpace()).isTrue();
            assertThat(file.dataset("/d0").read()).isEqualTo(new int[1000]);
            assertThat(file.space().untrackedBytes()).isZero();
        }
    }
}
