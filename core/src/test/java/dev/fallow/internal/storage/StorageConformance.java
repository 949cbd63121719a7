package dev.fallow.internal.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract of {@link Storage}. Each implementation is tested by a class that extends this one. */
abstract class StorageConformance {
    private static final int LONGEST = 3_000_000;

    @TempDir
    Path folder;

    private Storage storage;

    /** Creates an empty storage, which the test closes. */
    abstract Storage create() throws IOException;

    @BeforeEach
    void open() throws IOException {
        storage = create();
    }

    @AfterEach
    void close() throws IOException {
        storage.close();
    }

    private static byte[] bytes(long seed, int length) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    private byte[] read(long position, int length) throws IOException {
        ByteBuffer target = ByteBuffer.allocate(length);
        storage.read(position, target);
        assertThat(target.hasRemaining()).as("filled").isFalse();
        return target.array();
    }

    private void assertEndsBefore(long position, int length) {
        assertThatThrownBy(() -> read(position, length))
                .as("%d bytes at %d", length, position)
                .isInstanceOf(EOFException.class);
    }

    @Test
    void isEmptyAtFirst() throws IOException {
        assertThat(storage.size()).isZero();
        assertThat(read(0, 0)).isEmpty();
        assertEndsBefore(0, 1);
        assertEndsBefore(1L << 40, 1);
    }

    @Test
    void aWriteIsReadAndExtendsTheFile() throws IOException {
        storage.write(0, ByteBuffer.wrap(bytes(1, 100)));
        assertThat(storage.size()).isEqualTo(100);
        assertThat(read(0, 100)).isEqualTo(bytes(1, 100));
        storage.write(50, ByteBuffer.wrap(bytes(2, 100)));
        assertThat(storage.size()).isEqualTo(150);
        assertThat(read(50, 100)).isEqualTo(bytes(2, 100));
        assertThat(read(0, 50)).isEqualTo(Arrays.copyOf(bytes(1, 100), 50));
    }

    @Test
    void aGapReadsAsZeros() throws IOException {
        storage.write(10_000, ByteBuffer.wrap(new byte[] {1}));
        assertThat(storage.size()).isEqualTo(10_001);
        assertThat(read(0, 10_000)).containsOnly(0);
        assertThat(read(10_000, 1)).containsExactly(1);
    }

    @Test
    void nothingIsReadBehindTheEnd() throws IOException {
        storage.write(0, ByteBuffer.wrap(bytes(3, 5_000)));
        assertThat(read(4_999, 1)).hasSize(1);
        assertEndsBefore(4_999, 2);
        assertEndsBefore(5_000, 1);
        assertEndsBefore(0, 5_001);
        assertEndsBefore(Long.MAX_VALUE - 1, 1);
    }

    @Test
    void onlyThePartOfABufferBetweenItsPositionAndItsLimitIsUsed() throws IOException {
        storage.write(0, ByteBuffer.wrap(bytes(4, 100), 10, 20));
        assertThat(storage.size()).isEqualTo(20);
        for (ByteBuffer whole : new ByteBuffer[] {ByteBuffer.allocate(100), ByteBuffer.allocateDirect(100)}) {
            ByteBuffer target = whole.slice(30, 60).position(5).limit(15);
            storage.read(3, target);
            assertThat(target.position()).isEqualTo(15);
            byte[] expected = new byte[100];
            System.arraycopy(bytes(4, 100), 13, expected, 35, 10);
            byte[] found = new byte[100];
            whole.get(0, found);
            assertThat(found).isEqualTo(expected);
        }
    }

    @Test
    void largeReadsFillBuffersWithAnArrayAndWithout() throws IOException {
        storage.write(0, ByteBuffer.wrap(bytes(5, LONGEST)));
        assertThat(read(0, LONGEST)).isEqualTo(bytes(5, LONGEST));
        ByteBuffer direct = ByteBuffer.allocateDirect(LONGEST - 1);
        storage.read(1, direct);
        assertThat(direct.flip()).isEqualTo(ByteBuffer.wrap(bytes(5, LONGEST), 1, LONGEST - 1));
    }

    @Test
    void resizingCutsOffAndAddsZeros() throws IOException {
        storage.write(0, ByteBuffer.wrap(bytes(6, 20_000)));
        assertThat(read(0, 20_000)).isEqualTo(bytes(6, 20_000));
        storage.resize(7_000);
        assertThat(storage.size()).isEqualTo(7_000);
        assertEndsBefore(7_000, 1);
        assertEndsBefore(19_999, 1);
        assertThat(read(0, 7_000)).isEqualTo(Arrays.copyOf(bytes(6, 20_000), 7_000));
        storage.resize(20_000);
        assertThat(storage.size()).isEqualTo(20_000);
        assertThat(read(7_000, 13_000)).as("cut off before").containsOnly(0);
        storage.resize(0);
        assertThat(storage.size()).isZero();
    }

    @Test
    void forcingChangesNothing() throws IOException {
        storage.write(0, ByteBuffer.wrap(bytes(7, 100)));
        storage.force();
        assertThat(read(0, 100)).isEqualTo(bytes(7, 100));
    }

    @Test
    void closingTwiceDoesNothing() throws IOException {
        storage.close();
        storage.close();
    }

    /** Compares with an array. */
    @Test
    void randomReadsAndWrites() throws IOException {
        Random random = new Random(8);
        byte[] expected = new byte[400_000];
        int size = 0;
        for (int step = 0; step < 5_000; step++) {
            int position = random.nextInt(300_000);
            int length = random.nextInt(random.nextInt(10) == 0 ? 100_000 : 200);
            int dice = random.nextInt(100);
            if (dice < 3) {
                storage.resize(position);
                Arrays.fill(expected, Math.min(size, position), size, (byte) 0);
                size = position;
            } else if (dice < 40) {
                byte[] written = bytes(step, length);
                storage.write(position, ByteBuffer.wrap(written));
                System.arraycopy(written, 0, expected, position, length);
                size = length == 0 ? size : Math.max(size, position + length);
            } else if (position + length <= size) {
                assertThat(read(position, length))
                        .as("step " + step)
                        .isEqualTo(Arrays.copyOfRange(expected, position, position + length));
            } else if (length > 0) {
                assertEndsBefore(position, length);
            }
            assertThat(storage.size()).as("step " + step).isEqualTo(size);
        }
    }
}
