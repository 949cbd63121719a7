package dev.fallow.internal.elements;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.OpenOptions;
import dev.fallow.RawElements;
import dev.fallow.Selection;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each byte of small chunked files, inverted and set to zero in turn: the elements are read or refused with an exception
 * of Fallow, and what a checksum covers is never read wrong.
 */
@Execution(ExecutionMode.CONCURRENT)
class EveryByteDamagedTest {
    /** Of a longer file, only some bytes are damaged. */
    private static final int LONG = 8_000;

    private static final int STEP = 7;

    /** Damaged datasets with larger dimensions are not read whole. */
    private static final long MOST_ROWS = 100_000;

    private final Tally tally = new Tally();

    private static final class Tally {
        private int refused;
        private int equal;
        private int different;
    }

    static Stream<String> checked() {
        return ChunkedFiles.CHECKED.stream();
    }

    static Stream<String> raw() {
        return ChunkedFiles.RAW.stream();
    }

    static Stream<String> earliest() {
        return ChunkedFiles.EARLIEST.stream();
    }

    /** Fletcher-32 covers the chunks, and other checksums everything else. */
    @ParameterizedTest
    @MethodSource("checked")
    void damageIsFoundWhereEverythingHasAChecksum(String name) {
        damageEachByte(name, 0);
        assertThat(tally.different).isZero();
        assertThat(tally.refused).isGreaterThan(tally.equal / 4);
    }

    /** A damaged byte of a chunk is one byte of one element, whose other bytes are right. */
    @ParameterizedTest
    @MethodSource("raw")
    void onlyBytesOfChunksWithoutFiltersAreReadWrong(String name) {
        damageEachByte(name, 1);
        assertThat(tally.different).isPositive();
        assertThat(tally.refused).isGreaterThan(100);
    }

    @ParameterizedTest
    @MethodSource("earliest")
    void structuresWithoutChecksumsAreReadOrRefused(String name) {
        damageEachByte(name, Integer.MAX_VALUE);
        assertThat(tally.equal).isPositive();
        assertThat(tally.refused).isGreaterThan(200);
    }

    /** @param mostDifferent the maximum number of stored bytes that may be read wrong */
    private void damageEachByte(String name, int mostDifferent) {
        byte[] whole = ChunkedFiles.read(name);
        byte[] expected = elements(whole);
        assertThat(expected).startsWith(0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0);
        for (int at = 0; at < whole.length; at += whole.length > LONG ? STEP : 1) {
            byte old = whole[at];
            check(whole, at, (byte) ~old, expected, mostDifferent, name);
            if (old != 0) {
                check(whole, at, (byte) 0, expected, mostDifferent, name);
            }
            whole[at] = old;
        }
    }

    private void check(byte[] whole, int at, byte damaged, byte[] expected, int mostDifferent, String name) {
        whole[at] = damaged;
        String where = "%s, byte %d is %d".formatted(name, at, damaged);
        byte[] found;
        try {
            found = elements(whole);
        } catch (ContainerException refused) {
            assertThat(refused).as(where).hasMessageContaining("container in memory");
            tally.refused++;
            return;
        } catch (RuntimeException | Error e) {
            throw new AssertionError(where, e);
        }
        if (mostDifferent == Integer.MAX_VALUE) {
            tally.equal += Arrays.equals(found, expected) ? 1 : 0;
            return;
        }
        assertThat(found).as(where).hasSameSizeAs(expected);
        int different = 0;
        for (int i = 0; i < found.length; i++) {
            different += found[i] == expected[i] ? 0 : 1;
        }
        assertThat(different).as("%s: different bytes of elements", where).isLessThanOrEqualTo(mostDifferent);
        if (different == 0) {
            tally.equal++;
        } else {
            tally.different++;
        }
    }

    /** Reads the elements in three ways, and returns their bytes; only some bytes if the dataset has become large. */
    private static byte[] elements(byte[] file) {
        try (ContainerFile container =
                ContainerFile.openBytes(file, OpenOptions.defaults().withReadOnly(true))) {
            Dataset dataset = container.dataset("/d");
            if (dataset.dimensions() != null
                    && Arrays.stream(dataset.dimensions()).anyMatch(size -> size > MOST_ROWS)) {
                long[] one = new long[dataset.dimensions().length];
                Arrays.setAll(one, i -> Math.min(1, dataset.dimensions()[i]));
                return dataset.read(Selection.block(new long[one.length], one), RawElements.class)
                        .bytes();
            }
            byte[] bytes = dataset.read(RawElements.class).bytes();
            Object values = dataset.read();
            if (values instanceof int[] || values instanceof int[][]) {
                ByteBuffer copy = ByteBuffer.allocate(bytes.length).order(ByteOrder.LITTLE_ENDIAN);
                for (int[] row : values instanceof int[] one ? new int[][] {one} : (int[][]) values) {
                    for (int value : row) {
                        copy.putInt(value);
                    }
                }
                assertThat(copy.array()).isIn(bytes, reversed(bytes));
            }
            long[] size = dataset.dimensions();
            if (size != null && size.length > 0) {
                long[] last = new long[size.length];
                Arrays.setAll(last, i -> Math.max(0, size[i] - 1));
                long[] one = new long[size.length];
                Arrays.setAll(one, i -> Math.min(1, size[i]));
                byte[] lastElement = dataset.read(Selection.block(last, one), RawElements.class)
                        .bytes();
                assertThat(lastElement)
                        .isEqualTo(Arrays.copyOfRange(bytes, bytes.length - lastElement.length, bytes.length));
            }
            return bytes;
        }
    }

    /** With the other byte order in each element: the datatype may be what is damaged. */
    private static byte[] reversed(byte[] bytes) {
        byte[] reversed = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            reversed[i] = bytes[i / 4 * 4 + 3 - i % 4];
        }
        return reversed;
    }
}
