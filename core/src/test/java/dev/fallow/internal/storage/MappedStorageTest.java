package dev.fallow.internal.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A file read through mappings, with small windows so that a test needs many. */
@Tag("mapped")
class MappedStorageTest extends StorageConformance {
    private static final long WINDOW = 64 << 10;
    private static final int MOST_WINDOWS = 3;

    @Override
    MappedStorage create() throws IOException {
        return mapped("file");
    }

    private MappedStorage mapped(String name) throws IOException {
        return new MappedStorage(FileChannelStorage.create(folder.resolve(name)), WINDOW, MOST_WINDOWS);
    }

    private static byte[] read(Storage storage, long position, int length) throws IOException {
        byte[] bytes = new byte[length];
        storage.read(position, ByteBuffer.wrap(bytes));
        return bytes;
    }

    @Test
    void aLimitedNumberOfWindowsIsMapped() throws IOException {
        byte[] content = new byte[20 * (int) WINDOW];
        new Random(1).nextBytes(content);
        try (MappedStorage storage = mapped("windows")) {
            storage.write(0, ByteBuffer.wrap(content));
            assertThat(storage.mappedBytes())
                    .as("nothing is mapped for writing")
                    .isZero();
            assertThat(read(storage, 0, content.length)).isEqualTo(content);
            assertThat(storage.mappedBytes()).isEqualTo(MOST_WINDOWS * WINDOW);
            Random random = new Random(2);
            for (int i = 0; i < 500; i++) {
                int from = random.nextInt(content.length - 300);
                assertThat(read(storage, from, 300)).isEqualTo(Arrays.copyOfRange(content, from, from + 300));
                assertThat(storage.mappedBytes()).isEqualTo(MOST_WINDOWS * WINDOW);
            }
        }
    }

    @Test
    void theWindowThatIsReadAgainStaysMapped() throws IOException {
        try (MappedStorage storage = mapped("used")) {
            storage.resize(20 * WINDOW);
            read(storage, 0, 1);
            read(storage, WINDOW, 1);
            read(storage, 2 * WINDOW, 1);
            read(storage, 3 * WINDOW, 1); // all marks are cleared, the first window is unmapped
            read(storage, WINDOW, 1);
            read(storage, 4 * WINDOW, 1);
            assertThat(storage.isMapped(WINDOW)).as("read again").isTrue();
            assertThat(storage.isMapped(2 * WINDOW)).as("not read again").isFalse();
        }
    }

    @Test
    void positionsBehindFourGigabytes() throws IOException {
        long far = 5L << 30;
        try (MappedStorage storage = mapped("sparse")) {
            storage.write(far, ByteBuffer.wrap(new byte[] {1, 2, 3}));
            assertThat(read(storage, far, 3)).containsExactly(1, 2, 3);
            assertThat(read(storage, far - 3, 4)).containsExactly(0, 0, 0, 1);
            assertThatThrownBy(() -> read(storage, far + 2, 2)).isInstanceOf(EOFException.class);
        }
    }

    @Test
    void theEndOfTheFileIsMappedAgainAfterGrowth() throws IOException {
        try (MappedStorage storage = mapped("growth")) {
            storage.write(0, ByteBuffer.wrap(new byte[] {1}));
            assertThat(read(storage, 0, 1)).containsExactly(1);
            assertThat(storage.mappedBytes()).isEqualTo(1);
            storage.write(10_000, ByteBuffer.wrap(new byte[] {2}));
            assertThat(read(storage, 10_000, 1)).containsExactly(2);
            assertThat(storage.mappedBytes()).isEqualTo(10_001);
        }
    }

    @Test
    void shorteningUnmapsFirst() throws IOException {
        try (MappedStorage storage = mapped("shorter")) {
            storage.resize(3 * WINDOW);
            read(storage, 0, 3 * (int) WINDOW);
            storage.resize(WINDOW + 10);
            assertThat(storage.mappedBytes()).as("the first window is whole").isEqualTo(WINDOW);
            assertThat(read(storage, WINDOW, 10)).containsOnly(0);
        }
    }

    @Test
    void closingUnmaps() throws IOException {
        MappedStorage storage = mapped("closed");
        storage.resize(WINDOW);
        read(storage, 0, 10);
        storage.close();
        assertThat(storage.mappedBytes()).isZero();
        assertThatThrownBy(() -> read(storage, 0, 10)).isInstanceOf(ClosedChannelException.class);
    }

    /** Another program may do this before a read; during a read, nothing is guaranteed. */
    @Test
    void aFileThatWasShortenedElsewhereEndsThere() throws IOException {
        try (MappedStorage storage = mapped("shortened")) {
            storage.resize(3 * WINDOW);
            read(storage, 0, 3 * (int) WINDOW);
            try (FileChannel other = FileChannel.open(folder.resolve("shortened"), StandardOpenOption.WRITE)) {
                other.truncate(100);
            }
            assertThatThrownBy(() -> read(storage, WINDOW, 1)).isInstanceOf(EOFException.class);
            assertThat(read(storage, 0, 100)).containsOnly(0);
        }
    }

    @Test
    void theRulesOfOpeningAreThoseOfFiles() throws IOException {
        assertThatThrownBy(() -> MappedStorage.open(folder, false)).hasMessageContaining("a directory");
        Path file = Files.write(folder.resolve("target"), new byte[] {7});
        Path link = Files.createSymbolicLink(folder.resolve("link"), file);
        try (MappedStorage storage = MappedStorage.open(link, false)) {
            assertThat(read(storage, 0, 1)).containsExactly(7);
        }
        assertThatThrownBy(() -> MappedStorage.create(link)).isInstanceOf(IOException.class);
    }

    /** Readers, while a writer extends and truncates the file: no unmapped page is read. */
    @Test
    void manyReadersBesideAWriter() throws Exception {
        byte[] content = new byte[10 * (int) WINDOW];
        new Random(3).nextBytes(content);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        AtomicBoolean done = new AtomicBoolean();
        try (MappedStorage storage = mapped("readers")) {
            storage.write(0, ByteBuffer.wrap(content));
            List<Future<Integer>> readers = new ArrayList<>();
            for (int reader = 0; reader < 3; reader++) {
                Random random = new Random(reader);
                readers.add(threads.submit(() -> {
                    int reads = 0;
                    while (!done.get() || reads < 1_000) {
                        int from = random.nextInt(content.length / 2);
                        assertThat(Arrays.equals(
                                        read(storage, from, 500), Arrays.copyOfRange(content, from, from + 500)))
                                .isTrue();
                        reads++;
                    }
                    return reads;
                }));
            }
            for (int round = 0; round < 300; round++) {
                storage.resize(content.length / 2 + 500 + round);
                storage.write(content.length / 2, ByteBuffer.wrap(content, content.length / 2, content.length / 2));
                read(storage, content.length - 100, 100);
            }
            done.set(true);
            for (Future<Integer> reader : readers) {
                assertThat(reader.get()).isGreaterThanOrEqualTo(1_000);
            }
        } finally {
            done.set(true);
            threads.shutdownNow();
        }
    }
}
