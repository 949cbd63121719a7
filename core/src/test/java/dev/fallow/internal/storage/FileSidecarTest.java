package dev.fallow.internal.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files beside containers, in one program. */
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FileSidecarTest {
    @TempDir
    private Path folder;

    private FileSidecar place(String name) throws IOException {
        Path container = folder.resolve(name);
        try {
            Files.createFile(container);
        } catch (FileAlreadyExistsException e) {
            // created earlier, perhaps by another thread
        }
        return FileSidecar.of(container, ".beside");
    }

    /** An unresponsive file blocks only those who access it. */
    @Test
    void aPathIsHeldByItself() throws Exception {
        FileSidecar slow = place("slow");
        slow.own().close();
        ExecutorService threads = Executors.newCachedThreadPool();
        Storage reading = slow.read(); // as long as this is open, the path is held
        try {
            Future<Storage> waiting = threads.submit(slow::own);
            for (int i = 0; i < 20; i++) {
                int number = i;
                try (Storage other =
                        threads.submit(() -> place("other" + number).own()).get()) {
                    assertThat(other.size()).isZero();
                }
            }
            assertThat(waiting.isDone()).isFalse();
            reading.close();
            waiting.get().close();
        } finally {
            reading.close();
            threads.shutdownNow();
        }
    }

    @Test
    void thereIsOneOwner() throws IOException {
        FileSidecar first = place("file");
        try (Storage owned = first.own()) {
            assertThatThrownBy(() -> place("file").own())
                    .isInstanceOf(FileLockedException.class)
                    .hasMessageContaining("open in this JVM already");
            assertThatThrownBy(() -> place("file").read())
                    .isInstanceOf(FileLockedException.class)
                    .hasMessageContaining("open for editing in this JVM");
            owned.write(0, ByteBuffer.wrap(new byte[5]));
        }
        try (Storage read = place("file").read()) {
            assertThat(read.size()).isEqualTo(5);
        }
        Storage again = place("file").own();
        again.close();
        try (Storage next = place("file").own()) {
            again.close(); // a second call has no effect
            assertThatThrownBy(() -> place("file").own()).isInstanceOf(FileLockedException.class);
            assertThat(next.size()).isEqualTo(5);
        }
    }

    /** Concurrent owners and readers, while the file is created and removed: there are never two owners. */
    @Test
    void whoeverComesAtOnceIsServedOrRefused() throws Exception {
        int count = 8;
        ExecutorService threads = Executors.newFixedThreadPool(count);
        CountDownLatch start = new CountDownLatch(1);
        AtomicInteger[] owners = {new AtomicInteger(), new AtomicInteger()};
        AtomicInteger owned = new AtomicInteger();
        List<Future<?>> results = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            boolean reader = i % 4 == 3;
            Callable<Void> work = () -> {
                start.await();
                for (int round = 0; round < 200; round++) {
                    FileSidecar place = place("file" + round % 2);
                    try (Storage file = reader ? place.read() : place.own()) {
                        if (file != null && !reader) {
                            assertThat(owners[round % 2].incrementAndGet()).isEqualTo(1);
                            owned.incrementAndGet();
                            place.remove();
                            owners[round % 2].decrementAndGet();
                        }
                    } catch (FileLockedException e) {
                        assertThat(e.getMessage()).contains("in this JVM");
                    }
                }
                return null;
            };
            results.add(threads.submit(work));
        }
        start.countDown();
        for (Future<?> result : results) {
            result.get();
        }
        threads.shutdown();
        assertThat(owned.get()).isPositive();
        place("file0").own().close();
        place("file1").own().close();
    }

    @Test
    void onlyWhatIsOwnedIsRemoved() throws IOException {
        FileSidecar place = place("file");
        Path beside = folder.resolve("file.beside");
        Files.writeString(beside, "of somebody");
        place.remove();
        assertThat(beside).as("nobody owns it").exists();
        try (Storage owned = place.own()) {
            Files.delete(beside);
            Files.createDirectory(beside);
            place.remove();
            assertThat(beside).isDirectory();
            Files.delete(beside);
            assertThat(owned.size()).isEqualTo(11);
        }
    }

    @Test
    void aTemporaryFileIsItsOwnersAlone() throws IOException {
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        String prefix = "fallow-test" + System.nanoTime();
        try (FileChannel channel = TemporaryFile.create(prefix)) {
            channel.write(ByteBuffer.wrap(new byte[10]));
            assertThat(channel.size()).isEqualTo(10);
            try (var files = Files.newDirectoryStream(temporary, prefix + "*")) {
                for (Path file : files) { // none where an open file needs no name
                    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                            .isEqualTo("rw-------");
                }
            }
        }
        try (var files = Files.newDirectoryStream(temporary, prefix + "*")) {
            assertThat(files).isEmpty();
        }
    }
}
