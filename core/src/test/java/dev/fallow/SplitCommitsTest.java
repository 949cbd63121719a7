package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.filter.Filters;
import dev.fallow.type.FixedPoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rewriting all chunks before a commit does not double the length of the file, unless the application wants one commit. */
class SplitCommitsTest {
    private static final int CHUNKS = 128;
    private static final int CHUNK = 16_384;
    private static final int ROUNDS = 4;

    @TempDir
    private Path folder;

    private Path path;

    private static int[] numbers(int seed) {
        return new SplittableRandom(seed).ints(CHUNK).toArray();
    }

    private static void rewrite(ContainerFile file, int round) {
        for (int i = 0; i < CHUNKS; i++) {
            file.dataset("chunks")
                    .write(
                            Selection.block(new long[] {(long) i * CHUNK}, new long[] {CHUNK}),
                            numbers(round * CHUNKS + i));
        }
    }

    /** The length after each chunk, of which the last bytes may not be written yet, in multiples of the bytes in use: the largest one. */
    private double peak(boolean split) throws IOException {
        path = folder.resolve("split" + split + ".h5");
        try (ContainerFile file =
                ContainerFile.create(path, CreateOptions.defaults().withDurability(Durability.NEVER))) {
            file.root()
                    .createDataset(
                            "chunks",
                            FixedPoint.INT32,
                            new long[] {CHUNKS * CHUNK},
                            DatasetOptions.defaults()
                                    .withChunks(CHUNK)
                                    .withFilters(Filters.shuffle(), Filters.deflate(1)));
            rewrite(file, 0);
        }
        double most = 0;
        for (int round = 1; round <= ROUNDS; round++) {
            ContainerFile file = ContainerFile.open(
                    path,
                    OpenOptions.defaults().withDurability(Durability.NEVER).withSplitCommits(split));
            for (int i = 0; i < CHUNKS; i++) {
                file.dataset("chunks")
                        .write(
                                Selection.block(new long[] {(long) i * CHUNK}, new long[] {CHUNK}),
                                numbers(round * CHUNKS + i));
                most = Math.max(most, Files.size(path));
            }
            file.close();
            most = Math.max(most, Files.size(path));
        }
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            for (int i = 0; i < CHUNKS; i++) {
                assertThat(file.dataset("chunks")
                                .read(Selection.block(new long[] {(long) i * CHUNK}, new long[] {CHUNK}), int[].class))
                        .isEqualTo(numbers(ROUNDS * CHUNKS + i));
            }
            return most / file.space().liveBytes();
        }
    }

    @Test
    void byDefaultTheFileStaysShort() throws IOException {
        assertThat(peak(true)).isLessThanOrEqualTo(1.3);
    }

    @Test
    void withOneCommitItDoubles() throws IOException {
        assertThat(peak(false)).isGreaterThan(1.9);
    }
}
