package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One writer and many readers; and concurrent use by two threads. */
@Tag("optimized")
class ThreadsTest {
    private static final int ROUNDS = 120;
    private static final int DATASETS = 12;

    @TempDir
    private Path folder;

    /** In round r all datasets have the value r: a reader that sees two values has seen two commits. */
    @Test
    void readersSeeOneCommitEach() throws Exception {
        Path file = folder.resolve("file.h5");
        AtomicBoolean done = new AtomicBoolean();
        AtomicInteger snapshots = new AtomicInteger();
        AtomicInteger newest = new AtomicInteger();
        ExecutorService readers = Executors.newFixedThreadPool(3);
        try (ContainerFile writer = ContainerFile.create(file)) {
            round(writer, 0);
            writer.flush();
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                running.add(readers.submit(() -> {
                    while (!done.get()) {
                        int atLeast = newest.get();
                        try (ContainerFile snapshot = writer.snapshot()) {
                            int first = check(snapshot);
                            assertThat(first).as("the commits before").isGreaterThanOrEqualTo(atLeast);
                            assertThat(check(snapshot)).as("later").isEqualTo(first);
                            snapshots.incrementAndGet();
                        }
                    }
                }));
            }
            for (int round = 1; round < ROUNDS || snapshots.get() < 20; round++) {
                for (Future<?> one : running) {
                    if (one.isDone()) {
                        one.get(); // a reader ends before the writer only by failing
                    }
                }
                round(writer, round);
                writer.flush();
                newest.set(round);
            }
            done.set(true);
            for (Future<?> one : running) {
                one.get();
            }
            assertThat(writer.space().findings()).isEmpty();
        } finally {
            done.set(true);
            readers.shutdown();
        }
        try (ContainerFile reopened = ContainerFile.openReadOnly(file)) {
            assertThat(check(reopened)).isGreaterThanOrEqualTo(ROUNDS - 1);
        }
    }

    private static void round(ContainerFile writer, int round) {
        for (int i = 0; i < DATASETS; i++) {
            String path = "d" + i;
            int[] value = new int[50 + 10 * (round * 7 + i * 3) % 90];
            Arrays.fill(value, round);
            if (writer.exists(path)) {
                writer.delete(path);
            }
            if ((round + i) % 4 != 0) {
                writer.root().createDataset(path, value).createAttribute("round", round);
            }
        }
        writer.root().putAttribute("round", round);
    }

    private static int check(ContainerFile snapshot) {
        int round = (int) snapshot.root().attribute("round").read();
        for (Entry entry : snapshot.root().listRecursively()) {
            Dataset dataset = snapshot.dataset(entry.path());
            assertThat((int[]) dataset.read()).as(entry.path()).containsOnly(round);
            assertThat(dataset.attribute("round").read()).as(entry.path()).isEqualTo(round);
        }
        return round;
    }

    @Test
    void aSnapshotIsWhatWasCommitted() {
        Path file = folder.resolve("file.h5");
        ContainerFile writer = ContainerFile.create(file);
        writer.root().createDataset("a", new int[] {1, 2, 3});
        try (ContainerFile empty = writer.snapshot()) {
            assertThat(empty.root().listRecursively()).isEmpty();
            writer.flush();
            assertThat(empty.root().listRecursively()).isEmpty();
        }
        ContainerFile snapshot = writer.snapshot();
        writer.dataset("a").write(new int[] {7, 8, 9});
        writer.delete("a");
        writer.flush();
        writer.root().createDataset("b", new int[100]);
        assertThat((int[]) snapshot.dataset("a").read()).containsExactly(1, 2, 3);
        assertThat(snapshot.isReadOnly()).isTrue();
        assertThatThrownBy(() -> snapshot.delete("a"))
                .isInstanceOf(ContainerException.class)
                .hasMessageContaining("read-only");
        assertThatThrownBy(snapshot::snapshot).isInstanceOf(ContainerException.class);
        writer.close();
        assertThatThrownBy(() -> snapshot.dataset("a").read())
                .isInstanceOf(StorageException.class)
                .hasMessageContaining("closed");
        assertThatThrownBy(writer::snapshot)
                .isInstanceOf(ContainerException.class)
                .hasMessageContaining("closed");
    }

    /** The operation of the first thread makes a callback, during which the second one tries to enter. */
    @Test
    void twoThreadsAtATimeAreRefused() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch tried = new CountDownLatch(1);
        AtomicBoolean waiting = new AtomicBoolean();
        OpenOptions options = OpenOptions.defaults().withTimes(true).withClock(() -> {
            if (waiting.compareAndSet(true, false)) {
                inside.countDown();
                await(tried);
            }
            return java.time.Instant.EPOCH;
        });
        Path file = folder.resolve("file.h5");
        ContainerFile.create(file).close();
        ExecutorService other = Executors.newSingleThreadExecutor();
        try (ContainerFile container = ContainerFile.open(file, options)) {
            waiting.set(true);
            Future<?> creating = other.submit(() -> container.root().createGroup("first"));
            inside.await();
            assertThatThrownBy(() -> container.exists("/first"))
                    .isInstanceOf(ContainerException.class)
                    .hasMessageContainingAll(
                            file.toString(), Thread.currentThread().getName(), "snapshot");
            assertThatThrownBy(container::flush).isInstanceOf(ContainerException.class);
            assertThatThrownBy(container::close).isInstanceOf(ContainerException.class);
            try (ContainerFile snapshot = container.snapshot()) {
                assertThat(snapshot.exists("/first")).isFalse();
            }
            tried.countDown();
            creating.get();
            assertThat(container.exists("/first")).as("handed over").isTrue();
        } finally {
            tried.countDown();
            other.shutdown();
        }
        try (ContainerFile reopened = ContainerFile.openReadOnly(file)) {
            assertThat(reopened.exists("/first")).isTrue();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
