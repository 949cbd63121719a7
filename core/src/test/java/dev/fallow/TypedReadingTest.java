package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Datasets and attributes read as Java types that the caller names. */
class TypedReadingTest {
    private final ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults());
    private final Group root = file.root();

    @AfterEach
    void close() {
        file.close();
    }

    @Test
    void nestedFlatAndScalar() {
        Dataset matrix = root.createDataset("matrix", new int[][] {{1, 2, 3}, {4, 5, 6}});
        assertThat(matrix.read(float[][].class)).isEqualTo(new float[][] {{1, 2, 3}, {4, 5, 6}});
        assertThat(matrix.read(long[].class)).containsExactly(1, 2, 3, 4, 5, 6);
        assertThat(matrix.read(Short[][].class)).isEqualTo(new Short[][] {{1, 2, 3}, {4, 5, 6}});
        assertThat(matrix.read(double[].class)).containsExactly(1, 2, 3, 4, 5, 6);
        assertThat(matrix.read(float[].class)).containsExactly(1, 2, 3, 4, 5, 6);
        assertThat(matrix.read(long[].class)).containsExactly(1, 2, 3, 4, 5, 6);
        assertThat(matrix.read(int[].class)).containsExactly(1, 2, 3, 4, 5, 6);
        assertThat(matrix.read(Object.class)).isEqualTo(new int[][] {{1, 2, 3}, {4, 5, 6}});
        assertThat(matrix.read(Object[].class)).containsExactly(1, 2, 3, 4, 5, 6);
        assertThat(matrix.read(Number[][].class)).isEqualTo(new Number[][] {{1, 2, 3}, {4, 5, 6}});

        Dataset scalar = root.createDataset("scalar", 7);
        assertThat(scalar.read(double.class)).isEqualTo(7.0);
        assertThat(scalar.read(Double.class)).isEqualTo(7.0);
        assertThat(scalar.read(BigInteger.class)).isEqualTo(7);
        assertThat(scalar.read(long[].class)).containsExactly(7);
        assertThat(root.createDataset("text", "grüße").read(String.class)).isEqualTo("grüße");
    }

    @Test
    void otherShapesAreRefused() {
        Dataset matrix = root.createDataset("matrix", new int[2][3]);
        for (Class<?> type : List.of(int.class, int[][][].class, String.class, Map.class)) {
            assertThatThrownBy(() -> matrix.read(type))
                    .isInstanceOf(WrongTypeException.class)
                    .hasMessageContainingAll("/matrix: the shape is [2, 3]", "int32", type.getSimpleName())
                    .hasMessageContaining("a type with 2 or 1 dimensions");
        }
        for (Class<?> type : List.of(String[].class, boolean[][].class, byte[][].class.arrayType())) {
            assertThatThrownBy(() -> matrix.read(type)).isInstanceOf(WrongTypeException.class);
        }
        assertThatThrownBy(() -> matrix.read(String[].class))
                .hasMessageContaining("/matrix: elements of int32 cannot be read as String; expected int");
    }

    @Test
    void everyLayoutAndNoStorage() {
        root.createDataset(
                "compact", new short[] {1, 2}, DatasetOptions.defaults().withLayout(StorageLayout.COMPACT));
        root.createDataset("unwritten", Types.string(), 2, 2);
        root.createDataset("empty", new double[0][3]);
        root.createDataset("nothing", new Empty(Types.integer(4)));
        assertThat(file.dataset("compact").read(double[].class)).containsExactly(1, 2);
        assertThat(file.dataset("unwritten").read(String[].class)).containsExactly(null, null, null, null);
        assertThat(file.dataset("empty").read(int[][].class)).isEqualTo(new int[0][0]);
        assertThat(file.dataset("empty").read(int[].class)).isEmpty();
        assertThat(file.dataset("nothing").read(int[].class)).isEmpty();
        assertThatThrownBy(() -> file.dataset("nothing").read(int.class)).hasMessageContaining("null dataspace");
        assertThat(root.createDataset("zeros", Types.floatingPoint(8), 3).read(int[].class))
                .containsExactly(0, 0, 0);
    }

    @Test
    void uint64IsReadByItsValue() {
        BigInteger large = BigInteger.ONE.shiftLeft(63);
        Dataset dataset = root.createDataset(
                "d",
                Types.unsigned(8),
                new long[] {2},
                new Object[] {large, Long.MAX_VALUE},
                DatasetOptions.defaults());
        assertThat(dataset.read(BigInteger[].class)).containsExactly(large, BigInteger.valueOf(Long.MAX_VALUE));
        assertThatThrownBy(() -> dataset.read(long[].class))
                .isInstanceOf(WrongTypeException.class)
                .hasMessageContaining(
                        "/d: element [0]: uint64 9223372036854775808 is not exactly representable as int64;"
                                + " read it as BigInteger");
        assertThat(dataset.read(Selection.all(), long[].class, Conversion.ROUNDING))
                .containsExactly(Long.MAX_VALUE, Long.MAX_VALUE);
        assertThat(dataset.read(Selection.all(), double[].class, Conversion.ROUNDING))
                .containsExactly(0x1p63, 0x1p63);
        assertThatThrownBy(() -> dataset.read(double[].class))
                .hasMessageContaining("element [1]: uint64 9223372036854775807");
    }

    @Test
    void intoArraysAndBuffers() {
        Dataset matrix = root.createDataset("matrix", new short[][] {{1, 2}, {3, 4}});
        double[][] nested = new double[2][2];
        float[] flat = new float[4];
        Object[] objects = new Object[4];
        matrix.readInto(nested);
        matrix.readInto(flat);
        matrix.readInto((Object) objects);
        assertThat(nested).isEqualTo(new double[][] {{1, 2}, {3, 4}});
        assertThat(flat).containsExactly(1, 2, 3, 4);
        assertThat(objects).containsExactly((short) 1, (short) 2, (short) 3, (short) 4);
        for (Object other : List.of(new double[3], new double[2][3], new double[2][2][1], 5, "text")) {
            assertThatThrownBy(() -> matrix.readInto(other))
                    .isInstanceOf(WrongTypeException.class)
                    .hasMessageContaining("/matrix: ");
        }

        FloatBuffer floats = FloatBuffer.allocate(6).position(1);
        matrix.readInto(floats);
        assertThat(floats.array()).containsExactly(0, 1, 2, 3, 4, 0);
        assertThat(floats.position()).isEqualTo(5);
        DoubleBuffer doubles = ByteBuffer.allocateDirect(32).asDoubleBuffer();
        matrix.readInto(doubles);
        assertThat(doubles.flip()).isEqualTo(DoubleBuffer.wrap(new double[] {1, 2, 3, 4}));
        LongBuffer longs = LongBuffer.allocate(4);
        matrix.readInto(longs);
        assertThat(longs.array()).containsExactly(1, 2, 3, 4);
        IntBuffer ints = IntBuffer.allocate(4);
        matrix.readInto(ints);
        assertThat(ints.array()).containsExactly(1, 2, 3, 4);
        ShortBuffer shorts = ShortBuffer.allocate(4);
        matrix.readInto(shorts);
        assertThat(shorts.array()).containsExactly((short) 1, (short) 2, (short) 3, (short) 4);
        ByteBuffer bytes = ByteBuffer.allocate(9).order(ByteOrder.LITTLE_ENDIAN);
        matrix.readInto(bytes);
        assertThat(bytes.flip().asShortBuffer()).isEqualTo(ShortBuffer.wrap(new short[] {1, 2, 3, 4}));

        assertThatThrownBy(() -> matrix.readInto(LongBuffer.allocate(3)))
                .hasMessageContaining("/matrix: expected a buffer with room for 4, found 3");
        assertThatThrownBy(() -> matrix.readInto(CharBuffer.allocate(4))).isInstanceOf(WrongTypeException.class);
        IntBuffer unchanged = IntBuffer.allocate(2);
        Dataset fractions = root.createDataset("fractions", new double[] {1, 1.5});
        assertThatThrownBy(() -> fractions.readInto(unchanged)).hasMessageContaining("element [1]: float64 1.5");
        assertThat(unchanged.position()).isZero();
        Dataset nothing = root.createDataset("nothing", new Empty(Types.integer(4)));
        assertThatThrownBy(() -> nothing.readInto(new int[0])).hasMessageContaining("null dataspace");
        nothing.write(nothing.read());
        assertThatThrownBy(() -> nothing.write(1)).hasMessageContaining("null dataspace");
        assertThatThrownBy(() -> fractions.write(nothing.read())).isInstanceOf(WrongTypeException.class);
        assertThat(fractions.read()).isEqualTo(new double[] {1, 1.5});
        assertThatThrownBy(() -> nothing.readInto(IntBuffer.allocate(1))).hasMessageContaining("null dataspace");
    }

    enum Colour {
        RED,
        DARK_GREEN,
        @SuppressWarnings("unused")
        BLUE {
            @Override
            public String toString() {
                return "a constant with a class of its own";
            }
        }
    }

    @Test
    void enumerationsAsConstantsNamesAndNumbers() {
        Map<String, Long> members = Map.of("RED", 1L, "darkGreen", 2L, "VIOLET", 3L);
        Dataset dataset = root.createDataset(
                "d",
                Types.enumeration(members),
                new long[] {2},
                new Object[] {"RED", Colour.DARK_GREEN},
                DatasetOptions.defaults());
        assertThat(dataset.read(Colour[].class)).containsExactly(Colour.RED, Colour.DARK_GREEN);
        assertThat(dataset.read(String[].class)).containsExactly("RED", "darkGreen");
        assertThat(dataset.read(int[].class)).containsExactly(1, 2);
        assertThat(dataset.read(double[].class)).containsExactly(1, 2);
        dataset.write(new Object[] {Colour.RED, "VIOLET"});
        assertThatThrownBy(() -> dataset.read(Colour[].class))
                .isInstanceOf(WrongTypeException.class)
                .hasMessageContaining("/d: element [1]: ")
                .hasMessageContainingAll("VIOLET", "no constant in the enum Colour", "RED, DARK_GREEN");
        dataset.write(new int[] {1, 9});
        assertThatThrownBy(() -> dataset.read(String[].class))
                .hasMessageContainingAll("/d: element [1]: ", "no name for number 9");
        assertThatThrownBy(() -> dataset.write(new Colour[] {Colour.RED, Colour.BLUE}))
                .isInstanceOf(WrongTypeException.class)
                .hasMessageContaining("does not fit enum");

        Dataset texts = root.createDataset("texts", new String[] {"BLUE", "red", null});
        assertThat(texts.read(Colour[].class)).containsExactly(Colour.BLUE, Colour.RED, null);
        assertThat(root.createDataset("truth", new boolean[] {true, false}).read(String[].class))
                .containsExactly("TRUE", "FALSE");
        assertThat(file.dataset("truth").read(Boolean[].class)).containsExactly(true, false);
    }

    @Test
    void arraysAndSequencesAsElements() {
        Dataset vectors = root.createDataset(
                "vectors",
                Types.array(Types.integer(2), 3),
                new long[] {2},
                new int[][] {{1, 2, 3}, {4, 5, 6}},
                DatasetOptions.defaults());
        assertThat(vectors.read(double[][].class)).isEqualTo(new double[][] {{1, 2, 3}, {4, 5, 6}});
        Dataset ragged = root.createDataset(
                "ragged",
                Types.sequence(Types.floatingPoint(8)),
                new long[] {1, 2},
                new double[][][] {{{1, 2}, {3.5}}},
                DatasetOptions.defaults());
        assertThat(ragged.read(float[][][].class)).isEqualTo(new float[][][] {{{1, 2}, {3.5f}}});
        assertThat(ragged.read(float[][].class)).isEqualTo(new float[][] {{1, 2}, {3.5f}});
        assertThatThrownBy(() -> ragged.read(int[][].class))
                .hasMessageContaining("/ragged: element [0, 1], number 0 of it: float64 3.5");
        assertThatThrownBy(() -> ragged.read(int[].class)).hasMessageContaining("a type with 3 or 2 dimensions");
        Dataset opaque = root.createDataset(
                "opaque", Types.opaque(2, "tag"), new long[0], new byte[] {1, 2}, DatasetOptions.defaults());
        assertThat(opaque.read(byte[].class)).containsExactly(1, 2);
        Dataset complex = root.createDataset(
                "complex",
                Types.complex(4),
                new long[] {1},
                new ComplexNumber[] {new ComplexNumber(1, -1)},
                DatasetOptions.defaults());
        assertThat(complex.read(ComplexNumber[].class)).containsExactly(new ComplexNumber(1, -1));
    }

    @Test
    void attributes() {
        root.createAttribute("numbers", new int[] {1, 300});
        root.createAttribute("name", "Straße");
        root.createAttribute("names", new String[] {"a", "b"});
        Attribute numbers = root.attribute("numbers");
        assertThat(numbers.read(double[].class)).containsExactly(1, 300);
        assertThatThrownBy(() -> numbers.read(byte[].class))
                .isInstanceOf(WrongTypeException.class)
                .hasMessageContainingAll("attribute numbers: element [1]: int32 300", "int8");
        Attribute name = root.attribute("name");
        Attribute names = root.attribute("names");
        root.deleteAttribute("name");
        root.deleteAttribute("names");
        file.flush();
        root.createDataset("reuses", new String[] {"x".repeat(100), "y".repeat(200)});
        assertThat(name.read(String.class)).isEqualTo("Straße"); // as it was when it was read
        assertThat(name.read()).isEqualTo("Straße");
        assertThat(names.read(String[].class)).containsExactly("a", "b");
        root.createAttribute("nothing", new Empty(Types.integer(4)));
        assertThat(root.attribute("nothing").read(int[].class)).isEmpty();
    }

    @Test
    void attributeValuesAreAView() {
        Map<String, Object> values = root.attributeValues();
        assertThat(values).isEmpty();
        root.createAttribute("b", 2);
        root.createAttribute("a", "one");
        assertThat(values).hasSize(2).containsEntry("a", "one").containsEntry("b", 2);
        assertThat(List.copyOf(values.keySet())).containsExactly("a", "b");
        assertThat(values.get("c")).isNull();
        assertThat(values.containsKey(5)).isFalse();
        assertThatThrownBy(() -> values.put("c", 3)).isInstanceOf(UnsupportedOperationException.class);
        root.deleteAttribute("a");
        assertThat(values.keySet()).containsExactly("b");
    }

    @Test
    void stringsAreOfVariableLengthUnlessTheLengthIsGiven() {
        String[] texts = {"a", "größer"};
        assertThat(root.createDataset("variable", texts).datatype()).isEqualTo(Types.string());
        assertThat(root.createDataset(
                                "compact", texts, DatasetOptions.defaults().withLayout(StorageLayout.COMPACT))
                        .datatype())
                .isEqualTo(Types.string());
        root.createAttribute("attribute", "ascii");
        assertThat(root.attribute("attribute").datatype()).isEqualTo(Types.string());
        Dataset longest =
                root.createDataset("longest", texts, DatasetOptions.defaults().withStringLength(0));
        assertThat(longest.datatype()).isEqualTo(Types.string(8));
        Dataset ten = root.createDataset("ten", texts, DatasetOptions.defaults().withStringLength(10));
        assertThat(ten.datatype()).isEqualTo(Types.string(10));
        assertThat(ten.read(String[].class)).containsExactly(texts);
        assertThatThrownBy(() -> root.createDataset(
                        "short", texts, DatasetOptions.defaults().withStringLength(7)))
                .isInstanceOf(WrongTypeException.class);
        file.close();
        try (ContainerFile read = ContainerFile.openBytes(
                file.toByteArray(), OpenOptions.defaults().withReadOnly(true))) {
            assertThat(read.dataset("variable").read(String[].class)).containsExactly(texts);
            assertThat(read.space().findings()).isEmpty();
        }
    }

    @Test
    void groupsWithTheirParents() {
        Group deep = root.createGroups("/a/b//./c");
        assertThat(deep.path()).isEqualTo("/a/b/c");
        assertThat(deep.createGroups("d").path()).isEqualTo("/a/b/c/d");
        assertThat(root.createGroups("a/b").names()).containsExactly("c");
        assertThat(root.createGroups("").path()).isEqualTo("/");
        root.createDataset("a/data", 1);
        assertThatThrownBy(() -> root.createGroups("a/data/x")).isInstanceOf(dev.fallow.NoSuchObjectException.class);
        assertThat(root.group("a").names()).containsExactly("b", "data");
    }

    @Test
    void listingsDescribeDatasets() {
        root.createDataset("d", new float[2][3]);
        root.createDataset("nothing", new Empty(Types.integer(4)));
        root.createGroup("g");
        root.createSoftLink("s", "/d");
        var entries = root.listRecursively();
        assertThat(entries.get(0).description().orElseThrow().datatype()).isEqualTo(Types.floatingPoint(4));
        assertThat(entries.get(0).description().orElseThrow().dimensions()).containsExactly(2, 3);
        assertThat(entries.get(1).description()).isEmpty();
        assertThat(entries.get(2).description().orElseThrow().dimensions()).isEmpty();
        assertThat(entries.get(3).description()).isEmpty();
        var later = root.list();
        root.delete("d");
        assertThatThrownBy(() -> later.get(0).description()).isInstanceOf(dev.fallow.ContainerException.class);
        assertThat(entries.get(0).description().orElseThrow().dimensions()).containsExactly(2, 3);
    }
}
