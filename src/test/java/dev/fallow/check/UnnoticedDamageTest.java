package dev.fallow.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fallow.ContainerFile;
import dev.fallow.NotAContainerException;
import dev.fallow.fuzz.input.ContainerMutator;
import dev.fallow.fuzz.input.FallowSeeds;
import dev.fallow.fuzz.input.Mutation;
import dev.fallow.fuzz.input.ReferenceSeeds;
import dev.fallow.fuzz.input.Seed;
import dev.fallow.oracle.Corpus;
import dev.fallow.oracle.NeedsReference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Damages sound files at random, and keeps those in which the check finds nothing: in the folder {@code fallow.unnoticed}, each
 * beside the sound file. {@code interop/unnoticed.py} then says in which of them libhdf5 fails, or reads something else.
 */
@NeedsReference
class UnnoticedDamageTest {
    private static final String FOLDER = "fallow.unnoticed";
    private static final int FILES = Integer.getInteger("fallow.unnoticed.files", 20_000);
    private static final long SEED = Long.getLong("fallow.seed", 1);
    private static final long LARGEST_SEED = 60_000;

    @TempDir
    private Path folder;

    @Test
    void isKept() throws IOException {
        assumeTrue(System.getProperty(FOLDER) != null, "the system property " + FOLDER + " names no folder");
        Path kept = Files.createDirectories(Path.of(System.getProperty(FOLDER)));
        List<Seed> seeds = seeds();
        ContainerMutator mutator = new ContainerMutator(seeds);
        int damaged = 0;
        int unnoticed = 0;
        for (int i = 0; i < FILES; i++) {
            Random random = new Random(SEED * 1_000_003 + i);
            int number = random.nextInt(seeds.size());
            Seed seed = seeds.get(number);
            Mutation mutation = mutator.mutate(seed, random);
            if (Arrays.equals(mutation.bytes(), seed.bytes())) {
                continue;
            }
            damaged++;
            Path file = Files.write(folder.resolve("file.h5"), mutation.bytes());
            if (isSound(file)) {
                unnoticed++;
                Files.write(kept.resolve("sound-%d.h5".formatted(number)), seed.bytes());
                Files.write(
                        kept.resolve("damaged-%d-%d-%s.h5".formatted(number, i, mutation.kind())), mutation.bytes());
            }
        }
        Files.writeString(
                kept.resolve("counts.txt"), "%d damaged, %d of them unnoticed%n".formatted(damaged, unnoticed));
        assertThat(unnoticed).isLessThan(damaged);
    }

    private List<Seed> seeds() throws IOException {
        List<Seed> all = new ArrayList<>(FallowSeeds.all());
        all.addAll(ReferenceSeeds.all(folder));
        for (Subject each : Subject.values()) {
            all.add(new Seed(each.name(), each.bytes()));
        }
        for (Path each : Corpus.files()) {
            if (Files.size(each) <= LARGEST_SEED) {
                all.add(new Seed(each.getFileName().toString(), Files.readAllBytes(each)));
            }
        }
        List<Seed> sound = new ArrayList<>();
        for (Seed each : all) {
            if (isSound(Files.write(folder.resolve("file.h5"), each.bytes()))) {
                sound.add(each);
            }
        }
        return sound;
    }

    private static boolean isSound(Path file) {
        try {
            return ContainerFile.check(file).isSound();
        } catch (NotAContainerException e) {
            return false;
        }
    }
}
