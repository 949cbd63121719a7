package dev.fallow.internal.elements;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.internal.storage.RecordedStorage;
import dev.fallow.internal.storage.RecordedStorage.Change;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ElementRunWriterTest {
    private static final int PIECE = 1 << 18;

    private static byte byteAt(long element, int part) {
        return (byte) (element * 31 + part * 7 + (element >> 9));
    }

    private static List<Change> written(long position, int size, long offset, long index, long count)
            throws IOException {
        RecordedStorage storage = new RecordedStorage();
        new ElementRunWriter(storage, position, size, (out, first, n) -> {
                    for (long element = first; element < first + n; element++) {
                        for (int part = 0; part < size; part++) {
                            out.put(byteAt(element, part));
                        }
                    }
                })
                .write(offset, index, count);
        return storage.changes();
    }

    @ParameterizedTest
    @CsvSource({
        "1, 700001, 0", "3, 200000, 5", "8, 100000, 323", "24, 65536, 0", "1000, 900, 77", "4096, 200, 1",
        "4097, 200, 1", "100000, 12, 9", "262144, 3, 11", "300000, 2, 0", "8, 1, 262140", "8, 32768, 262140",
        "8, 32769, 262140", "8, 0, 4"
    })
    void everyByteIsWrittenOnceAndInOrder(int size, int count, long position) throws IOException {
        List<Change> changes = written(position, size, 3, 10, count);

        long at = position + 3L * size;
        for (Change change : changes) {
            assertThat(change.position()).isEqualTo(at);
            for (byte actual : change.bytes()) {
                long from = at - position - 3L * size;
                assertThat(actual).isEqualTo(byteAt(10 + from / size, (int) (from % size)));
                at++;
            }
        }
        assertThat(at - position - 3L * size).isEqualTo((long) count * size);
    }

    @ParameterizedTest
    @CsvSource({"8, 323", "3, 1", "24, 262143", "4096, 17"})
    void thePiecesOfALongRunEndAtMultiplesOfTheirSize(int size, long position) throws IOException {
        long count = 5L * PIECE / size;

        List<Change> changes = written(position, size, 0, 0, count);

        assertThat(changes).hasSizeBetween(5, 6);
        assertThat(changes.subList(1, changes.size())).allMatch(change -> change.position() % PIECE == 0);
    }

    @Test
    void aRunThatFitsInTheBufferIsOneWrite() throws IOException {
        assertThat(written(PIECE - 8, 8, 0, 0, PIECE / 8)).hasSize(1);
    }
}
