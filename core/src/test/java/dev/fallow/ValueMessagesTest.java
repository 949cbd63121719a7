package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.type.CharacterSet;
import dev.fallow.type.Datatype;
import dev.fallow.type.FixedString;
import dev.fallow.type.StringPadding;
import dev.fallow.type.Time;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of values that are refused: where, what was given, what was expected, what to do. */
class ValueMessagesTest {
    private final ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults());

    @AfterEach
    void close() {
        file.close();
    }

    private void refused(Object value, String... parts) {
        assertThatThrownBy(() -> file.root().createDataset("d", value))
                .isInstanceOf(WrongTypeException.class)
                .hasMessageStartingWith("container in memory: /")
                .hasMessageContainingAll(parts);
        assertThat(file.root().names()).doesNotContain("d");
    }

    private void refusedAs(Datatype type, Object value, String message) {
        assertThatThrownBy(() -> file.root().createDataset("d", type, new long[0], value, DatasetOptions.defaults()))
                .isInstanceOf(WrongTypeException.class)
                .hasMessageEndingWith("the value, " + message);
    }

    /** What rounding changes by a little is told apart from what is out of range. */
    @ParameterizedTest
    @CsvSource({
        "4, 0.1, true",
        "4, 1e39, false",
        "4, -1e39, false",
        "2, 65519, true",
        "2, 65520, false",
        "4, 1e-60, true",
    })
    void roundedOrOutOfRange(int size, double number, boolean rounded) {
        Datatype type = Types.floatingPoint(size);
        refusedAs(
                type,
                number,
                number
                        + (rounded
                                ? ", is not exactly representable as " + type + "; round it with Conversion.ROUNDING"
                                : ", does not fit " + type));
    }

    @Test
    void fractionsOfIntegers() {
        refusedAs(
                Types.integer(1), 1.5, "1.5, is not exactly representable as int8; round it with Conversion.ROUNDING");
        refusedAs(Types.integer(1), 128.5, "128.5, does not fit int8");
        refusedAs(Types.integer(1), Double.NaN, "NaN, does not fit int8");
        refusedAs(Types.integer(1), Double.POSITIVE_INFINITY, "Infinity, does not fit int8");
        refusedAs(
                Types.unsigned(1),
                -0.5,
                "-0.5, is not exactly representable as uint8; round it with Conversion.ROUNDING");
        refusedAs(Types.unsigned(1), -1.5, "-1.5, does not fit uint8");
    }

    @Test
    void strings() {
        refusedAs(
                Types.string(12),
                "ä".repeat(10),
                "ä".repeat(10) + ", does not fit utf8 string of 12 bytes: it has 20 bytes");
        refusedAs(
                Types.string(3),
                "a\0",
                "a\\x00, does not fit utf8 string of 3 bytes: it ends with what would be taken for padding");
        refusedAs(Types.string(), "a\0b", "a\\x00b, does not fit utf8 string: the zero byte at index 1 would end it");
        refusedAs(
                FixedString.of(5, StringPadding.NULL_TERMINATED, CharacterSet.UTF_8),
                "ab\0c",
                "ab\\x00c, does not fit null-terminated utf8 string of 5 bytes: the zero byte at index 2 would end it");
    }

    record Logged(Instant time, int level) {}

    @Test
    void instants() {
        refused(
                new Instant[] {Instant.EPOCH},
                "/, d: expected numbers",
                "found java.time.Instant; instants can be written to a dataset");
        refused(
                new Logged(Instant.EPOCH, 1),
                "/, d: there is no datatype for the class java.time.Instant; store it as long, for instance nanoseconds");
        Dataset log =
                file.root().createDataset("log", Types.compound(Map.of("time", Types.integer(8))), new long[] {1});
        assertThatThrownBy(() -> log.write(List.of(Map.of("time", Instant.EPOCH))))
                .hasMessageEndingWith("/log: element [0], member time, 1970-01-01T00:00:00Z, does not fit int64:"
                        + " store it as a number, for instance nanoseconds since 1970-01-01");
        assertThatThrownBy(() -> log.write(new Instant[1])).hasMessageContaining("found Instant");
        refused(new char[2], "found char; for other elements the datatype must be given");
    }

    /** A time is not told to be rounded: PyTables has seconds in its upper half, microseconds in the lower. */
    @Test
    void timesAreReadAsLong() {
        Dataset times = file.root().createDataset("t", new Time(1, 8, ByteOrder.LITTLE_ENDIAN, 64), 1);
        times.write(new long[] {4294967296000250000L});
        assertThatThrownBy(() -> times.read(double[].class))
                .hasMessageEndingWith(
                        "time64 4294967296000250000 is not exactly representable as float64; read it as long:"
                                + " it is a time in the form of the program that wrote it");
    }

    @Test
    void listsAndArrays() {
        refused(List.of(), "/, d: an empty list has no element type; an array has one");
        refused(List.of("a", 1), "/, d: expected elements of one type, found java.lang.String and java.lang.Integer");
        refused(
                new int[][] {{1}, {2, 3}},
                "/, d: the array is not rectangular: expected the shape [2, 1], found 2 elements in row [1]");
        refused(new int[][] {{1}, null}, "found no array in row [1]");
        refused(Arrays.asList(1, null), "/, d: expected a value of each element, found null");
    }

    @Test
    void shapes() {
        float[][] ragged = new float[16][8];
        ragged[3] = new float[7];
        Dataset dataset = file.root().createDataset("x", new float[16][8]);
        assertThatThrownBy(() -> dataset.write(ragged))
                .hasMessageEndingWith("/x: expected the shape [16, 8], found 7 elements in row [3]");
        ragged[3] = null;
        assertThatThrownBy(() -> dataset.write(ragged)).hasMessageEndingWith("found no array in row [3]");
        assertThatThrownBy(() -> dataset.write(new float[16][9])).hasMessageEndingWith("found [16, 9]");
        assertThatThrownBy(() -> dataset.write("x")).hasMessageEndingWith("expected the shape [16, 8], found String");
        assertThatThrownBy(() -> dataset.write((Object) null)).hasMessageEndingWith("found null");
    }

    @Test
    void rows() {
        Dataset stack = file.root()
                .createDataset(
                        "s",
                        Types.unsigned(2),
                        new long[] {1, 3, 4},
                        DatasetOptions.defaults().withMaxDimensions(-1, 3, 4));
        String expected = "/s: expected rows of shape [3, 4], ";
        assertThatThrownBy(() -> stack.append(new int[13]))
                .hasMessageEndingWith(expected + "each of 12 elements, found 13 elements");
        assertThatThrownBy(() -> stack.append("x")).hasMessageEndingWith(expected + "found String");
        assertThatThrownBy(() -> stack.append((Object) null)).hasMessageEndingWith(expected + "found null");
        assertThatThrownBy(() -> stack.append(new int[][][] {{{1, 2, 3, 4}, {1, 2, 3}, {1, 2, 3, 4}}}))
                .hasMessageEndingWith("found 3 elements in row [0, 1]");
        assertThat(stack.dimensions()).containsExactly(1, 3, 4);
    }

    record Point(int x, int y) {}

    record Both(int x, int y, int z) {}

    record One(int x) {}

    @Test
    void recordsAndSequences() {
        Dataset points = file.root().createDataset("p", new Point[] {new Point(1, 2)});
        assertThatThrownBy(() -> points.write(new Both[] {new Both(1, 2, 3)}))
                .hasMessageEndingWith("members [x, y] of the compound: components without member: [z]");
        assertThatThrownBy(() -> points.write(new One[] {new One(1)}))
                .hasMessageEndingWith("members [x, y] of the compound: members without component: [y]");
        Dataset bytes = file.root()
                .createDataset(
                        "v",
                        Types.sequence(Types.unsigned(1)),
                        new long[] {1},
                        new byte[][] {{1}},
                        DatasetOptions.defaults());
        assertThatThrownBy(() -> bytes.read(String[].class))
                .hasMessageEndingWith("elements of uint8 cannot be read as String; expected short, as elements of "
                        + bytes.datatype());
    }
}
