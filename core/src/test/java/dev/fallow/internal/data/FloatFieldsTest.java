package dev.fallow.internal.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.format.FieldSizes;
import dev.fallow.type.FloatingPoint;
import dev.fallow.type.FloatingPoint.Normalization;
import dev.fallow.type.FloatingPoint.Order;
import java.io.IOException;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Floating-point numbers of other formats than those of IEEE 754, of at most 8 bytes, against exact arithmetic. */
class FloatFieldsTest {
    private static final ElementContext CONTEXT = ElementContext.of("test", new FieldSizes(8, 8));
    private static final int MOST = 1 << 16;

    static Stream<FloatingPoint> types() {
        List<FloatingPoint> types = new ArrayList<>();
        for (Order order : List.of(Order.LITTLE_ENDIAN, Order.BIG_ENDIAN)) {
            for (Normalization normalization : Normalization.values()) {
                types.add(type(1, order, normalization, 4, 3, 0));
                types.add(type(1, order, normalization, 5, 2, 0));
                types.add(type(2, order, normalization, 8, 7, 0)); // bfloat16
                types.add(type(2, order, normalization, 5, 6, 3));
                types.add(type(3, order, normalization, 7, 16, 0));
                types.add(type(4, order, normalization, 8, 19, 2));
                types.add(type(5, order, normalization, 9, 30, 0));
                types.add(type(8, order, normalization, 10, 52, 1));
            }
        }
        return types.stream();
    }

    /** @param unused bits below the mantissa */
    private static FloatingPoint type(
            int size, Order order, Normalization normalization, int exponent, int mantissa, int unused) {
        return new FloatingPoint(
                1,
                size,
                order,
                false,
                false,
                false,
                normalization,
                unused + mantissa + exponent,
                unused,
                1 + exponent + mantissa,
                unused + mantissa,
                exponent,
                unused,
                mantissa,
                (1L << exponent - 1) - 1);
    }

    /** All patterns of two bytes; of longer elements those with the upper or the lower two bytes. */
    private static long pattern(int size, int number) {
        return size <= 2
                ? number
                : number % 2 == 0 ? (long) number << 8 * (size - 2) | 1 : (long) number << 8 * (size - 2) >>> 5;
    }

    @ParameterizedTest
    @MethodSource("types")
    void everyPatternIsTheNumberOfItsFields(FloatingPoint type) throws IOException {
        ElementCodec codec = Codecs.of(type, CONTEXT);
        int size = codec.size();
        boolean big = type.order() == Order.BIG_ENDIAN;
        ByteBuffer in = ByteBuffer.allocate(MOST * size);
        for (int i = 0; i < MOST; i++) {
            byte[] bytes =
                    ByteBuffer.allocate(Long.BYTES).putLong(pattern(size, i)).array();
            for (int k = 0; k < size; k++) {
                in.put(bytes[big ? Long.BYTES - size + k : Long.BYTES - 1 - k]);
            }
        }
        Object read = Array.newInstance(codec.javaType(), MOST);
        codec.read(in.rewind(), read, 0, MOST);
        assertThat(in.position()).isEqualTo(in.limit());
        for (int i = 0; i < MOST; i += 7) {
            BigInteger bits = BigInteger.valueOf(pattern(size, i))
                    .and(BigInteger.ONE.shiftLeft(8 * size).subtract(BigInteger.ONE));
            check(type, bits, (Number) Array.get(read, i));
        }
    }

    private static void check(FloatingPoint type, BigInteger bits, Number read) {
        long exponent =
                field(bits, type.exponentPosition(), type.exponentSize()).longValue();
        BigInteger mantissa = field(bits, type.mantissaPosition(), type.mantissaSize());
        boolean negative = bits.testBit(type.signPosition());
        boolean implied = type.normalization() == Normalization.IMPLIED;
        double number = read.doubleValue();
        if (exponent == (1L << type.exponentSize()) - 1) {
            boolean infinite =
                    (implied || type.mantissaSize() == 0 ? mantissa : mantissa.clearBit(type.mantissaSize() - 1))
                                    .signum()
                            == 0;
            Double special = !infinite ? Double.NaN : negative ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
            assertThat(number).isEqualTo(special);
            return;
        }
        BigInteger significand = implied && exponent > 0 ? mantissa.setBit(type.mantissaSize()) : mantissa;
        long scale = (implied ? Math.max(1, exponent) : exponent + 1) - type.exponentBias() - type.mantissaSize();
        BigDecimal two = BigDecimal.valueOf(2);
        BigDecimal power =
                scale >= 0 ? two.pow((int) scale) : BigDecimal.valueOf(0.5).pow((int) -scale);
        BigDecimal expected = new BigDecimal(negative ? significand.negate() : significand).multiply(power);
        assertThat(read instanceof BigDecimal decimal ? decimal : new BigDecimal(number))
                .as("%s of %s", bits.toString(16), type)
                .isEqualByComparingTo(expected);
        if (significand.signum() == 0) {
            assertThat(1 / number).isEqualTo(negative ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY);
        }
    }

    private static BigInteger field(BigInteger bits, int position, int width) {
        return bits.shiftRight(position).and(BigInteger.ONE.shiftLeft(width).subtract(BigInteger.ONE));
    }

    @Test
    void bfloat16IsTheUpperHalfOfAFloat() throws IOException {
        FloatingPoint type = type(2, Order.LITTLE_ENDIAN, Normalization.IMPLIED, 8, 7, 0);
        ByteBuffer in = ByteBuffer.allocate(2 * MOST).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < MOST; i++) {
            in.putShort((short) i);
        }
        float[] read = new float[MOST];
        Codecs.of(type, CONTEXT).read(in.rewind(), read, 0, MOST);
        for (int i = 0; i < MOST; i++) {
            assertThat(read[i]).isEqualTo(Float.valueOf(Float.intBitsToFloat(i << 16)));
        }
    }
}
