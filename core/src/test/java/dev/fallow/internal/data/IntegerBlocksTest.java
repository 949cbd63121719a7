package dev.fallow.internal.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.fallow.Conversion;
import dev.fallow.format.FieldSizes;
import dev.fallow.type.FixedPoint;
import java.io.IOException;
import java.lang.reflect.Array;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every integer datatype with every array of integers, written and read in blocks of few and of many elements, against bytes that are
 * made one by one; and a number that does not fit at every place of a block.
 */
class IntegerBlocksTest {
    private static final ElementContext CONTEXT = ElementContext.of("test", new FieldSizes(8, 8));
    /** Single ones, fewer and more than are converted one by one, an odd number of words; and then more than a piece. */
    private static final int[] COUNTS = {1, 2, 15, 16, 17, 35};

    private static final int MANY = 100;
    /** Elements of the row before and after the block. */
    private static final int MARGIN = 3;

    static Stream<FixedPoint> types() {
        List<FixedPoint> types = new ArrayList<>();
        for (ByteOrder order : List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)) {
            for (boolean signed : new boolean[] {true, false}) {
                for (int size = 1; size <= Long.BYTES; size++) {
                    types.add(FixedPoint.of(size, signed, order));
                    types.add(new FixedPoint(1, size, order, true, true, signed, 2, 8 * size - 3));
                    types.add(new FixedPoint(1, size, order, false, false, signed, 0, 8 * size - 3));
                }
            }
        }
        return types.stream();
    }

    private static List<Class<?>> arrays(FixedPoint type) {
        List<Class<?>> arrays = new ArrayList<>(List.of(byte.class, short.class, int.class, long.class));
        if (CharCodec.isChar(type)) {
            arrays.add(char.class);
        }
        return arrays;
    }

    @ParameterizedTest
    @MethodSource("types")
    void blocksAreWrittenAsTheirElements(FixedPoint type) throws IOException {
        ElementCodec codec = Codecs.of(type, CONTEXT);
        for (Class<?> array : arrays(type)) {
            long[] range = written(type, array);
            for (int count : counts(type, array)) {
                Object row = row(array, count + 2 * MARGIN, range);
                ByteBuffer out = ByteBuffer.allocate(count * codec.size());
                codec.write(out, row, MARGIN, count);
                assertThat(out.position()).isEqualTo(out.limit());
                assertThat(out.array()).as("%s, %d of %s", type, count, array).isEqualTo(bytes(type, row, count));
                assertThat(codec.firstMisfit(row)).isEqualTo(-1);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("types")
    void theFirstNumberThatDoesNotFitIsFoundAtEveryPlace(FixedPoint type) {
        ElementCodec codec = Codecs.of(type, CONTEXT);
        for (Class<?> array : arrays(type)) {
            long[] range = written(type, array);
            for (long outside : outside(range, array)) {
                for (int count : counts(type, array)) {
                    Object row = row(array, count, range);
                    for (int place : places(count)) {
                        long before = number(row, place);
                        set(row, place, outside);
                        assertThat(codec.firstMisfit(row))
                                .as("%s, %d at %d of %d in %s", type, outside, place, count, array)
                                .isEqualTo(place);
                        set(row, count - 1, outside);
                        assertThat(codec.firstMisfit(row)).isEqualTo(place);
                        set(row, count - 1, range[0]);
                        set(row, place, before);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("types")
    void blocksAreReadAsTheirElements(FixedPoint type) throws IOException {
        for (Class<?> array : arrays(type)) {
            long[] range = read(type, array);
            ElementCodec codec = Codecs.of(type, array, Conversion.LOSSLESS, CONTEXT);
            for (int count : counts(type, array)) {
                long[] numbers = (long[]) row(long.class, count + 2 * MARGIN, range);
                ByteBuffer in = ByteBuffer.wrap(bytes(type, numbers, count));
                Object row = Array.newInstance(array, count + 2 * MARGIN);
                codec.read(in, row, MARGIN, count);
                assertThat(in.position()).isEqualTo(in.limit());
                for (int i = 0; i < count + 2 * MARGIN; i++) {
                    boolean inside = i >= MARGIN && i < MARGIN + count;
                    assertThat(number(row, i))
                            .as("%s, %d of %d in %s", type, i, count, array)
                            .isEqualTo(inside ? numbers[i] : 0);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("types")
    void theFirstNumberThatCannotBeReadIsFoundAtEveryPlace(FixedPoint type) throws IOException {
        for (Class<?> array : arrays(type)) {
            long[] range = read(type, array);
            BigInteger[] all = range(type);
            List<Long> outside = new ArrayList<>();
            if (all[0].compareTo(BigInteger.valueOf(range[0])) < 0) {
                outside.add(range[0] - 1);
            }
            if (all[1].compareTo(BigInteger.valueOf(range[1])) > 0) {
                outside.add(range[1] + 1); // of 64 bits, the number with the same bits
            }
            ElementCodec codec = Codecs.of(type, array, Conversion.LOSSLESS, CONTEXT);
            for (long each : array == char.class ? List.<Long>of() : outside) {
                for (int count : counts(type, array)) {
                    long[] numbers = (long[]) row(long.class, count + 2 * MARGIN, range);
                    for (int place : places(count)) {
                        long[] some = numbers.clone();
                        some[MARGIN + place] = each;
                        some[MARGIN + count - 1] = each;
                        ByteBuffer in = ByteBuffer.wrap(bytes(type, some, count));
                        Object row = Array.newInstance(array, count + 2 * MARGIN);
                        MisfitException misfit =
                                catchThrowableOfType(MisfitException.class, () -> codec.read(in, row, MARGIN, count));
                        assertThat(misfit)
                                .as("%s, %d at %d of %d in %s", type, each, place, count, array)
                                .isNotNull();
                        assertThat(misfit.index()).isEqualTo(MARGIN + place);
                    }
                }
            }
        }
    }

    // ---- what is expected ------------------------------------------------------------------------------------

    /** The least and the largest number of a datatype. */
    private static BigInteger[] range(FixedPoint type) {
        BigInteger highest = BigInteger.ONE
                .shiftLeft(type.precision() - (type.signed() ? 1 : 0))
                .subtract(BigInteger.ONE);
        return new BigInteger[] {type.signed() ? highest.not() : BigInteger.ZERO, highest};
    }

    private static int bits(Class<?> array) {
        return array == byte.class
                ? 8
                : array == short.class || array == char.class ? 16 : array == int.class ? 32 : 64;
    }

    private static long least(Class<?> array) {
        return array == char.class ? 0 : -1L << bits(array) - 1;
    }

    private static long most(Class<?> array) {
        return array == char.class ? Character.MAX_VALUE : ~least(array);
    }

    /** The numbers of an array that can be read from a datatype. */
    private static long[] read(FixedPoint type, Class<?> array) {
        BigInteger[] range = range(type);
        return new long[] {
            range[0].max(BigInteger.valueOf(least(array))).longValueExact(),
            range[1].min(BigInteger.valueOf(most(array))).longValueExact()
        };
    }

    /** The numbers of an array that can be written: bytes and longs also stand for the bits of an unsigned number. */
    private static long[] written(FixedPoint type, Class<?> array) {
        boolean asBits = !type.signed()
                && type.precision() == bits(array)
                && (array == byte.class && type.size() == 1 || array == long.class);
        return asBits ? new long[] {least(array), most(array)} : read(type, array);
    }

    private static List<Long> outside(long[] range, Class<?> array) {
        List<Long> outside = new ArrayList<>();
        if (range[0] > least(array)) {
            outside.addAll(List.of(range[0] - 1, least(array)));
        }
        if (range[1] < most(array)) {
            outside.addAll(List.of(range[1] + 1, most(array)));
        }
        return outside;
    }

    /** The number of elements of a piece: of the larger ones of the datatype and the array. */
    private static int piece(FixedPoint type, Class<?> array) {
        return Lanes.PIECE_BYTES / (int) Math.max(type.size(), bits(array) / Byte.SIZE);
    }

    private static int[] counts(FixedPoint type, Class<?> array) {
        int[] counts = Arrays.copyOf(COUNTS, COUNTS.length + 1);
        counts[COUNTS.length] = piece(type, array) + 17;
        return counts;
    }

    private static int[] places(int count) {
        int piece = count - 17;
        return count < MANY ? IntStream.range(0, count).toArray() : new int[] {0, 7, piece - 1, piece, count - 1};
    }

    /** Random numbers of a range, with both of its ends. */
    private static Object row(Class<?> array, int length, long[] range) {
        Object row = Array.newInstance(array, length);
        Random random = new Random(length);
        for (int i = 0; i < length; i++) {
            long number = random.nextLong() >> random.nextInt(Long.SIZE);
            boolean inside = number >= range[0] && number <= range[1];
            set(row, i, inside ? number : range[random.nextInt(2)]);
        }
        return row;
    }

    /** The elements as they are stored. */
    private static byte[] bytes(FixedPoint type, Object row, int count) {
        int size = (int) type.size();
        byte[] bytes = new byte[count * size];
        BigInteger mask = BigInteger.ONE.shiftLeft(type.precision()).subtract(BigInteger.ONE);
        BigInteger ones = BigInteger.ONE.shiftLeft(8 * size).subtract(BigInteger.ONE);
        BigInteger unused = ones.andNot(mask.shiftLeft(type.bitOffset()));
        for (int i = 0; i < count; i++) {
            BigInteger number = BigInteger.valueOf(number(row, MARGIN + i));
            BigInteger stored = number.and(mask).shiftLeft(type.bitOffset());
            stored = type.lowPadding() ? stored.or(unused) : stored;
            for (int k = 0; k < size; k++) {
                int at = type.order() == ByteOrder.LITTLE_ENDIAN ? k : size - 1 - k;
                bytes[i * size + at] = stored.shiftRight(8 * k).byteValue();
            }
        }
        return bytes;
    }

    private static long number(Object row, int index) {
        return row instanceof char[] chars ? chars[index] : Array.getLong(row, index);
    }

    private static void set(Object row, int index, long value) {
        if (row instanceof byte[] bytes) {
            bytes[index] = (byte) value;
        } else if (row instanceof short[] shorts) {
            shorts[index] = (short) value;
        } else if (row instanceof char[] chars) {
            chars[index] = (char) value;
        } else if (row instanceof int[] ints) {
            ints[index] = (int) value;
        } else {
            ((long[]) row)[index] = value;
        }
    }
}
