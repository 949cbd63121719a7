package dev.fallow.cli.space;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.FileFormat;
import dev.fallow.cli.CommandFrame;
import dev.fallow.cli.UsedFile;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.report.SpaceBreakdown;
import dev.fallow.report.SpaceItem;
import dev.fallow.report.SpaceUse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Files with random damage: the bytes still add up, and no command fails otherwise than it says. */
class DamagedSpaceTest extends CommandFrame {
    private static final int FILES = 50;
    /** Damage is done to structures, most of which are outside of the elements. */
    private static final int MOST_DAMAGED = 4;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(FileFormat.class)
    void theBytesAddUp(FileFormat format) throws IOException {
        Path file = folder.resolve("used.h5");
        UsedFile.write(file, format);
        byte[] sound = Files.readAllBytes(file);
        int[] structures = structures(file);
        SplittableRandom random = new SplittableRandom(18);
        int opened = 0;
        for (int i = 0; i < FILES; i++) {
            byte[] damaged = sound.clone();
            for (int k = random.nextInt(MOST_DAMAGED); k >= 0; k--) {
                int at = structures[random.nextInt(structures.length)];
                damaged[at] = random.nextBoolean() ? damaged[random.nextInt(sound.length)] : (byte) random.nextInt();
            }
            Files.write(file, damaged);
            opened += assertAddsUp(file) ? 1 : 0;
            for (String verb : List.of("space", "why", "holes", "map")) {
                assertThat(fallow(verb, file))
                        .as("%s of file %d: %s", verb, i, err)
                        .isIn(ExitCode.OK, ExitCode.FINDINGS, ExitCode.CANNOT_OPEN);
            }
        }
        assertThat(opened).isGreaterThan(FILES / 2);
    }

    /** The bytes of structures. */
    private static int[] structures(Path file) {
        boolean[] found = new boolean[(int) file.toFile().length()];
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            container.spaceBreakdown(item -> {
                if (item instanceof SpaceItem.Block block
                        && block.use() != SpaceUse.CONTIGUOUS
                        && block.use() != SpaceUse.CHUNKS) {
                    Arrays.fill(found, (int) block.address(), (int) (block.address() + block.size()), true);
                }
            });
        }
        return IntStream.range(0, found.length).filter(at -> found[at]).toArray();
    }

    private static boolean assertAddsUp(Path file) throws IOException {
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            SpaceBreakdown found = container.spaceBreakdown(new HolderTree());
            assertThat(found.amounts()).allMatch(amount -> amount.bytes() >= 0);
            assertThat(found.amounts().stream()
                            .mapToLong(SpaceBreakdown.Amount::bytes)
                            .sum())
                    .isEqualTo(found.fileBytes())
                    .isEqualTo(Files.size(file));
            return true;
        } catch (ContainerException e) {
            return false;
        }
    }
}
