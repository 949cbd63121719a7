package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.filter.Filters;
import dev.fallow.report.SpaceReport;
import dev.fallow.report.WriteStatistics;
import dev.fallow.type.FixedPoint;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What closing moves depends on what the session has freed, and on what would be gained. */
class ChunkRepackingTest {
    private static final int CHUNKS = 200;
    private static final int CHUNK = 500;
    /** More than a chunk has. */
    private static final long CHUNK_BYTES = CHUNK * Integer.BYTES + 100;
    /** More than the block of the index has. */
    private static final long INDEX_BYTES = CHUNKS * 16L;

    @TempDir
    private Path folder;

    private Path path;

    @BeforeEach
    void create() {
        path = folder.resolve("chunks.h5");
        try (ContainerFile file =
                ContainerFile.create(path, CreateOptions.defaults().withDurability(Durability.NEVER))) {
            file.root().createDataset("before", new int[CHUNKS * CHUNK / 2]);
            file.root()
                    .createDataset( // its header, which cannot move, is before its chunks
                            "chunks",
                            FixedPoint.INT32,
                            new long[] {CHUNKS * CHUNK},
                            DatasetOptions.defaults()
                                    .withChunks(CHUNK)
                                    .withFilters(Filters.shuffle(), Filters.deflate(1)));
            file.dataset("chunks").write(numbers(1));
        }
    }

    private static int[] numbers(int seed) {
        return new SplittableRandom(seed).ints(CHUNKS * CHUNK).toArray();
    }

    private ContainerFile open() {
        return ContainerFile.open(path, OpenOptions.defaults().withDurability(Durability.NEVER));
    }

    private WriteStatistics closed(ContainerFile file) {
        file.close();
        try (ContainerFile again = ContainerFile.openReadOnly(path)) {
            SpaceReport report = again.space();
            assertThat(report.findings()).isEmpty();
            assertThat(report.untrackedBytes()).isZero();
        }
        assertThat(file.writeStatistics().unmovedDatasets()).isZero();
        return file.writeStatistics();
    }

    private static void rewriteOne(ContainerFile file, int chunk) {
        file.dataset("chunks")
                .write(
                        Selection.block(new long[] {(long) chunk * CHUNK}, new long[] {CHUNK}),
                        new SplittableRandom(chunk).ints(CHUNK).toArray());
    }

    /** A third of the file is free, and one chunk is rewritten: closing does not rewrite the whole dataset. */
    @Test
    void aSmallChangeMovesLittle() {
        try (ContainerFile file = open()) {
            file.delete("before");
        }
        ContainerFile file = open();
        rewriteOne(file, 7);
        assertThat(closed(file).movedBytes()).isPositive().isLessThanOrEqualTo(4 * CHUNK_BYTES + INDEX_BYTES);
    }

    /** If all chunks are rewritten, the file is short although a third of it was free. */
    @Test
    void aLargeChangeMovesAll() {
        try (ContainerFile file = open()) {
            file.delete("before");
        }
        ContainerFile file = open();
        file.dataset("chunks").write(numbers(2));
        assertThat(closed(file).movedBytes()).isLessThanOrEqualTo(4 * CHUNKS * CHUNK_BYTES);
        try (ContainerFile again = ContainerFile.openReadOnly(path)) {
            assertThat((int[]) again.dataset("chunks").read()).isEqualTo(numbers(2));
            assertThat(again.space().fileBytes()).isLessThan(CHUNKS * CHUNK_BYTES * 11 / 10);
        }
    }

    /** Something that cannot move is at the end: nothing is moved. */
    @Test
    void nothingIsMovedInVain() {
        ContainerFile file = open();
        file.dataset("chunks").write(numbers(2));
        file.root().createDataset("last", numbers(3));
        assertThat(closed(file).movedBytes()).isZero();
    }

    /** Nothing is rewritten: nothing is moved, however much is free. */
    @Test
    void nothingIsMovedWithoutAChange() {
        ContainerFile file = open();
        file.delete("before");
        assertThat(closed(file).movedBytes()).isZero();
    }
}
