package dev.fallow.internal.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.Conversion;
import dev.fallow.format.FieldSizes;
import dev.fallow.type.FloatingPoint;
import dev.fallow.type.FloatingPoint.Order;
import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every number of half precision, what lies between two of them, and what does not fit, in blocks of primitive numbers. */
class HalfBlocksTest {
    private static final ElementContext CONTEXT = ElementContext.of("test", new FieldSizes(8, 8));
    private static final int ALL = 1 << Short.SIZE;
    private static final int MARGIN = 3;

    private static FloatingPoint type(Order order) {
        return FloatingPoint.ieee(2, order);
    }

    /** By the definition of the format. */
    private static float number(int bits) {
        int exponent = bits >> 10 & 31;
        int mantissa = bits & 1023;
        double magnitude = exponent == 31
                ? mantissa == 0 ? Double.POSITIVE_INFINITY : Double.NaN
                : exponent == 0 ? mantissa * 0x1p-24 : (1024 + mantissa) * Math.pow(2, exponent - 25);
        return (float) (bits < 1 << 15 ? magnitude : -magnitude);
    }

    @ParameterizedTest
    @EnumSource(names = {"LITTLE_ENDIAN", "BIG_ENDIAN"})
    void everyNumberIsReadAndWritten(Order order) throws IOException {
        ElementCodec codec = Codecs.of(type(order), CONTEXT);
        ByteBuffer stored = ByteBuffer.allocateDirect(2 * ALL)
                .order(order == Order.BIG_ENDIAN ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < ALL; i++) {
            stored.putShort((short) i);
        }
        float[] read = new float[ALL + 2 * MARGIN];
        codec.read(stored.rewind(), read, MARGIN, ALL);
        assertThat(stored.position()).isEqualTo(stored.limit());
        for (int i = 0; i < ALL; i++) {
            assertThat(read[MARGIN + i]).isEqualTo(Float.valueOf(number(i))); // as objects: -0 is not 0, NaN is NaN
        }
        double[] wide = new double[read.length];
        for (int i = 0; i < wide.length; i++) {
            wide[i] = read[i];
        }
        for (Object row : new Object[] {read, wide}) {
            assertThat(codec.firstMisfit(row)).isEqualTo(-1);
            ByteBuffer written = ByteBuffer.allocate(2 * ALL).order(stored.order());
            codec.write(written, row, MARGIN, ALL);
            assertThat(written.position()).isEqualTo(written.limit());
            for (int i = 0; i < ALL; i++) {
                boolean nan = Float.isNaN(number(i));
                int expected = nan ? i & 0x8000 | 0x7E00 : i;
                assertThat(written.getShort(2 * i) & (nan ? 0x7FFF : 0xFFFF))
                        .isEqualTo(expected & (nan ? 0x7FFF : 0xFFFF));
            }
        }
    }

    /** Every number, the next ones of {@code float} and {@code double}, what is half way to the next one, and its neighbours. */
    private static double[] between() {
        double[] all = new double[9 * ALL];
        int count = 0;
        for (int i = 0; i < ALL; i++) {
            float number = number(i);
            double middle = (number + (double) number(i + 1 & 0xFFFF)) / 2;
            double[] some = {
                number,
                Math.nextUp(number),
                Math.nextDown(number),
                Math.nextUp((double) number),
                middle,
                Math.nextUp(middle),
                Math.nextDown(middle),
                (float) middle,
                Math.nextUp((float) middle)
            };
            System.arraycopy(some, 0, all, count, some.length);
            count += some.length;
        }
        return all;
    }

    @Test
    void numbersAreRoundedToTheNearestOne() throws IOException {
        ElementCodec codec = Codecs.writing(type(Order.LITTLE_ENDIAN), Conversion.ROUNDING, CONTEXT);
        double[] doubles = between();
        float[] floats = new float[doubles.length];
        Double[] objects = new Double[doubles.length];
        Float[] narrow = new Float[doubles.length];
        for (int i = 0; i < doubles.length; i++) {
            floats[i] = (float) doubles[i];
            objects[i] = doubles[i];
            narrow[i] = floats[i];
        }
        assertThat(written(codec, doubles))
                .isEqualTo(written(codec, objects)); // which are rounded as decimal fractions
        assertThat(written(codec, floats)).isEqualTo(written(codec, narrow));
    }

    @Test
    void integersAreRoundedToTheNearestOne() throws IOException {
        ElementCodec codec = Codecs.writing(type(Order.LITTLE_ENDIAN), Conversion.ROUNDING, CONTEXT);
        long[] longs = new long[2 * ALL + 4];
        Long[] objects = new Long[longs.length];
        for (int i = 0; i < longs.length; i++) {
            longs[i] = i < 2 * ALL ? i - ALL : (i % 2 == 0 ? Long.MIN_VALUE : Long.MAX_VALUE) / (i % 3 + 1);
            objects[i] = longs[i];
        }
        assertThat(written(codec, longs)).isEqualTo(written(codec, objects));
    }

    private static byte[] written(ElementCodec codec, Object row) throws IOException {
        assertThat(codec.firstMisfit(row)).isEqualTo(-1);
        ByteBuffer out = ByteBuffer.allocate(2 * Array.getLength(row));
        codec.write(out, row, 0, Array.getLength(row));
        return out.array();
    }

    @Test
    void whatIsBetweenDoesNotFit() {
        ElementCodec codec = Codecs.of(type(Order.LITTLE_ENDIAN), CONTEXT);
        for (double number : between()) {
            boolean fits = codec.firstMisfit(new Object[] {number}) < 0;
            assertThat(codec.firstMisfit(new double[] {0, number})).isEqualTo(fits ? -1 : 1);
            float narrow = (float) number;
            fits = codec.firstMisfit(new Float[] {narrow}) < 0;
            assertThat(codec.firstMisfit(new float[] {0, narrow})).isEqualTo(fits ? -1 : 1);
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {float.class, double.class, short.class, int.class, long.class})
    void theFirstNumberThatDoesNotFitIsFoundAtEveryPlace(Class<?> array) {
        ElementCodec codec = Codecs.of(type(Order.LITTLE_ENDIAN), CONTEXT);
        int count = PrimitiveRows.PIECE + 17;
        for (int place : new int[] {0, 1, 15, 16, PrimitiveRows.PIECE - 1, PrimitiveRows.PIECE, count - 1}) {
            Object row = Array.newInstance(array, count);
            assertThat(codec.firstMisfit(row)).isEqualTo(-1);
            Array.setShort(row, place, (short) 2_049);
            Array.setShort(row, count - 1, (short) 2_049);
            assertThat(codec.firstMisfit(row)).isEqualTo(place);
        }
    }
}
