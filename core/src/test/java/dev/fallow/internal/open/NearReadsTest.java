package dev.fallow.internal.open;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.internal.storage.FileChannelStorage;
import dev.fallow.internal.storage.MemoryStorage;
import dev.fallow.internal.storage.Storage;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Small reads of a file that is only read. */
class NearReadsTest {
    private static final int LENGTH = 20_000;

    @TempDir
    private Path folder;

    private final byte[] content = new byte[LENGTH];
    private Path path;
    private Storage file;
    private Storage near;

    @BeforeEach
    void open() throws IOException {
        new Random(1).nextBytes(content);
        path = Files.write(folder.resolve("file"), content);
        file = FileChannelStorage.open(path, false);
        near = NearReads.of(file);
    }

    @AfterEach
    void close() throws IOException {
        near.close();
    }

    private byte[] read(Storage storage, long position, int length) throws IOException {
        ByteBuffer target = ByteBuffer.allocate(length + 2).position(1).limit(length + 1);
        storage.read(position, target);
        assertThat(target.remaining()).isZero();
        return Arrays.copyOfRange(target.array(), 1, length + 1);
    }

    @Test
    void everyReadReturnsTheBytesOfTheFile() throws IOException {
        Random random = new Random(2);
        long at = 0;
        for (int i = 0; i < 20_000; i++) {
            int length = random.nextInt(10) == 0 ? random.nextInt(5_000) : random.nextInt(600);
            at = random.nextInt(3) == 0 ? random.nextInt(LENGTH) : Math.max(0, at + random.nextInt(1_000) - 500);
            if (at + length > LENGTH) {
                long from = at;
                assertThatThrownBy(() -> read(near, from, length)).isInstanceOf(EOFException.class);
            } else {
                assertThat(read(near, at, length)).isEqualTo(Arrays.copyOfRange(content, (int) at, (int) at + length));
            }
        }
    }

    /** The file is overwritten, so that what was read before shows. */
    @Test
    void whatIsNearASmallReadIsReadWithIt() throws IOException {
        read(near, 3_000, 100);
        Files.write(path, new byte[LENGTH], StandardOpenOption.WRITE);
        assertThat(read(near, 2_048, 1_024)).isEqualTo(Arrays.copyOfRange(content, 2_048, 3_072));
        assertThat(read(near, 4_095, 2)).as("not wholly").isEqualTo(new byte[2]);
        assertThat(read(near, 2_100, 1_025)).as("a longer one").isEqualTo(new byte[1_025]);
    }

    @Test
    void anotherReaderHasItsOwnBytes() throws IOException {
        read(near, 0, 9);
        Files.write(path, new byte[LENGTH], StandardOpenOption.WRITE);
        try (Storage other = near.forReaders()) {
            assertThat(other).isNotSameAs(near);
            assertThat(read(other, 0, 9)).isEqualTo(new byte[9]);
        }
        assertThat(read(near, 0, 9)).isEqualTo(Arrays.copyOf(content, 9));
    }

    @Test
    void onlyFilesAreReadInThisWay() throws IOException {
        Storage memory = new MemoryStorage(content);
        assertThat(NearReads.of(memory)).isSameAs(memory);
        assertThatThrownBy(() -> near.write(0, ByteBuffer.allocate(1)))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> near.resize(1)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(near::force).isInstanceOf(UnsupportedOperationException.class);
    }
}
