package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.testing.Seeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Sessions on files with mapped storage. */
@Tag("mapped")
class MappedSessionTest {
    private static final int STEPS = Integer.getInteger("fallow.steps", 6_000) / 20;

    @TempDir
    private Path folder;

    /** A file that is mapped. */
    private record MappedFile(Path path) implements RandomSession.Medium {
        @Override
        public ContainerFile create(CreateOptions options) {
            // nothing is killed here; KillTest forces
            return ContainerFile.create(
                    path, options.withStorage(StorageKind.MAPPED).withDurability(Durability.NEVER));
        }

        @Override
        public byte[] content(ContainerFile closed) {
            try {
                return Files.readAllBytes(path);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public ContainerFile open(byte[] content, OpenOptions options) {
            assertThat(content(null)).isEqualTo(content);
            return ContainerFile.open(
                    path, options.withStorage(StorageKind.MAPPED).withDurability(Durability.NEVER));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1, FSM_AGGR, true",
        "2, FSM_AGGR, true",
        "3, PAGE, true",
        "4, PAGE, false",
        "5, AGGR, false",
        "6, NONE, false"
    })
    void randomSessionsGiveTheBytesOfMemory(long usualSeed, FileSpaceStrategy strategy, boolean persistent) {
        long seed = Seeds.one(usualSeed);
        SpaceSettings space = new SpaceSettings(strategy, 1, 4096);
        byte[] mapped = new RandomSession(
                        seed, FreeSpaceBackend.ORDERED, space, persistent, new MappedFile(folder.resolve("a.h5")))
                .run(STEPS);
        byte[] memory = new RandomSession(seed, FreeSpaceBackend.ORDERED, space, persistent).run(STEPS);
        assertThat(mapped).isEqualTo(memory);
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void everyDurabilityCommits(Durability durability) {
        Path path = folder.resolve("b.h5");
        CreateOptions create =
                CreateOptions.defaults().withStorage(StorageKind.MAPPED).withDurability(durability);
        OpenOptions edit =
                OpenOptions.defaults().withStorage(StorageKind.MAPPED).withDurability(durability);
        try (ContainerFile file = ContainerFile.create(path, create)) {
            file.root().createDataset("numbers", new int[] {1, 2, 3});
            file.flush();
            try (ContainerFile snapshot = file.snapshot()) {
                file.delete("/numbers");
                file.root().createDataset("more", new double[100_000]);
                file.flush();
                assertThat((int[]) snapshot.dataset("/numbers").read()).containsExactly(1, 2, 3);
            }
        }
        try (ContainerFile file = ContainerFile.open(path, edit)) {
            file.delete("/more");
        }
        try (ContainerFile file = ContainerFile.open(
                path, OpenOptions.defaults().withReadOnly(true).withStorage(StorageKind.MAPPED))) {
            assertThat(file.root().listRecursively()).isEmpty();
            assertThat(file.space().findings()).isEmpty();
        }
        try (ContainerFile file = ContainerFile.create(path, create.withOverwrite(true))) {
            assertThat(file.root().listRecursively()).isEmpty();
        }
    }

    @Test
    void aFileThatIsTooShortIsReportedAsDamaged() throws IOException {
        Path path = folder.resolve("c.h5");
        try (ContainerFile file = ContainerFile.create(path)) {
            file.root().createDataset("numbers", new double[10_000]);
        }
        byte[] content = Files.readAllBytes(path);
        Files.write(path, Arrays.copyOf(content, content.length / 2));
        assertThatThrownBy(() -> ContainerFile.open(
                        path, OpenOptions.defaults().withReadOnly(true).withStorage(StorageKind.MAPPED)))
                .isInstanceOf(CorruptFileException.class);
    }
}
