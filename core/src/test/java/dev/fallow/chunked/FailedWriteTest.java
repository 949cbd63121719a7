package dev.fallow.chunked;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.OpenOptions;
import dev.fallow.Selection;
import dev.fallow.StorageException;
import dev.fallow.TooLargeException;
import dev.fallow.UnsupportedFeatureException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A write of which a chunk fails, whichever it is, fails whole: as in one thread, and no thread is left behind. */
@Tag("optimized")
class FailedWriteTest {
    private static final int CHUNKS = 13;
    private static final int CHUNK = 8;

    @TempDir
    private Path folder;

    private final ExecutorService executor = Executors.newCachedThreadPool();

    @AfterEach
    void shutDown() {
        executor.shutdown();
    }

    private CreateOptions options(int threads) {
        return CreateOptions.defaults().withFilterThreads(threads).withFilterExecutor(executor);
    }

    private static DatasetOptions chunked() {
        return DatasetOptions.defaults().withChunks(CHUNK).withFilters(FailingFilter.SETTING);
    }

    /** The elements of a dataset; later chunks are quicker than those before them. */
    private static byte[] elements(int value) {
        byte[] elements = new byte[CHUNKS * CHUNK];
        Arrays.fill(elements, (byte) value);
        for (int i = 0; i < CHUNKS; i++) {
            elements[i * CHUNK + 1] = (byte) (3 * i);
        }
        return elements;
    }

    @ParameterizedTest
    @EnumSource
    void aWriteFailsAsInOneThread(FailingFilter.Failure failure) {
        for (int failing = 0; failing < CHUNKS; failing++) {
            byte[] wrong = elements(2);
            wrong[failing * CHUNK] = failure.first();
            if (failing + 2 < CHUNKS) { // a later chunk fails in another way
                wrong[(failing + 2) * CHUNK] = FailingFilter.Failure.values()[(failure.ordinal() + 1) % 3].first();
            }
            Outcome one = outcome(1, wrong);
            assertThat(one.failure)
                    .isInstanceOf(
                            switch (failure) {
                                case REFUSED -> UnsupportedFeatureException.class;
                                case BROKEN -> ContainerException.class;
                                case MEMORY -> TooLargeException.class;
                            })
                    .hasMessageContaining(failure == FailingFilter.Failure.BROKEN ? "broken" : "[" + failing + "]");
            for (int threads : new int[] {2, 3, 8}) {
                Outcome several = outcome(threads, wrong);
                assertThat(several.failure).hasMessage(one.failure.getMessage()).hasSameClassAs(one.failure);
                assertThat(several.bytes).isEqualTo(one.bytes);
            }
        }
    }

    /**
     * What a failed write, and a good one after it, lead to.
     *
     * @param bytes of the file
     */
    private record Outcome(ContainerException failure, byte[] bytes) {}

    private Outcome outcome(int threads, byte[] wrong) {
        FailingFilter.MOST_RUNNING.set(0);
        ContainerFile container = ContainerFile.createInMemory(options(threads));
        Dataset dataset = container.root().createDataset("d", elements(1), chunked());
        container.root().createGroup("uncommitted");
        ContainerException failure = catchThrowableOfType(ContainerException.class, () -> dataset.write(wrong));
        assertThat(FailingFilter.RUNNING.get()).isZero();
        assertThat(FailingFilter.MOST_RUNNING.get()).isBetween(1, threads);
        assertThat(dataset.read(byte[].class)).isEqualTo(elements(1));
        assertThat(container.space().findings()).isEmpty();
        assertThat(container.space().untrackedBytes()).isZero();
        ContainerException created = catchThrowableOfType(
                ContainerException.class, () -> container.root().createDataset("e", wrong, chunked()));
        assertThat(FailingFilter.RUNNING.get()).isZero();
        assertThat(created).hasSameClassAs(failure);
        assertThat(container.exists("/e")).isFalse();
        dataset.write(elements(3));
        container.close();
        return new Outcome(failure, container.toByteArray());
    }

    /** Java closes the file of a thread that is interrupted when it writes. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8})
    void anInterruptedWriteFailsWhole(int threads) {
        Path path = folder.resolve("d.h5");
        try (ContainerFile container = ContainerFile.create(path, options(threads))) {
            container.root().createDataset("d", elements(1), chunked());
        }
        OpenOptions opened = OpenOptions.defaults().withFilterThreads(threads).withFilterExecutor(executor);
        ContainerFile container = ContainerFile.open(path, opened);
        Thread.currentThread().interrupt();
        StorageException failure = catchThrowableOfType(
                StorageException.class, () -> container.dataset("d").write(elements(2)));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(failure).hasMessageContaining("interrupted");
        assertThat(FailingFilter.RUNNING.get()).isZero();
        catchThrowableOfType(ContainerException.class, container::close); // the file is closed already
        try (ContainerFile after = ContainerFile.open(path)) {
            assertThat(after.dataset("d").read(byte[].class)).isEqualTo(elements(1));
            assertThat(after.space().findings()).isEmpty();
        }
    }

    /** All sessions share a thread, and one of them runs on it. */
    @Test
    void severalWritersShareAThread() throws Exception {
        ExecutorService one = Executors.newSingleThreadExecutor();
        CreateOptions sharing = CreateOptions.defaults().withFilterThreads(4).withFilterExecutor(one);
        try {
            byte[] expected = written(options(1));
            var inside = one.submit(() -> written(sharing));
            var beside = executor.submit(() -> written(sharing));
            assertThat(written(sharing)).isEqualTo(expected);
            assertThat(inside.get()).isEqualTo(expected);
            assertThat(beside.get()).isEqualTo(expected);
        } finally {
            one.shutdown();
        }
    }

    private static byte[] written(CreateOptions options) {
        ContainerFile container = ContainerFile.createInMemory(options);
        for (int i = 0; i < 5; i++) {
            container.root().createDataset("d" + i, elements(i), chunked());
            container.dataset("d" + i).write(Selection.block(new long[] {3}, new long[] {CHUNK}), new byte[CHUNK]);
        }
        container.close();
        return container.toByteArray();
    }
}
