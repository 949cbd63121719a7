package dev.fallow.container.space;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.FileFormat;
import dev.fallow.MaintenanceOptions;
import dev.fallow.OpenOptions;
import dev.fallow.Selection;
import dev.fallow.ShrinkOptions;
import dev.fallow.Types;
import dev.fallow.oracle.Corpus;
import dev.fallow.report.CheckReport;
import dev.fallow.source.ByteSource;
import dev.fallow.source.ByteSources;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Datasets that declare 10^12 elements of variable length and store three of them: each operation costs what is stored. One that
 * goes through the declared elements, or their chunks, does not end before the time limit of all tests.
 */
class SparseWorkTest {
    private static final long DECLARED = 1_000_000_000_000L;
    private static final long SIDE = 1_000_000;
    /** More than any operation needs, and less than a bit for each chunk. */
    private static final long MOST_ALLOCATED = 64 << 20;

    private static final long MOST_READS = 400;

    /** The kinds of indexes that can be sparse. */
    private enum Index {
        B_TREE_V1(FileFormat.EARLIEST, true),
        EXTENSIBLE_ARRAY(FileFormat.LATEST, true),
        B_TREE_V2(FileFormat.LATEST, false);

        private final FileFormat format;
        private final boolean line;

        Index(FileFormat format, boolean line) {
            this.format = format;
            this.line = line;
        }

        private long[] extent() {
            return line ? new long[] {DECLARED} : new long[] {SIDE, SIDE};
        }

        private Selection at(long number) {
            return line
                    ? Selection.block(new long[] {number * SIDE}, new long[] {1})
                    : Selection.block(new long[] {number, 7 * number}, new long[] {1, 1});
        }

        private Object value(String text) {
            return line ? new String[] {text} : new String[][] {{text}};
        }

        private void create(ContainerFile file) {
            DatasetOptions options = DatasetOptions.defaults()
                    .withChunks(line ? new long[] {1_000} : new long[] {10, 100})
                    .withMaxDimensions(line ? new long[] {-1} : new long[] {-1, -1});
            Dataset dataset = file.root().createDataset("sparse", Types.string(), extent(), options);
            for (int i = 0; i < 3; i++) {
                dataset.write(at(i), value("text " + i));
            }
        }

        private byte[] bytes() {
            ContainerFile file = ContainerFile.createInMemory(
                    CreateOptions.defaults().withFormat(format).withPersistFreeSpace(false));
            create(file);
            file.close();
            return file.toByteArray();
        }
    }

    /** Counts reads. */
    private static ByteSource counting(ByteSource source, AtomicLong reads) {
        return new ByteSource() {
            @Override
            public String name() {
                return source.name();
            }

            @Override
            public long size() throws IOException {
                return source.size();
            }

            @Override
            public int read(long position, ByteBuffer target) throws IOException {
                reads.incrementAndGet();
                return source.read(position, target);
            }

            @Override
            public void close() throws IOException {
                source.close();
            }
        };
    }

    private static void assertCheap(String what, ThrowingCallable operation) throws Throwable {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        operation.call();
        assertThat(threads.getCurrentThreadAllocatedBytes() - before)
                .as("bytes allocated by %s", what)
                .isLessThan(MOST_ALLOCATED);
    }

    private static void looks(byte[] bytes) throws Throwable {
        AtomicLong reads = new AtomicLong();
        try (ContainerFile file =
                ContainerFile.openReadOnly(counting(ByteSources.of(ByteBuffer.wrap(bytes), "sparse"), reads))) {
            assertCheap("info", file::info);
            assertCheap("space", () -> assertThat(file.space().findings()).isEmpty());
            assertCheap("space breakdown", file::spaceBreakdown);
            assertCheap("list", () -> file.root().listRecursively());
            assertCheap("shrink plan", file::shrinkPlan);
        }
        assertThat(reads.get()).as("reads").isLessThan(MOST_READS);
    }

    @ParameterizedTest
    @EnumSource(Index.class)
    void lookingCostsWhatIsStored(Index index, @TempDir Path folder) throws Throwable {
        byte[] bytes = index.bytes();
        looks(bytes);
        Path path = Files.write(folder.resolve("sparse.h5"), bytes);
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            assertCheap(
                    "reclaimable",
                    () -> file.reclaimUntracked(MaintenanceOptions.defaults().withDryRun(true)));
        }
        assertCheap("check", () -> {
            CheckReport report = ContainerFile.check(path);
            assertThat(report.isSound()).isTrue();
        });
    }

    @ParameterizedTest
    @EnumSource(Index.class)
    void editingCostsWhatIsStored(Index index, @TempDir Path folder) throws Throwable {
        byte[] bytes = index.bytes();
        Path path = Files.write(folder.resolve("sparse.h5"), bytes);
        try (ContainerFile file = ContainerFile.open(path)) {
            assertCheap("copy", () -> file.copy("/sparse", "/copy"));
            for (int i = 0; i < 3; i++) {
                assertThat(file.dataset("/copy").read(index.at(i))).isEqualTo(index.value("text " + i));
            }
            assertCheap("delete", () -> file.delete("/sparse"));
            assertCheap("shrink", () -> file.shrink(ShrinkOptions.defaults()));
            long[] shorter = new long[index.extent().length];
            java.util.Arrays.fill(shorter, 1_001);
            assertCheap("resize", () -> file.dataset("/copy").resize(shorter));
            assertThat(file.dataset("/copy").read(index.at(0))).isEqualTo(index.value("text 0"));
            assertCheap("resize", () -> file.dataset("/copy").resize(index.extent()));
            assertThat(file.dataset("/copy").read(index.at(2)))
                    .as("cut off, or not")
                    .isEqualTo(index.value(index.line ? null : "text 2"));
            assertCheap("delete", () -> file.delete("/copy"));
            assertThat(file.space().findings()).isEmpty();
        }
        assertThat(ContainerFile.check(path).isSound()).isTrue();
        assertThat(Files.size(path)).isLessThan(bytes.length);
    }

    static List<String> findings() {
        return List.of("second-round/sparse-vlen-1e9.h5", "second-round/oom-space.h5");
    }

    @ParameterizedTest
    @MethodSource("findings")
    void filesThatTookAMinute(String name, @TempDir Path folder) throws Throwable {
        byte[] bytes = Files.readAllBytes(Corpus.finding(name));
        looks(bytes);
        Path path = Files.write(folder.resolve("copy.h5"), bytes);
        assertCheap(
                "check", () -> assertThat(ContainerFile.check(path).isSound()).isTrue());
        try (ContainerFile file = ContainerFile.open(path, OpenOptions.defaults())) {
            for (String each : file.root().names()) {
                assertCheap("delete", () -> file.delete(each));
            }
        }
        assertThat(ContainerFile.check(path).isSound()).isTrue();
    }

    /** Each dataset is several times a source of the next one. */
    @Test
    void nestedVirtualDatasets() throws Throwable {
        try (ContainerFile file = ContainerFile.openReadOnly(Corpus.finding("second-round/vds-dims-bomb.h5"))) {
            for (String each : file.root().names()) {
                assertCheap("dimensions", () -> file.dataset(each).dimensions());
            }
        }
    }
}
