package dev.fallow.internal.elements;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.Selection;
import dev.fallow.internal.data.ElementSource;
import dev.fallow.internal.slice.Grid;
import dev.fallow.internal.slice.Selected;
import dev.fallow.internal.slice.Selections;
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
        new ElementRunWriter(storage, position, size, source(size)).write(offset, index, count);
        return storage.changes();
    }

    private static ElementSource source(int size) {
        return (out, first, n) -> {
            for (long element = first; element < first + n; element++) {
                for (int part = 0; part < size; part++) {
                    out.put(byteAt(element, part));
                }
            }
        };
    }

    /** Writes a block of rows of 16 elements of 8 bytes each, of which the first ones are selected. */
    private static List<Change> rows(long position, int rows, int columns) throws IOException {
        RecordedStorage storage = new RecordedStorage();
        Grid grid = new Grid(new long[] {rows, 16}, new long[] {rows, 16});
        Selected selected = Selections.of(Selection.block(new long[] {0, 0}, new long[] {rows, columns}), grid, "test");
        new ElementRunWriter(storage, position, 8, source(8)).write(selected);
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

    @Test
    void runsThatFollowOneAnotherAreWrittenTogether() throws IOException {
        // the second half of the rows of a value of twice as many columns, as in the chunk of a larger dataset
        int rows = 100;
        RecordedStorage storage = new RecordedStorage();
        Grid grid = new Grid(new long[] {rows, 32}, new long[] {rows, 16});
        new ElementRunWriter(storage, 40, 8, source(8)).write(Selections.of(null, grid, "test"), new long[] {0, 1});

        assertThat(storage.changes()).singleElement().satisfies(change -> {
            assertThat(change.position()).isEqualTo(40);
            assertThat(change.bytes()).hasSize(rows * 16 * 8);
            for (int i = 0; i < change.bytes().length; i++) {
                int element = i / 8;
                assertThat(change.bytes()[i]).isEqualTo(byteAt(element / 16 * 32 + 16 + element % 16, i % 8));
            }
        });
    }

    @Test
    void runsWithGapsAreWrittenApart() throws IOException {
        assertThat(rows(40, 100, 15)).hasSize(100).allMatch(change -> change.bytes().length == 15 * 8);
    }

    @Test
    void thePiecesOfManyRunsEndAtMultiplesOfTheirSize() throws IOException {
        int rows = 3 * PIECE / (16 * 8);

        List<Change> changes = rows(1_000, rows, 16);

        assertThat(changes).extracting(Change::position).containsExactly(1_000L, 1L * PIECE, 2L * PIECE, 3L * PIECE);
        assertThat(changes)
                .extracting(change -> change.position() + change.bytes().length)
                .containsExactly(1L * PIECE, 2L * PIECE, 3L * PIECE, 3L * PIECE + 1_000);
    }
}
