package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.type.Datatype;
import dev.fallow.type.FixedPoint;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Numbers that are written to another datatype than that of their Java type. */
class WriteConversionTest {
    private static final DatasetOptions ROUNDED = DatasetOptions.defaults().withConversion(Conversion.ROUNDING);

    private final ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults());
    private final Group root = file.root();

    @AfterEach
    void close() {
        file.close();
    }

    private Object stored(Datatype type, Object value) {
        return stored(type, value, DatasetOptions.defaults());
    }

    private Object stored(Datatype type, Object value, DatasetOptions options) {
        Object read = root.createDataset("d", type, new long[] {Array.getLength(value)}, value, options)
                .read();
        file.delete("/d");
        return read;
    }

    private void refused(Datatype type, Object value, String message) {
        assertThatThrownBy(() -> stored(type, value))
                .isInstanceOf(WrongTypeException.class)
                .hasMessageContaining(message);
    }

    @Test
    void exactNumbersOfAnyArrayAreStored() {
        Datatype float64 = Types.floatingPoint(8);
        Datatype float32 = Types.floatingPoint(4);
        Datatype float16 = Types.floatingPoint(2);
        int[] ints = {1, -2, 1 << 30};
        assertThat(stored(float64, ints)).isEqualTo(new double[] {1, -2, 1 << 30});
        assertThat(stored(float32, ints)).isEqualTo(new float[] {1, -2, 1 << 30});
        assertThat(stored(float64, new long[] {1L << 60, -1})).isEqualTo(new double[] {1L << 60, -1});
        assertThat(stored(float32, new long[] {1L << 62, Long.MIN_VALUE}))
                .isEqualTo(new float[] {1L << 62, Long.MIN_VALUE});
        assertThat(stored(float32, new short[] {-32768, 7})).isEqualTo(new float[] {-32768, 7});
        assertThat(stored(float64, new byte[] {-128, 7})).isEqualTo(new double[] {-128, 7});
        assertThat(stored(float16, new byte[] {-128, 127})).isEqualTo(new float[] {-128, 127});
        assertThat(stored(float16, new int[] {2048, -65504})).isEqualTo(new float[] {2048, -65504});
        assertThat(stored(Types.integer(4), new double[] {3, -0.0, -2147483648.0}))
                .isEqualTo(new int[] {3, 0, Integer.MIN_VALUE});
        assertThat(stored(Types.integer(2), new float[] {3, -32768})).isEqualTo(new short[] {3, -32768});
        assertThat(stored(Types.unsigned(8), new double[] {0x1.8p63, 5})).isEqualTo(new long[] {3L << 62, 5});
        assertThat(stored(Types.integer(8), new float[] {-0x1p63f})).isEqualTo(new long[] {Long.MIN_VALUE});
        assertThat(stored(
                        Types.integer(1),
                        List.of(1.0, 2f, new BigDecimal("3.0"), 4L).toArray()))
                .isEqualTo(new byte[] {1, 2, 3, 4});
        Datatype wide = new FixedPoint(1, 16, ByteOrder.LITTLE_ENDIAN, false, false, true, 0, 128);
        assertThat(stored(wide, new double[] {-0x1p100, 7}))
                .isEqualTo(new BigInteger[] {BigInteger.TWO.pow(100).negate(), BigInteger.valueOf(7)});
    }

    @Test
    void nestedArraysAndMembersAreConverted() {
        Dataset matrix = root.createDataset(
                "m",
                Types.floatingPoint(8),
                new long[] {2, 2},
                new int[][] {{1, 2}, {3, 4}},
                DatasetOptions.defaults());
        assertThat(matrix.read()).isEqualTo(new double[][] {{1, 2}, {3, 4}});
        matrix.write(Selection.block(new long[] {1, 0}, new long[] {1, 2}), new long[][] {{5, 6}});
        assertThat(matrix.read(double[].class)).containsExactly(1, 2, 5, 6);
        Datatype pair = Types.compound(Map.of("x", Types.integer(2)));
        Dataset one = root.createDataset("c", pair, new long[0], Map.of("x", 5.0), DatasetOptions.defaults());
        assertThat(one.read()).isEqualTo(Map.of("x", (short) 5));
        root.createAttribute("a", Types.floatingPoint(4), new long[] {2}, new int[] {1, 2});
        assertThat(root.attribute("a").read()).isEqualTo(new float[] {1, 2});
    }

    @Test
    void whatIsNotExactIsRefusedWithItsPlace() {
        refused(
                Types.integer(4),
                new double[] {1, 1.5},
                "/, d: element [1], 1.5, is not exactly representable as int32; round it with Conversion.ROUNDING");
        refused(Types.integer(4), new double[] {0x1p31}, "element [0]");
        refused(Types.integer(4), new double[] {Double.NaN}, "element [0], NaN");
        refused(Types.unsigned(4), new float[] {-1}, "element [0], -1.0, does not fit uint32");
        refused(Types.unsigned(8), new double[] {0x1p64}, "element [0]");
        refused(Types.integer(8), new double[] {0x1p63}, "element [0]");
        refused(Types.integer(8), new double[] {Double.NEGATIVE_INFINITY}, "element [0]");
        refused(
                Types.floatingPoint(4),
                new double[] {0.5, 0.1},
                "element [1], 0.1, is not exactly representable as float32; round it");
        refused(
                Types.floatingPoint(4),
                new int[] {(1 << 24) + 1},
                "element [0], 16777217, is not exactly representable as float32");
        refused(Types.floatingPoint(8), new long[] {0, Long.MAX_VALUE}, "element [1]");
        refused(Types.floatingPoint(2), new int[] {65505}, "element [0]");
        refused(Types.unsigned(2), new short[] {-1}, "element [0], -1, does not fit uint16");
        refused(Types.integer(4), new boolean[] {true}, "expected elements that fit int32, found boolean");
        assertThat(root.names()).isEmpty();
    }

    @Test
    void bytesAreTheBitsOfUnsignedNumbers() {
        Datatype uint8 = Types.unsigned(1);
        assertThat(stored(uint8, new byte[] {-1, 0, 127, -128})).isEqualTo(new short[] {255, 0, 127, 128});
        assertThat(stored(uint8, new Byte[] {-1})).isEqualTo(new short[] {255});
        assertThat(root.createDataset("s", uint8, new long[0], (byte) -2, DatasetOptions.defaults())
                        .read())
                .isEqualTo((short) 254);
        refused(uint8, new long[] {-1}, "does not fit uint8");
        refused(uint8, new long[] {256}, "does not fit uint8");
        refused(uint8, new int[] {-1}, "does not fit uint8");
        refused(Types.unsigned(2), new byte[] {-1}, "does not fit uint16");
    }

    @Test
    void roundingTakesTheNearestNumber() {
        double[] doubles = {0.1, 1e300, -1.9, Double.NaN, Double.NEGATIVE_INFINITY, 1e10};
        assertThat(stored(Types.floatingPoint(4), doubles, ROUNDED))
                .isEqualTo(
                        new float[] {0.1f, Float.POSITIVE_INFINITY, -1.9f, Float.NaN, Float.NEGATIVE_INFINITY, 1e10f});
        assertThat(stored(Types.integer(4), doubles, ROUNDED))
                .isEqualTo(new int[] {0, Integer.MAX_VALUE, -1, 0, Integer.MIN_VALUE, Integer.MAX_VALUE});
        assertThat(stored(Types.unsigned(1), doubles, ROUNDED)).isEqualTo(new short[] {0, 255, 0, 0, 0, 255});
        assertThat(stored(Types.unsigned(8), doubles, ROUNDED)).isEqualTo(new long[] {0, -1, 0, 0, 0, 10_000_000_000L});
        assertThat(stored(Types.floatingPoint(8), new long[] {Long.MAX_VALUE}, ROUNDED))
                .isEqualTo(new double[] {0x1p63});
        assertThat(stored(Types.floatingPoint(4), new long[] {(1L << 24) + 1, (1L << 24) + 3}, ROUNDED))
                .isEqualTo(new float[] {1 << 24, (1 << 24) + 4});
        assertThat(stored(Types.unsigned(2), new int[] {-5, 70_000, 7}, ROUNDED))
                .isEqualTo(new int[] {0, 65535, 7});
        assertThat(stored(
                        Types.integer(2), new Object[] {1.9, new BigDecimal("-3.7"), BigInteger.TEN.pow(30)}, ROUNDED))
                .isEqualTo(new short[] {1, -3, 32767});
        Datatype wide = new FixedPoint(1, 9, ByteOrder.LITTLE_ENDIAN, false, false, true, 0, 72);
        assertThat(stored(wide, new double[] {2.5, Double.POSITIVE_INFINITY}, ROUNDED))
                .isEqualTo(
                        new BigInteger[] {BigInteger.TWO, BigInteger.TWO.pow(71).subtract(BigInteger.ONE)});
    }

    @Test
    void halvesAreRoundedToTheNearestEvenOne() {
        // 2048 and 2050 are neighbours, 65504 is the largest one
        double[] doubles = {2049, 2051, 2049.0001, 65519.9, 65520, 0x1p-25, 0x1.8p-24, 1e-9, -0.0, 1.0009};
        assertThat(stored(Types.floatingPoint(2), doubles, ROUNDED)).isEqualTo(new float[] {
            2048, 2052, 2050, 65504, Float.POSITIVE_INFINITY, 0, 0x1p-23f, 0, -0f, 1.0009765625f
        });
    }

    @Test
    void anExistingDatasetIsWrittenRounded() {
        Dataset dataset = root.createDataset("d", new float[2][3]);
        double[][] doubles = {{0.1, 0.2, 0.3}, {0.4, 0.5, 0.6}};
        assertThatThrownBy(() -> dataset.write(doubles)).hasMessageContaining("element [0, 0], 0.1");
        dataset.write(doubles, Conversion.ROUNDING);
        assertThat(dataset.read()).isEqualTo(new float[][] {{0.1f, 0.2f, 0.3f}, {0.4f, 0.5f, 0.6f}});
        dataset.write(
                Selection.block(new long[] {1, 1}, new long[] {1, 1}), new double[][] {{0.7}}, Conversion.ROUNDING);
        assertThat(dataset.read(float[].class)).containsExactly(0.1f, 0.2f, 0.3f, 0.4f, 0.7f, 0.6f);
        assertThatThrownBy(() -> dataset.write(new String[2][3], Conversion.ROUNDING))
                .hasMessageContaining("expected elements that fit float32, found String");
    }

    @Test
    void rowsAreAppendedRounded() {
        DatasetOptions growing =
                DatasetOptions.defaults().withChunks(4, 2).withMaxDimensions(DatasetOptions.UNLIMITED, 2);
        Dataset dataset = root.createDataset("log", Types.floatingPoint(4), new long[] {0, 2}, growing);
        assertThatThrownBy(() -> dataset.append(new double[] {0.1, 0.2}))
                .hasMessageContaining("0.1, is not exactly representable as");
        dataset.append(new double[] {0.1, 0.2}, Conversion.ROUNDING);
        dataset.append(new double[][] {{0.3, 4}, {5, 6}}, Conversion.ROUNDING);
        dataset.append(new int[] {7, 8});
        assertThat(dataset.read(float[].class)).containsExactly(0.1f, 0.2f, 0.3f, 4, 5, 6, 7, 8);
    }

    @Test
    void manyNumbersAreConvertedAsSingleOnesAre() {
        Random random = new Random(7);
        double[] doubles = random.doubles(5_000, -1e6, 1e6).toArray();
        float[] floats = (float[]) stored(Types.floatingPoint(4), doubles, ROUNDED);
        short[] shorts = (short[]) stored(Types.integer(2), doubles, ROUNDED);
        for (int i = 0; i < doubles.length; i++) {
            assertThat(floats[i]).isEqualTo((float) doubles[i]);
            assertThat(shorts[i]).isEqualTo((short) Math.max(-32768, Math.min(32767, (long) doubles[i])));
        }
    }

    @Test
    void attributesAreRoundedOnRequest() {
        Datatype float32 = Types.floatingPoint(4);
        double[] value = {0.1, 1e300};
        assertThatThrownBy(() -> root.createAttribute("a", float32, new long[] {2}, value))
                .isInstanceOf(WrongTypeException.class)
                .hasMessageContaining("/, attribute a: element [0], 0.1, is not exactly representable as float32");
        assertThat(root.attributeNames()).isEmpty();
        root.createAttribute("a", float32, new long[] {2}, value, Conversion.ROUNDING);
        assertThat(root.attribute("a").read()).isEqualTo(new float[] {0.1f, Float.POSITIVE_INFINITY});
        assertThatThrownBy(() -> root.createAttribute("a", float32, new long[] {2}, value, Conversion.ROUNDING))
                .isInstanceOf(ObjectExistsException.class);
        root.putAttribute("a", Types.integer(1), new long[0], 3.9, Conversion.ROUNDING);
        assertThat(root.attribute("a").read()).isEqualTo((byte) 3);
        assertThatThrownBy(() -> root.putAttribute("a", Types.integer(1), new long[0], "3", Conversion.ROUNDING))
                .isInstanceOf(WrongTypeException.class);
    }

    /** Encoded at once, and, with parts of variable length, when they are written. */
    @Test
    void appendedRowsAreRoundedOnRequest() {
        DatasetOptions growing = DatasetOptions.defaults().withChunks(4).withMaxDimensions(DatasetOptions.UNLIMITED);
        Dataset numbers = root.createDataset("n", Types.floatingPoint(4), new long[] {0}, growing);
        try (Appender appender = numbers.appender()) {
            assertThatThrownBy(() -> appender.append(0.1)).isInstanceOf(WrongTypeException.class);
        }
        try (Appender appender = numbers.appender(Conversion.ROUNDING)) {
            for (Object each : new Object[] {0.1, 0.25f, 7, 1L << 53}) {
                appender.append(each);
            }
        }
        assertThat(numbers.read()).isEqualTo(new float[] {0.1f, 0.25f, 7, 0x1p53f});

        DatasetOptions wide = DatasetOptions.defaults().withChunks(4, 2).withMaxDimensions(DatasetOptions.UNLIMITED, 2);
        Dataset rows = root.createDataset("r", Types.integer(2), new long[] {0, 2}, wide);
        try (Appender appender = rows.appender(Conversion.ROUNDING)) {
            appender.append(new double[] {1.5, 1e9});
            appender.append(new short[] {1, 2});
            appender.append(new float[] {-1.5f, Float.NaN});
        }
        assertThat(rows.read()).isEqualTo(new short[][] {{1, Short.MAX_VALUE}, {1, 2}, {-1, 0}});

        Dataset sequences = root.createDataset("s", Types.sequence(Types.floatingPoint(4)), new long[] {0}, growing);
        try (Appender appender = sequences.appender(Conversion.ROUNDING)) {
            appender.append(new double[] {0.1});
            appender.append(new double[] {0.2, 0.5});
            assertThat(appender.pending()).isEqualTo(2);
        }
        assertThat(sequences.read()).isEqualTo(new float[][] {{0.1f}, {0.2f, 0.5f}});
    }
}
