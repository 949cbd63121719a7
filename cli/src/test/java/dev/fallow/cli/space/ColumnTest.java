package dev.fallow.cli.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Columns that go on in a temporary file, compared with lists. */
class ColumnTest {
    private static final int COUNT = 100_000;

    @TempDir
    private Path folder;

    @Test
    void numbersAreKeptOnTheHeapAndInTheFile() {
        ColumnMemory memory = new ColumnMemory(folder, 3 * ColumnMemory.BYTES);
        ColumnMemory.Numbers longs = memory.longs();
        ColumnMemory.Numbers ints = memory.ints();
        Random random = new Random(1);
        long[] expectedLongs = new long[COUNT];
        int[] expectedInts = new int[COUNT];
        for (int i = 0; i < 3 * COUNT; i++) {
            int index = i < COUNT ? i : random.nextInt(COUNT);
            long added = random.nextLong();
            longs.add(index, added);
            ints.add(index, (int) added);
            expectedLongs[index] += added;
            expectedInts[index] += (int) added;
        }

        assertThat(memory.fileBytes()).isPositive();
        ColumnMemory.Numbers copy = longs.copy(COUNT);
        longs.set(0, expectedLongs[0] + 1);
        for (int i = 0; i < COUNT; i++) {
            assertThat(copy.get(i)).isEqualTo(expectedLongs[i]);
            assertThat(ints.get(i)).isEqualTo(expectedInts[i]);
        }
        assertThat(ints.get(COUNT * 10)).isZero();
    }

    @Test
    void textsCrossTheBordersOfPieces() {
        ColumnMemory memory = new ColumnMemory(folder, ColumnMemory.BYTES);
        ColumnMemory.Texts column = memory.texts();
        Random random = new Random(2);
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < COUNT / 10; i++) {
            expected.add("é€" + i + "x".repeat(random.nextInt(100)));
        }
        expected.add("y".repeat(3 * ColumnMemory.BYTES));
        expected.add("");
        expected.forEach(column::add);

        assertThat(memory.fileBytes()).isPositive();
        assertThat(column.count()).isEqualTo(expected.size());
        for (int i = 0; i < expected.size(); i++) {
            assertThat(column.get(i)).isEqualTo(expected.get(i));
        }
    }

    @Test
    void pairsAreFoundAgain() {
        ColumnMemory memory = new ColumnMemory(folder, ColumnMemory.BYTES);
        ColumnMemory.PairSet set = memory.pairs();
        Random random = new Random(3);
        Set<List<Long>> expected = new HashSet<>();
        for (int i = 0; i < COUNT; i++) {
            long a = random.nextInt(300);
            long b = random.nextInt(300) * 1_000_000_007L;
            assertThat(set.contains(a, b)).isEqualTo(expected.contains(List.of(a, b)));
            assertThat(set.add(a, b)).isEqualTo(expected.add(List.of(a, b)));
        }
        assertThat(set.size()).isEqualTo(expected.size());
        assertThat(memory.fileBytes()).isPositive();
    }

    /** Where open files can be deleted, as on Linux and macOS, nothing is left behind by a JVM that is killed. */
    @Test
    void smallColumnsMakeNoFileAndLargeOnesLeaveNone() throws IOException {
        ColumnMemory memory = new ColumnMemory(folder, 2 * ColumnMemory.BYTES);
        ColumnMemory.Numbers column = memory.longs();
        column.set(0, 1);
        assertThat(memory.fileBytes()).isZero();
        column.set(COUNT, 1);
        assertThat(memory.fileBytes()).isPositive();
        if (!System.getProperty("os.name").startsWith("Windows")) {
            try (Stream<Path> left = Files.list(folder)) {
                assertThat(left).isEmpty();
            }
        }
    }

    @Test
    void aFolderThatDoesNotTakeTheFileIsNamed() {
        Path missing = folder.resolve("missing");
        ColumnMemory.Numbers column = new ColumnMemory(missing, 0).longs();
        assertThatThrownBy(() -> column.set(0, 1))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining(missing.toString())
                .hasMessageContaining("temporary file of 16,777,216 bytes")
                .hasMessageContaining("java.io.tmpdir");
    }
}
