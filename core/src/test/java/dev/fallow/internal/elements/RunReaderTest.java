package dev.fallow.internal.elements;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.internal.slice.Grid;
import dev.fallow.internal.slice.Selections;
import dev.fallow.internal.storage.ReadOnlyStorage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunReaderTest {
    private static final int SHORT = 1 << 18;
    private static final int LONG = 1 << 22;

    private static byte byteAt(long position) {
        return (byte) (position * 31 + (position >> 9) * 7);
    }

    /** Bytes that are not stored; keeps the lengths of what is read. */
    private record Bytes(long announcedBytes, List<Integer> reads) implements ReadOnlyStorage {
        @Override
        public long size() {
            return Long.MAX_VALUE;
        }

        @Override
        public void read(long position, ByteBuffer target) {
            reads.add(target.remaining());
            for (long at = position; target.hasRemaining(); at++) {
                target.put(byteAt(at));
            }
        }

        @Override
        public String readOnly() {
            return "bytes of a test";
        }

        @Override
        public void close() {
            // nothing is open
        }
    }

    @ParameterizedTest
    @CsvSource({
        // version, announced, size of an element, elements, bytes of the first read, reads
        "17, 0, 8, 1250000, " + SHORT + ", 39",
        "22, 0, 8, 1250000, " + LONG + ", 3",
        "25, 0, 24, 400000, 4194288, 3",
        "25, 8388608, 8, 1250000, " + SHORT + ", 39",
        "25, 0, 8, 1048575, " + SHORT + ", 32",
        "25, 0, 8, 1048576, " + LONG + ", 2",
        "25, 0, 300000, 28, 300000, 28",
        "25, 0, 8, 1, 8, 1"
    })
    void longRunsAreReadInPiecesThatTheJvmCopiesBest(
            int version, long announced, int size, int count, int first, int reads) throws IOException {
        Bytes bytes = new Bytes(announced, new ArrayList<>());
        ByteTarget target = new ByteTarget(new byte[count * size], size);

        new RunReader(bytes, "test", size, version)
                .at(100, (long) count * size)
                .deliver(Selections.of(null, Grid.whole(new long[] {count}), "test"), target);

        assertThat(bytes.reads).hasSize(reads).startsWith(first);
        for (int i = 0; i < target.bytes().length; i++) {
            assertThat(target.bytes()[i] == byteAt(100 + i)).isTrue();
        }
    }

    @Test
    void aReaderThatFindsNoLongBufferTakesShortPieces() throws IOException {
        List<ByteBuffer> taken = new ArrayList<>();
        try {
            for (ByteBuffer next = Scratches.takeLongBuffer(); next != null; next = Scratches.takeLongBuffer()) {
                taken.add(next);
            }
            assertThat(taken).hasSize(4);
            assertThat(reads(1 << 21)).isEqualTo(64);
        } finally {
            taken.forEach(Scratches::giveLongBuffer);
        }
        assertThat(reads(1 << 21)).isEqualTo(4);
    }

    private static int reads(int count) throws IOException {
        Bytes bytes = new Bytes(0, new ArrayList<>());
        new RunReader(bytes, "test", 8, 25)
                .at(0, 8L * count)
                .deliver(
                        Selections.of(null, Grid.whole(new long[] {count}), "test"),
                        new ByteTarget(new byte[8 * count], 8));
        return bytes.reads.size();
    }

    @Test
    void longBuffersAreGivenBackAfterAFailure() {
        Bytes bytes = new Bytes(0, new ArrayList<>());
        for (int i = 0; i < 10; i++) {
            assertThatThrownBy(() -> new RunReader(bytes, "test", 1, 25)
                            .at(0, 1L << 30)
                            .deliver(
                                    Selections.of(null, Grid.whole(new long[] {1 << 23}), "test"),
                                    new ByteTarget(new byte[1 << 20], 1)))
                    .isInstanceOf(IndexOutOfBoundsException.class);
        }
        assertThat(bytes.reads).hasSize(10).containsOnly(LONG);
    }
}
