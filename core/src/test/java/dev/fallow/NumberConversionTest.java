package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.type.BitField;
import dev.fallow.type.Datatype;
import dev.fallow.type.FixedPoint;
import dev.fallow.type.FloatingPoint;
import dev.fallow.type.FloatingPoint.Normalization;
import dev.fallow.type.FloatingPoint.Order;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Numbers of every datatype, read as every Java type, compared with decimal fractions. */
class NumberConversionTest {
    private static final List<Class<?>> WANTED = List.of(
            byte.class,
            short.class,
            int.class,
            long.class,
            float.class,
            double.class,
            Byte.class,
            Short.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class,
            BigInteger.class,
            BigDecimal.class);

    private static final Map<Class<?>, String> NAMES = Map.of(
            byte.class, "int8",
            short.class, "int16",
            int.class, "int32",
            long.class, "int64",
            float.class, "float32",
            double.class, "float64");

    static Stream<Datatype> types() {
        List<Datatype> types = new ArrayList<>();
        for (ByteOrder order : List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)) {
            for (int size : new int[] {1, 2, 3, 4, 7, 8, 16}) {
                types.add(FixedPoint.of(size, true, order));
                types.add(FixedPoint.of(size, false, order));
            }
        }
        for (Order order : List.of(Order.LITTLE_ENDIAN, Order.BIG_ENDIAN)) {
            for (int size : new int[] {2, 4, 8}) {
                types.add(FloatingPoint.ieee(size, order));
            }
        }
        types.add(new FixedPoint(1, 4, ByteOrder.LITTLE_ENDIAN, false, true, true, 3, 12));
        types.add(new FixedPoint(1, 8, ByteOrder.BIG_ENDIAN, true, false, false, 5, 54));
        types.add(new BitField(1, 2, ByteOrder.LITTLE_ENDIAN, false, false, 1, 15));
        types.add(floating(2, 8, 7)); // bfloat16
        types.add(floating(16, 15, 112)); // binary128
        types.add(Types.enumeration(Map.of("one", 1L)));
        return types.stream();
    }

    private static FloatingPoint floating(int size, int exponentSize, int mantissaSize) {
        int bits = 8 * size;
        return new FloatingPoint(
                1,
                size,
                Order.LITTLE_ENDIAN,
                false,
                false,
                false,
                Normalization.IMPLIED,
                bits - 1,
                0,
                bits,
                mantissaSize,
                exponentSize,
                0,
                mantissaSize,
                (1L << exponentSize - 1) - 1);
    }

    /** Limits of all types with their neighbours, powers of two with theirs, fractions, and extremes. */
    private static List<BigDecimal> edges() {
        TreeSet<BigDecimal> edges = new TreeSet<>();
        for (int bits :
                new int[] {0, 1, 7, 8, 10, 11, 12, 15, 16, 23, 24, 25, 31, 32, 52, 53, 54, 62, 63, 64, 65, 120, 127}) {
            BigDecimal power = new BigDecimal(BigInteger.ONE.shiftLeft(bits));
            for (String offset : List.of("-2", "-1", "-0.5", "0", "0.5", "1", "2")) {
                edges.add(power.add(new BigDecimal(offset)));
                edges.add(power.add(new BigDecimal(offset)).negate());
            }
        }
        for (double extreme : new double[] {
            Double.MIN_VALUE,
            Double.MIN_NORMAL,
            Double.MAX_VALUE,
            Float.MIN_VALUE,
            Float.MIN_NORMAL,
            Float.MAX_VALUE,
            65504,
            0x1p-24,
            0x1p1000,
            0x1.8p-1000,
            0.1,
            1 / 3.0
        }) {
            edges.add(new BigDecimal(extreme));
            edges.add(new BigDecimal(-extreme));
        }
        edges.add(BigDecimal.ZERO);
        return List.copyOf(edges);
    }

    @ParameterizedTest
    @MethodSource("types")
    void everyNumberIsReadExactlyOrRefused(Datatype type) {
        int stored = 0;
        try (ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults())) {
            Dataset dataset = file.root().createDataset("d", type, 2, 2);
            for (BigDecimal edge : edges()) {
                Object element = element(edge);
                try {
                    dataset.write(new Object[][] {{1, 1}, {1, element}});
                } catch (WrongTypeException e) {
                    continue; // the datatype does not have this number
                }
                stored++;
                for (Class<?> wanted : WANTED) {
                    check(dataset, type, edge, wanted);
                }
            }
        }
        assertThat(stored).as("edges of %s", type).isGreaterThan(10);
    }

    private static Object element(BigDecimal number) {
        if (number.stripTrailingZeros().scale() > 0) {
            return number;
        }
        BigInteger integer = number.toBigInteger(); // a negative Long is also an unsigned number of 8 bytes
        return integer.bitLength() < Integer.SIZE ? (Object) integer.intValue() : integer;
    }

    private static void check(Dataset dataset, Datatype type, BigDecimal edge, Class<?> wanted) {
        Class<?> flat = wanted.arrayType();
        String as = "%s of %s as %s".formatted(edge, type, wanted);
        Object exact = exactly(edge, unboxed(wanted));
        if (exact != null) {
            assertSame(as, Array.get(dataset.read(flat), 3), exact);
            assertSame(as, Array.get(Array.get(dataset.read(flat.arrayType()), 1), 1), exact);
        } else {
            for (Class<?> shape : List.of(flat, flat.arrayType())) {
                assertThatThrownBy(() -> dataset.read(shape))
                        .as(as)
                        .isInstanceOf(WrongTypeException.class)
                        .hasMessageContainingAll("/d: element [1, 1]", type + " ", "Conversion.ROUNDING")
                        .hasMessageContaining(NAMES.getOrDefault(unboxed(wanted), "BigInteger"));
            }
        }
        assertSame(
                as + ", rounded",
                Array.get(dataset.read(Selection.all(), flat, Conversion.ROUNDING), 3),
                rounded(edge, unboxed(wanted)));
    }

    private static void assertSame(String as, Object actual, Object expected) {
        if (expected instanceof BigDecimal decimal) {
            assertThat((BigDecimal) actual).as(as).isEqualByComparingTo(decimal);
        } else {
            assertThat(actual).as(as).isEqualTo(expected);
        }
    }

    private static Class<?> unboxed(Class<?> wanted) {
        return java.lang.invoke.MethodType.methodType(wanted).unwrap().returnType();
    }

    /** The number as a Java type; null if the type does not have it. */
    private static Object exactly(BigDecimal number, Class<?> wanted) {
        Object rounded = rounded(number, wanted);
        if (rounded instanceof Float || rounded instanceof Double) {
            double value = ((Number) rounded).doubleValue();
            return !Double.isInfinite(value) && new BigDecimal(value).compareTo(number) == 0 ? rounded : null;
        }
        return new BigDecimal(rounded.toString()).compareTo(number) == 0 ? rounded : null;
    }

    private static Object rounded(BigDecimal number, Class<?> wanted) {
        if (wanted == double.class) {
            return number.doubleValue();
        } else if (wanted == float.class) {
            return Float.parseFloat(number.toString());
        } else if (wanted == BigDecimal.class) {
            return number;
        }
        BigInteger integer = number.setScale(0, RoundingMode.DOWN).toBigInteger();
        if (wanted == byte.class) {
            return limited(integer, 8).byteValue();
        } else if (wanted == short.class) {
            return limited(integer, 16).shortValue();
        } else if (wanted == int.class) {
            return limited(integer, 32).intValue();
        }
        return wanted == long.class ? (Object) limited(integer, 64).longValue() : integer;
    }

    private static BigInteger limited(BigInteger number, int bits) {
        BigInteger highest = BigInteger.ONE.shiftLeft(bits - 1).subtract(BigInteger.ONE);
        return number.min(highest).max(highest.not());
    }

    @Test
    void infinitiesAndNotANumber() {
        try (ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults())) {
            double[] special = {Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN};
            for (Datatype type : List.of(
                    Types.floatingPoint(2), Types.floatingPoint(4), Types.floatingPoint(8), floating(16, 15, 112))) {
                for (double value : special) {
                    Dataset dataset =
                            file.root().createDataset("d", type, new long[0], value, DatasetOptions.defaults());
                    assertThat(dataset.read(double.class)).isEqualTo((Object) value);
                    assertThat(dataset.read(float.class)).isEqualTo((Object) (float) value);
                    for (Class<?> wanted : List.of(byte.class, int.class, long.class, BigInteger.class)) {
                        assertThatThrownBy(() -> dataset.read(wanted))
                                .isInstanceOf(WrongTypeException.class)
                                .hasMessageContainingAll("/d: the value: ", String.valueOf(value), type.toString());
                    }
                    assertThatThrownBy(() -> dataset.read(BigDecimal.class)).isInstanceOf(WrongTypeException.class);
                    assertThat(dataset.read(Selection.all(), byte.class, Conversion.ROUNDING))
                            .isEqualTo((byte) Math.max(-128, Math.min(127, value == value ? value : 0)));
                    assertThat(dataset.read(Selection.all(), long.class, Conversion.ROUNDING))
                            .isEqualTo((long) value);
                    file.delete("/d");
                }
            }
        }
    }

    @Test
    void negativeZeroIsTheIntegerZero() {
        try (ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults())) {
            Dataset dataset = file.root().createDataset("d", new double[] {-0.0});
            assertThat(dataset.read(int[].class)).containsExactly(0);
            assertThat(dataset.read(float[].class)).containsExactly(-0.0f);
            assertThat(dataset.read(BigInteger[].class)).containsExactly(BigInteger.ZERO);
        }
    }

    /** Numbers are converted in pieces; the misfit is in the second one. */
    @Test
    void thePlaceOfAMisfitInALargeDataset() {
        try (ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults())) {
            double[][] numbers = new double[3][100_000];
            numbers[2][70_001] = 3.5;
            Dataset dataset = file.root().createDataset("d", numbers);
            for (Class<?> wanted : List.of(int[].class, int[][].class, Integer[].class, Integer[][].class)) {
                assertThatThrownBy(() -> dataset.read(wanted))
                        .isInstanceOf(WrongTypeException.class)
                        .hasMessageContaining(
                                "/d: element [2, 70001]: float64 3.5 is not exactly representable as int32;"
                                        + " read it as double, or round it with Conversion.ROUNDING");
            }
            assertThat(dataset.read(float[][].class)[2][70_001]).isEqualTo(3.5f);
            assertThat(dataset.read(Selection.all(), int[][].class, Conversion.ROUNDING)[2][70_001])
                    .isEqualTo(3);
        }
    }
}
