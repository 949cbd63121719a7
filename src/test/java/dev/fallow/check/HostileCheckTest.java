package dev.fallow.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.NotAContainerException;
import dev.fallow.fuzz.input.ContainerMutator;
import dev.fallow.fuzz.input.FallowSeeds;
import dev.fallow.fuzz.input.Seed;
import dev.fallow.report.CheckReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files damaged at random, with valid checksums: the check ends with a report, and showing a structure with one or a refusal. */
class HostileCheckTest {
    private static final int FILES = Integer.getInteger("fallow.hostile", 150) * 4;
    private static final long SEED = Long.getLong("fallow.seed", 1);

    @TempDir
    private Path folder;

    @Test
    void theCheckEndsWithAReport() throws IOException {
        List<Seed> seeds = new ArrayList<>(FallowSeeds.all());
        for (Subject each : Subject.values()) {
            seeds.add(new Seed(each.name(), each.bytes()));
        }
        ContainerMutator mutator = new ContainerMutator(seeds);
        int unsound = 0;
        for (int i = 0; i < FILES; i++) {
            Random random = new Random(SEED * 1_000_003 + i);
            Seed seed = seeds.get(random.nextInt(seeds.size()));
            byte[] damaged = mutator.mutate(seed, random).bytes();
            Path file = Files.write(folder.resolve("file.h5"), damaged);
            try {
                CheckReport report = ContainerFile.check(file);
                unsound += report.isSound() ? 0 : 1;
                dump(file, damaged);
            } catch (NotAContainerException e) {
                unsound++;
            } catch (RuntimeException | Error e) {
                throw new AssertionError("%s, number %d of seed %d".formatted(seed.name(), i, SEED), e);
            }
        }
        assertThat(unsound).isGreaterThan(FILES / 2);
    }

    private static void dump(Path file, byte[] bytes) {
        for (int at = 0; at + 4 < bytes.length; at++) {
            boolean letters = bytes[at] >= 'A' && bytes[at] <= 'Z' && bytes[at + 1] >= 'A' && bytes[at + 1] <= 'Z';
            if (at == 0 || letters && bytes[at + 3] >= 'A' && bytes[at + 3] <= 'Z') {
                try {
                    ContainerFile.dump(file, at);
                } catch (ContainerException e) {
                    assertThat(e).hasMessageContaining(file.getFileName().toString());
                }
            }
        }
    }
}
