package dev.fallow.shrinking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.FileFormat;
import dev.fallow.OpenOptions;
import dev.fallow.ShrinkOptions;
import dev.fallow.report.ShrinkReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shrinking a file that was shrunk: nothing is copied for nothing. */
class ShrinkTwiceTest {
    private static final int DATASETS = 40;
    private static final int MOST_ELEMENTS = 400;

    @TempDir
    private Path folder;

    /** A file whose superblock extension, which a pass cannot move, is somewhere in the middle. */
    private static byte[] file(Random random) {
        FileFormat format = random.nextBoolean() ? FileFormat.EARLIEST : FileFormat.LATEST;
        CreateOptions forgetful = CreateOptions.defaults().withFormat(format).withPersistFreeSpace(false);
        ContainerFile file = ContainerFile.createInMemory(forgetful);
        int extension = random.nextInt(DATASETS);
        for (int i = 0; i < DATASETS; i++) {
            if (i == extension) {
                file.upgrade();
                file.setPersistFreeSpace(true);
            }
            file.root().createDataset("d" + i, new int[1 + random.nextInt(MOST_ELEMENTS)]);
            file.flush();
        }
        for (int i = 0; i < DATASETS; i++) {
            if (random.nextInt(3) == 0) {
                file.delete("/d" + i);
            }
        }
        file.close();
        return file.toByteArray();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void movesNothing(long seed) {
        byte[] bytes = file(new Random(seed));
        ShrinkOptions exact = ShrinkOptions.defaults().withRatio(1);
        try (ContainerFile file = ContainerFile.openBytes(bytes, OpenOptions.defaults())) {
            ShrinkReport first = file.shrink(exact);
            assertThat(first.lengthAfter()).isLessThan(first.lengthBefore());
            ShrinkReport second = file.shrink(exact);
            assertThat(second.movedBytes()).as("%s, then %s", first, second).isZero();
            assertThat(second.lengthAfter()).isEqualTo(first.lengthAfter());
            assertThat(file.space().findings()).isEmpty();
        }
    }

    /** A little space is lost: the lists that would remember it are longer. */
    @Test
    void aFileWithoutMuchFreeSpaceIsNotWritten() throws IOException {
        Path path = folder.resolve("full.h5");
        try (ContainerFile file =
                ContainerFile.create(path, CreateOptions.defaults().withPersistFreeSpace(false))) {
            for (int i = 0; i < DATASETS; i++) {
                file.root().createDataset("d" + i, new int[MOST_ELEMENTS]);
                file.flush();
            }
            file.delete("/d1");
            file.delete("/d4");
        }
        try (ContainerFile file = ContainerFile.open(path)) {
            file.setPersistFreeSpace(true);
        }
        byte[] before = Files.readAllBytes(path);
        try (ContainerFile file = ContainerFile.open(path)) {
            ShrinkReport report = file.shrink(ShrinkOptions.defaults().withRatio(1.1));
            assertThat(report.freeBytes()).isGreaterThan(MOST_ELEMENTS);
            assertThat(report.lengthAfter()).isEqualTo(before.length);
        }
        assertThat(Files.readAllBytes(path)).isEqualTo(before);
    }
}
