package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Selections as text. */
class SlicesTest {
    private final ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults());

    @AfterEach
    void close() {
        file.close();
    }

    private static int[][] numbers(int rows, int columns) {
        int[][] numbers = new int[rows][columns];
        for (int i = 0; i < rows * columns; i++) {
            numbers[i / columns][i % columns] = i;
        }
        return numbers;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "             | 3, 4",
                "...          | 3, 4",
                "1:           | 2, 4",
                "1:2, ::2     | 1, 2",
                "..., -1      | 3",
                "1, 2         | ''",
                "-2:, :100    | 2, 4",
                "5:, :        | 0, 4",
                "0, ..., 1:3  | 2"
            })
    void shapes(String text, String shape) {
        String expected = shape == null ? "" : shape;
        Slices slices = (Slices) Selection.of(text == null ? "" : text);
        assertThat(slices.shape(3, 4)).containsExactly(expected.isEmpty() ? new long[0] : longs(expected));
        assertThat(slices.in(3, 4).rank()).isEqualTo(2);
    }

    private static long[] longs(String text) {
        return List.of(text.split(", ")).stream().mapToLong(Long::parseLong).toArray();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "1:2:3:4", "..., ...", "::0", "::-1", ",", "1.5", "99999999999999999999"})
    void otherTexts(String text) {
        assertThatThrownBy(() -> Selection.of(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("slice [" + text + "]");
    }

    @Test
    void readsAndWrites() {
        for (DatasetOptions options :
                List.of(DatasetOptions.defaults(), DatasetOptions.defaults().withChunks(2, 3))) {
            Dataset dataset = file.root().createDataset("d", numbers(5, 7), options);
            assertThat(dataset.read(Selection.of("1, 2"))).isEqualTo(9);
            assertThat(dataset.read(Selection.of("1, 2"), int.class)).isEqualTo(9);
            assertThat(dataset.read(Selection.of("1"))).isEqualTo(new int[] {7, 8, 9, 10, 11, 12, 13});
            assertThat(dataset.read(Selection.of(":, -1"))).isEqualTo(new int[] {6, 13, 20, 27, 34});
            assertThat(dataset.read(Selection.of("::2, 1:3"))).isEqualTo(new int[][] {{1, 2}, {15, 16}, {29, 30}});
            assertThat(dataset.read(Selection.of("::2, 1:3"), long[].class)).containsExactly(1, 2, 15, 16, 29, 30);
            dataset.write(Selection.of("0, 0"), 100);
            dataset.write(Selection.of(":, 6"), new int[] {1, 2, 3, 4, 5});
            dataset.write(Selection.of("3:, :2"), new int[][] {{-1, -2}, {-3, -4}});
            int[][] expected = numbers(5, 7);
            expected[0][0] = 100;
            for (int i = 0; i < 5; i++) {
                expected[i][6] = i + 1;
            }
            expected[3][0] = -1;
            expected[3][1] = -2;
            expected[4][0] = -3;
            expected[4][1] = -4;
            assertThat(dataset.read()).isEqualTo(expected);
            file.delete("/d");
        }
    }

    @Test
    void whatIsOutside() {
        Dataset dataset = file.root().createDataset("d", numbers(5, 7));
        assertThatThrownBy(() -> dataset.read(Selection.of("5, 0")))
                .isInstanceOf(WrongTypeException.class)
                .hasMessageContaining("/d: slice [5, 0]: index 5 of dimension 0, which has 5 elements");
        assertThatThrownBy(() -> dataset.read(Selection.of("0, 0, 0"))).hasMessageContaining("the dataset has 2");
        Dataset scalar = file.root().createDataset("scalar", 1);
        for (String text : List.of("0", "", ":")) {
            assertThatThrownBy(() -> scalar.read(Selection.of(text)))
                    .isInstanceOf(WrongTypeException.class)
                    .hasMessageContaining("/scalar has no dimensions");
            assertThatThrownBy(() -> scalar.write(Selection.of(text), 2)).isInstanceOf(WrongTypeException.class);
        }
        assertThat(scalar.read()).isEqualTo(1);
    }

    /** Each way to write takes slices, and all elements. */
    @Test
    void everyWayToWrite() {
        Dataset dataset = file.root().createDataset("d", Types.floatingPoint(4), 2, 2);
        Dataset scalar = file.root().createDataset("scalar", 1f);
        dataset.write(Selection.of("0"), new double[] {0.1, 0.2}, Conversion.ROUNDING);
        dataset.write(Selection.of("1, 0"), 3f, WriteMode.COPY);
        assertThat(dataset.read()).isEqualTo(new float[][] {{0.1f, 0.2f}, {3, 0}});
        for (Selection all : List.of(Selection.all(), new Selection.All(2))) {
            dataset.write(all, new double[][] {{0.1, 1}, {2, 3}}, Conversion.ROUNDING);
            assertThat(dataset.read(all)).isEqualTo(new float[][] {{0.1f, 1}, {2, 3}});
        }
        scalar.write(Selection.all(), 0.1, Conversion.ROUNDING);
        assertThat(scalar.read()).isEqualTo(0.1f);
        assertThatThrownBy(() -> scalar.write(Selection.of("0"), 0.1, Conversion.ROUNDING))
                .hasMessageContaining("/scalar has no dimensions");
    }

    /** A region is stored as elements, which depend on the dataset. */
    @Test
    void regions() {
        Dataset dataset = file.root().createDataset("d", numbers(5, 7));
        Reference.ToRegion region = dataset.reference(Selection.of("1:3, ::2"));
        assertThat(region.selection()).isEqualTo(((Slices) Selection.of("1:3, ::2")).in(5, 7));
        assertThatThrownBy(() -> new Reference.ToRegion(dataset.address(), Selection.of("1")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new VirtualMapping("a.h5", "/d", Selection.of("1"), Selection.all()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("its dimensions are not known when the virtual dataset is created");
    }

    /** Image 7 of a stack, and its row 3: the dimensions that are missing are whole, those with an index are left out. */
    @Test
    void indexesOfTheFirstDimensions() {
        int[][][] values = new int[8][4][2];
        values[7][3][1] = 731;
        try (ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults())) {
            Dataset stack = file.root().createDataset("stack", values);
            assertThat(stack.read(Selection.index(7), int[][].class)).isEqualTo(values[7]);
            assertThat(stack.read(Selection.index(-1, 3))).isEqualTo(values[7][3]);
            assertThat(stack.read(Selection.index(7, -1, 1), int.class)).isEqualTo(731);
            stack.write(Selection.index(0), values[7]);
            assertThat(stack.read(Selection.index(0, 3, 1), int.class)).isEqualTo(731);
            assertThatThrownBy(() -> stack.read(Selection.index(8)))
                    .isInstanceOf(OutOfRangeException.class)
                    .hasMessageContaining("index 8 of dimension 0, which has 8 elements");
            assertThatThrownBy(() -> stack.read(Selection.index(0, 0, 0, 0))).isInstanceOf(WrongTypeException.class);
        }
        assertThat(Selection.index(1, -2)).isEqualTo(Selection.of("1, -2"));
        assertThatThrownBy(Selection::index).isInstanceOf(IllegalArgumentException.class);
    }
}
