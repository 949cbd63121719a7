package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.type.Datatype;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Values of applications that are not arrays of primitives: lists, boxed numbers, buffers, constants. */
class JavaValuesTest {
    private final ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults());
    private final Group root = file.root();

    @AfterEach
    void close() {
        file.close();
    }

    private void assertStored(Object value, Datatype type, Object read) {
        Dataset dataset = root.createDataset("d", value);
        assertThat(dataset.datatype()).isEqualTo(type);
        assertThat(dataset.read()).isEqualTo(read);
        file.delete("/d");
        root.createAttribute("a", value);
        assertThat(root.attribute("a").datatype()).isEqualTo(type);
        assertThat(root.attribute("a").read()).isEqualTo(read);
        root.deleteAttribute("a");
    }

    @Test
    void theDatatypeIsThatOfTheElements() {
        assertStored(List.of(1.5, 2.0), Types.floatingPoint(8), new double[] {1.5, 2});
        assertStored(new LinkedList<>(List.of(1f, 2f)), Types.floatingPoint(4), new float[] {1, 2});
        assertStored(List.of(List.of(1, 2, 3), List.of(4, 5, 6)), Types.integer(4), new int[][] {{1, 2, 3}, {4, 5, 6}});
        assertStored(List.of(new short[] {1, 2}, new short[] {3, 4}), Types.integer(2), new short[][] {{1, 2}, {3, 4}});
        assertStored(new Integer[] {1, 2}, Types.integer(4), new int[] {1, 2});
        assertStored(new Integer[0], Types.integer(4), new int[0]);
        assertStored(new Integer[3][0], Types.integer(4), new int[3][0]);
        assertStored(new Double[0][2], Types.floatingPoint(8), new double[0][0]);
        assertStored(new Long[][] {{1L}, {2L}}, Types.integer(8), new long[][] {{1}, {2}});
        assertStored(new Boolean[] {true, false}, Types.bool(), new boolean[] {true, false});
        assertStored(List.of("a", "b"), Types.string(), new String[] {"a", "b"});
        assertStored(Arrays.asList("a", null), Types.string(), new String[] {"a", null});
        assertStored(new Object[] {(byte) 1, (short) 300}, Types.integer(2), new short[] {1, 300});
        assertStored(List.of(1, 2L), Types.integer(8), new long[] {1, 2});
        assertStored(List.of(1, 2.5f), Types.floatingPoint(8), new double[] {1, 2.5});
        assertStored(List.of(BigInteger.TWO, BigInteger.ONE.negate()), Types.integer(8), new long[] {2, -1});
        assertStored(BigInteger.TEN, Types.integer(8), 10L);
        BigInteger large = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);
        assertStored(new BigInteger[] {large, BigInteger.ONE}, Types.unsigned(8), new long[] {-1, 1});
        assertStored(large, Types.unsigned(8), -1L);
        assertStored(IntBuffer.wrap(new int[] {1, 2, 3}, 1, 2), Types.integer(4), new int[] {2, 3});
    }

    @Test
    void enumConstants() {
        Datatype type = Types.of(TimeUnit.class);
        assertStored(List.of(TimeUnit.NANOSECONDS, TimeUnit.DAYS), type, new EnumValue[] {
            new EnumValue("NANOSECONDS", 0), new EnumValue("DAYS", 6)
        });
        assertStored(TimeUnit.HOURS, type, new EnumValue("HOURS", 5));
        assertStored(
                new TypedReadingTest.Colour[] {TypedReadingTest.Colour.BLUE},
                Types.of(TypedReadingTest.Colour.class),
                new EnumValue[] {new EnumValue("BLUE", 2)});
        assertStored(TypedReadingTest.Colour.BLUE, Types.of(TypedReadingTest.Colour.class), new EnumValue("BLUE", 2));
    }

    @Test
    void valuesWithoutACommonType() {
        for (Object value : List.of(
                List.of(),
                List.of(List.of(), List.of()),
                List.of(1, "a"),
                Arrays.asList(1, null),
                new Integer[] {null},
                List.of(List.of(1), List.of(1, 2)),
                List.of(1, List.of(1)),
                List.of(List.of(1), 1),
                List.of((1L << 53) + 1, 0.5),
                List.of(BigInteger.ONE.shiftLeft(64)),
                List.of(BigInteger.ONE.shiftLeft(63), BigInteger.ONE.negate()),
                List.of(new Object()),
                List.of(Map.of("a", 1)),
                new Object[0],
                'c')) {
            assertThatThrownBy(() -> root.createDataset("d", value))
                    .as(String.valueOf(value))
                    .isInstanceOf(WrongTypeException.class);
            assertThat(root.exists("d")).isFalse();
        }
    }

    @Test
    void listsForADatatype() {
        Dataset matrix = root.createDataset(
                "matrix",
                Types.floatingPoint(4),
                new long[] {2, 2},
                List.of(List.of(1, 2.5), new double[] {3, 4}),
                DatasetOptions.defaults());
        assertThat(matrix.read()).isEqualTo(new float[][] {{1, 2.5f}, {3, 4}});
        matrix.write(List.of(5, 6, 7, 8));
        assertThat(matrix.read(int[].class)).containsExactly(5, 6, 7, 8);
        matrix.write(new Object[] {List.of(1, 2), List.of(3, 4)});
        assertThat(matrix.read(int[].class)).containsExactly(1, 2, 3, 4);
        assertThatThrownBy(() -> matrix.write(List.of(List.of(1, 2), List.of(3))))
                .hasMessageContaining("/matrix: expected the shape [2, 2]");
        assertThatThrownBy(() -> matrix.write(List.of(0.1, 1, 1, 1)))
                .hasMessageContaining("0.1, is not exactly representable as float32");

        Dataset ragged = root.createDataset(
                "ragged",
                Types.sequence(Types.integer(4)),
                new long[] {2},
                List.of(List.of(1, 2), List.of()),
                DatasetOptions.defaults());
        assertThat(ragged.read()).isEqualTo(new int[][] {{1, 2}, {}});
        Dataset one = root.createDataset(
                "one", Types.sequence(Types.integer(4)), new long[0], List.of(1, 2), DatasetOptions.defaults());
        assertThat(one.read()).isEqualTo(new int[] {1, 2});
        Dataset vectors = root.createDataset(
                "vectors",
                Types.array(Types.integer(4), 1, 2),
                new long[] {1},
                List.of(List.of(List.of(1, 2))),
                DatasetOptions.defaults());
        assertThat(vectors.read()).isEqualTo(new int[][][] {{{1, 2}}});
    }

    @Test
    void flatArraysAndBuffers() {
        Dataset matrix = root.createDataset(
                "d", Types.integer(4), new long[] {2, 3}, new int[] {1, 2, 3, 4, 5, 6}, DatasetOptions.defaults());
        assertThat(matrix.read()).isEqualTo(new int[][] {{1, 2, 3}, {4, 5, 6}});
        DoubleBuffer buffer = DoubleBuffer.wrap(new double[] {9, 8, 7, 6});
        Dataset doubles = root.createDataset("doubles", Types.floatingPoint(8), 2, 2);
        doubles.write(buffer);
        assertThat(doubles.read()).isEqualTo(new double[][] {{9, 8}, {7, 6}});
        assertThat(buffer.position()).isZero();
        matrix.write(
                ByteBuffer.allocate(24).order(ByteOrder.LITTLE_ENDIAN).putInt(5).rewind());
        assertThat(matrix.read(int[].class)).containsExactly(5, 0, 0, 0, 0, 0);
        Dataset strings = root.createDataset(
                "s", Types.string(), new long[] {2, 1}, new String[] {"a", "b"}, DatasetOptions.defaults());
        assertThat(strings.read()).isEqualTo(new String[][] {{"a"}, {"b"}});
        assertThatThrownBy(() -> matrix.write(new int[5])).hasMessageContaining("expected the shape [2, 3], found [5]");
        assertThatThrownBy(() -> matrix.write(ByteBuffer.allocate(23)))
                .hasMessageContaining("expected raw elements of 24 bytes, found 23");
    }
}
