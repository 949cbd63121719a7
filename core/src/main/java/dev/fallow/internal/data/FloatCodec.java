package dev.fallow.internal.data;

import dev.fallow.type.FloatingPoint;
import dev.fallow.type.FloatingPoint.Normalization;
import dev.fallow.type.FloatingPoint.Order;
import java.lang.reflect.Array;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Floating-point numbers of any layout. IEEE 754 numbers of 2, 4 or 8 bytes are converted as such. Others are decoded exactly
 * from their sign, exponent and mantissa fields. As in libhdf5, an exponent of all ones is infinity or NaN, and a mantissa
 * without implied bit is scaled by its exponent alone. Elements are {@code float} or {@code double} if that represents every
 * number of the datatype; otherwise {@code BigDecimal}, and {@code Double} for infinities, NaN and negative zero. Numbers of any
 * Java type can be written if they are represented exactly.
 */
final class FloatCodec implements ElementCodec {
    static final int FLOAT_PRECISION = 24;
    static final int DOUBLE_PRECISION = 53;

    /** The exponent width of the widest format in use; wider exponents would allow numbers of billions of digits. */
    private static final int WIDEST_EXPONENT = 15;

    /** Half precision has 1 sign bit, 5 exponent bits with this bias, and 10 mantissa bits. */
    private static final int HALF_BIAS = 15;

    private static final double LONG_LIMIT = 0x1p63;

    private static final int HALF_MANTISSA_BITS = 10;
    private static final int HALF_SIGN = 0x8000;
    private static final int HALF_MAGNITUDE = 0x7FFF;
    private static final int HALF_INFINITY = 0x7C00;
    private static final int HALF_NAN = 0x7E00;
    /** The bits of the least number with the implied bit. */
    private static final int HALF_NORMAL = 1 << HALF_MANTISSA_BITS;

    private static final float HALF_SMALLEST = 0x1p-24f;

    private static final int FLOAT_MANTISSA = 23;
    /** Bits of the mantissa of a {@code double} that half precision has not. */
    private static final int HALF_ROUNDED = 52 - HALF_MANTISSA_BITS;

    private static final long HALF_ROUNDED_BITS = (1L << HALF_ROUNDED) - 1;

    private final FloatingPoint type;
    private final int size;
    private final ByteOrder order;
    /** Whether this is an IEEE 754 format of 2, 4 or 8 bytes. */
    private final boolean ieee;

    private final int mantissaSize;
    private final boolean implied;
    private final long largestExponent;
    /** The number of bits of a significand, including the implied one. */
    private final int precision;
    /** The exponent of the highest bit of a normal number. */
    private final long lowest;

    private final long highest;
    private final Class<?> javaType;

    FloatCodec(FloatingPoint type) {
        this.type = type;
        size = (int) type.size();
        order = type.order() == Order.BIG_ENDIAN ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        ieee = (size == 2 || size == 4 || size == 8) && type.order() != Order.VAX && isIeee(type);
        mantissaSize = type.mantissaSize();
        implied = type.normalization() == Normalization.IMPLIED;
        largestExponent = (1L << type.exponentSize()) - 1;
        precision = mantissaSize + (implied ? 1 : 0);
        lowest = (implied ? 1 : 0) - type.exponentBias();
        highest = largestExponent - 1 - type.exponentBias();
        javaType = isWithin(FLOAT_PRECISION, Float.MIN_EXPONENT, Float.MAX_EXPONENT)
                ? float.class
                : isWithin(DOUBLE_PRECISION, Double.MIN_EXPONENT, Double.MAX_EXPONENT) ? double.class : Number.class;
    }

    /** The unsupported property of a datatype; null if it is supported. */
    static String problem(FloatingPoint type) {
        if (type.exponentSize() < 1 || type.exponentSize() > WIDEST_EXPONENT) {
            return "expected an exponent of 1 to %d bits, found %d".formatted(WIDEST_EXPONENT, type.exponentSize());
        }
        if (type.exponentBias() > 2L << WIDEST_EXPONENT) {
            return "expected an exponent bias of at most %d, found %d"
                    .formatted(2L << WIDEST_EXPONENT, type.exponentBias());
        }
        return type.order() == Order.VAX && type.size() % 2 != 0
                ? "expected pairs of bytes in the VAX order, found %d bytes".formatted(type.size())
                : null;
    }

    private static boolean isIeee(FloatingPoint type) {
        FloatingPoint ieee = FloatingPoint.ieee((int) type.size(), type.order());
        return type.normalization() == ieee.normalization()
                && type.signPosition() == ieee.signPosition()
                && type.bitOffset() == 0
                && type.precision() == ieee.precision()
                && type.exponentPosition() == ieee.exponentPosition()
                && type.exponentSize() == ieee.exponentSize()
                && type.mantissaPosition() == 0
                && type.mantissaSize() == ieee.mantissaSize()
                && type.exponentBias() == ieee.exponentBias();
    }

    /** Whether another format represents every number of this datatype. */
    private boolean isWithin(int otherPrecision, int otherLowest, int otherHighest) {
        return precision <= otherPrecision
                && highest <= otherHighest
                && lowest - (precision - 1) >= otherLowest - (otherPrecision - 1);
    }

    @Override
    public Class<?> javaType() {
        return javaType;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public boolean accepts(Class<?> componentType) {
        return Numbers.areIn(componentType);
    }

    @Override
    public boolean takesAll(Class<?> componentType) {
        return ieee
                && (size == 8 && componentType.isPrimitive() && componentType != long.class && accepts(componentType)
                        || size > 2 && (componentType == float.class || componentType == short.class)
                        || componentType == byte.class);
    }

    @Override
    public int firstMisfit(Object row) {
        if (takesAll(row.getClass().getComponentType())) {
            return -1;
        }
        if (isHalf() && row.getClass().getComponentType().isPrimitive()) {
            return firstNotHalf(row);
        } else if (ieee && size == 4 && row instanceof double[] doubles) {
            return firstNotFloat(doubles);
        } else if (isFloatOrDouble() && (row instanceof long[] || row instanceof int[])) {
            return firstRounded(row);
        }
        for (int i = 0, length = Array.getLength(row); i < length; i++) {
            if (!fits(Array.get(row, i))) {
                return i;
            }
        }
        return -1;
    }

    private static int firstNotFloat(double[] numbers) {
        for (int i = 0; i < numbers.length; i++) {
            if ((float) numbers[i] != numbers[i] && !Double.isNaN(numbers[i])) {
                return i;
            }
        }
        return -1;
    }

    private int firstRounded(Object integers) {
        int length = Array.getLength(integers);
        long[] piece = new long[Math.min(PrimitiveRows.PIECE, length)];
        return PrimitiveRows.firstMisfit(length, piece.length, (from, count) -> {
            PrimitiveRows.longs(integers, from, piece, count);
            for (int i = 0; i < count; i++) {
                double rounded = size == Float.BYTES ? (float) piece[i] : piece[i];
                if ((long) rounded != piece[i] || rounded == LONG_LIMIT) { // the cast of 2^63 gives 2^63-1
                    return from + i;
                }
            }
            return -1;
        });
    }

    private static int firstNotHalf(Object numbers) {
        int length = Array.getLength(numbers);
        double[] piece = new double[Math.min(PrimitiveRows.PIECE, length)];
        return PrimitiveRows.firstMisfit(length, piece.length, (from, count) -> {
            PrimitiveRows.doubles(numbers, from, piece, count);
            for (int i = 0; i < count; i++) {
                if (!fitsHalf(piece[i])) {
                    return from + i;
                }
            }
            return -1;
        });
    }

    /** Whether this is IEEE 754 half precision, to which {@link #write} rounds primitive numbers to the nearest one. */
    boolean isHalf() {
        return ieee && size == Short.BYTES;
    }

    /** Whether this is IEEE 754 single or double precision. */
    boolean isFloatOrDouble() {
        return ieee && size > 2;
    }

    /** The number of the datatype that is nearest to another one; the even one of two. What is too large is infinite. */
    Number nearest(Number number) {
        BinaryNumber exact = BinaryNumber.of(number);
        if (exact == null) { // infinite, NaN, or a decimal fraction
            double rounded = number.doubleValue();
            return Double.isFinite(rounded) ? nearest(rounded) : (Number) rounded;
        }
        BinaryNumber rounded = exact.rounded(precision, lowest);
        if (rounded.highestBit() > highest && rounded.significand().signum() != 0) {
            return rounded.negative() ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        }
        return rounded.significand().signum() == 0
                ? (Number) (rounded.negative() ? -0.0 : 0.0)
                : rounded.toBigDecimal();
    }

    private boolean fits(Object element) {
        if (element instanceof Double || element instanceof Float) {
            double number = ((Number) element).doubleValue();
            if (!Double.isFinite(number)) {
                return mantissaSize > 0;
            } else if (ieee) {
                return size == 8 || (size == 4 ? (float) number == number : fitsHalf(number));
            }
        }
        BinaryNumber number = BinaryNumber.of(element);
        return number != null && number.fits(precision, lowest, highest);
    }

    @Override
    public void read(ByteBuffer in, Object row, int from, int count) {
        in.order(order);
        if (!ieee) {
            readFields(in, row, from, count);
        } else if (row instanceof double[] doubles) {
            in.asDoubleBuffer().get(doubles, from, count);
            in.position(in.position() + count * size);
        } else if (size == 4) {
            in.asFloatBuffer().get((float[]) row, from, count);
            in.position(in.position() + count * size);
        } else {
            float[] floats = (float[]) row;
            short[] piece = new short[Math.min(PrimitiveRows.PIECE, count)];
            for (int done = 0; done < count; done += piece.length) {
                int length = Math.min(piece.length, count - done);
                PrimitiveRows.get(in, piece, 0, length);
                for (int i = 0; i < length; i++) {
                    floats[from + done + i] = fromHalf(piece[i]);
                }
            }
        }
    }

    @Override
    public void write(ByteBuffer out, Object row, int from, int count) {
        out.order(order);
        if (!ieee) {
            writeFields(out, row, from, count);
        } else if (row instanceof double[] doubles && size == 8) {
            out.asDoubleBuffer().put(doubles, from, count);
            out.position(out.position() + count * size);
        } else if (row instanceof float[] floats && size == 4) {
            out.asFloatBuffer().put(floats, from, count);
            out.position(out.position() + count * size);
        } else if (row instanceof Object[] numbers) {
            for (int i = from; i < from + count; i++) {
                put(out, ((Number) numbers[i]).doubleValue());
            }
        } else {
            double[] piece = new double[Math.min(PrimitiveRows.PIECE, count)];
            for (int done = 0; done < count; done += piece.length) {
                int length = Math.min(piece.length, count - done);
                PrimitiveRows.doubles(row, from + done, piece, length);
                put(out, piece, length);
            }
        }
    }

    private void put(ByteBuffer out, double[] numbers, int count) {
        if (!isHalf()) {
            for (int i = 0; i < count; i++) {
                put(out, numbers[i]);
            }
            return;
        }
        short[] halves = new short[count];
        for (int i = 0; i < count; i++) {
            halves[i] = toHalf(numbers[i]);
        }
        PrimitiveRows.put(out, halves, 0, count);
    }

    private void put(ByteBuffer out, double number) {
        switch (size) {
            case 8 -> out.putDouble(number);
            case 4 -> out.putFloat((float) number);
            default -> out.putShort(toHalf(number));
        }
    }

    /** Converts exactly; every half-precision number is a {@code float}. */
    private static float fromHalf(short half) {
        int bits = half & HALF_MAGNITUDE;
        if (bits >= HALF_INFINITY) {
            float special = bits == HALF_INFINITY ? Float.POSITIVE_INFINITY : Float.NaN;
            return half < 0 ? -special : special;
        } else if (bits < HALF_NORMAL) {
            float small = bits * HALF_SMALLEST;
            return half < 0 ? -small : small;
        }
        int exponents = Float.MAX_EXPONENT - HALF_BIAS << HALF_MANTISSA_BITS; // the difference of the two biases
        return Float.intBitsToFloat(
                (half & HALF_SIGN) << Short.SIZE | bits + exponents << FLOAT_MANTISSA - HALF_MANTISSA_BITS);
    }

    /** Rounds to the nearest number of half precision, of two to the even one; numbers that are too large become infinite. */
    private static short toHalf(double number) {
        long bits = Double.doubleToRawLongBits(number);
        int sign = (int) (bits >>> Long.SIZE - Short.SIZE) & HALF_SIGN;
        int exponent = Math.getExponent(number);
        if (exponent > -HALF_BIAS && exponent <= HALF_BIAS) {
            // what is carried out of the mantissa belongs to the exponent, and that of 2^16 is the one of infinity
            long rounded = (bits & Long.MAX_VALUE) + HALF_ROUNDED_BITS / 2 + (bits >>> HALF_ROUNDED & 1);
            int exponents = Double.MAX_EXPONENT - HALF_BIAS << HALF_MANTISSA_BITS;
            return (short) (sign | (int) (rounded >>> HALF_ROUNDED) - exponents);
        } else if (exponent <= -HALF_BIAS) {
            return (short) (sign | (int) Math.rint(Math.abs(number) / HALF_SMALLEST));
        }
        return (short) (sign | (Double.isNaN(number) ? HALF_NAN : HALF_INFINITY));
    }

    /** Whether a number has half precision. */
    private static boolean fitsHalf(double number) {
        int exponent = Math.getExponent(number);
        return exponent > -HALF_BIAS
                        && exponent <= HALF_BIAS
                        && (Double.doubleToRawLongBits(number) & HALF_ROUNDED_BITS) == 0
                || fromHalf(toHalf(number)) == number
                || Double.isNaN(number);
    }

    // ---- other formats ---------------------------------------------------------------------------------------

    private void readFields(ByteBuffer in, Object row, int from, int count) {
        if (javaType.isPrimitive() && size <= Long.BYTES && type.order() != Order.VAX) {
            readShort(in, row, from, count);
            return;
        }
        for (int i = from; i < from + count; i++) {
            BigInteger bits = type.order() == Order.VAX
                    ? WideIntegerCodec.bits(swapped(WideIntegerCodec.bytes(in, size)), order)
                    : WideIntegerCodec.bits(WideIntegerCodec.bytes(in, size), order);
            if (row instanceof float[] floats) {
                floats[i] = (float) toDouble(bits);
            } else if (row instanceof double[] doubles) {
                doubles[i] = toDouble(bits);
            } else {
                BinaryNumber number = finite(bits);
                boolean decimal = number != null && (number.significand().signum() != 0 || !number.negative());
                Array.set(row, i, decimal ? number.toBigDecimal() : (Object) toDouble(bits));
            }
        }
    }

    /** Reads elements of at most 8 bytes that are {@code float} or {@code double}. */
    private void readShort(ByteBuffer in, Object row, int from, int count) {
        float[] floats = row instanceof float[] array ? array : null;
        double[] doubles = floats == null ? (double[]) row : null;
        for (int i = from; i < from + count; i++) {
            double number = toDouble(IntegerCodec.bits(in, size));
            if (floats != null) {
                floats[i] = (float) number;
            } else {
                doubles[i] = number;
            }
        }
    }

    /** As {@link #toDouble(BigInteger)}, for elements of at most 8 bytes. */
    private double toDouble(long bits) {
        long exponent = bits >>> type.exponentPosition() & largestExponent;
        long mantissa = bits >>> type.mantissaPosition() & (1L << mantissaSize) - 1;
        double magnitude;
        if (exponent == largestExponent) {
            // a fully stored mantissa has its highest bit set
            long fraction = implied || mantissaSize == 0 ? mantissa : mantissa & ~(1L << mantissaSize - 1);
            if (fraction != 0) {
                return Double.NaN;
            }
            magnitude = Double.POSITIVE_INFINITY;
        } else if (implied) {
            long significand = exponent > 0 ? mantissa | 1L << mantissaSize : mantissa;
            magnitude = scaled(significand, Math.max(1, exponent) - type.exponentBias() - mantissaSize);
        } else {
            magnitude = scaled(mantissa, exponent - type.exponentBias() - mantissaSize + 1);
        }
        return (bits >>> type.signPosition() & 1) != 0 ? -magnitude : magnitude;
    }

    private static double scaled(long significand, long exponent) {
        return Math.scalb((double) significand, Math.toIntExact(exponent));
    }

    /** Converts from or to VAX order, which has the highest pair of bytes first, and the lower byte of a pair first. */
    private static byte[] swapped(byte[] bytes) {
        byte[] swapped = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i += 2) {
            swapped[bytes.length - 2 - i] = bytes[i];
            swapped[bytes.length - 1 - i] = bytes[i + 1];
        }
        return swapped;
    }

    private static BigInteger field(BigInteger bits, int position, int width) {
        return bits.shiftRight(position).and(WideIntegerCodec.ones(width));
    }

    /** The number; null if it is infinite or NaN. */
    private BinaryNumber finite(BigInteger bits) {
        long exponent =
                field(bits, type.exponentPosition(), type.exponentSize()).longValue();
        if (exponent == largestExponent) {
            return null;
        }
        BigInteger mantissa = field(bits, type.mantissaPosition(), mantissaSize);
        if (implied && exponent > 0) {
            mantissa = mantissa.setBit(mantissaSize);
        }
        long scale = implied
                ? Math.max(1, exponent) - type.exponentBias() - mantissaSize
                : exponent - type.exponentBias() - mantissaSize + 1;
        return BinaryNumber.of(bits.testBit(type.signPosition()), mantissa, scale);
    }

    private double toDouble(BigInteger bits) {
        BinaryNumber number = finite(bits);
        if (number != null) {
            return number.toDouble();
        }
        BigInteger mantissa = field(bits, type.mantissaPosition(), mantissaSize);
        // a fully stored mantissa has its highest bit set
        BigInteger fraction = implied || mantissaSize == 0 ? mantissa : mantissa.clearBit(mantissaSize - 1);
        if (fraction.signum() != 0) {
            return Double.NaN;
        }
        return bits.testBit(type.signPosition()) ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }

    private void writeFields(ByteBuffer out, Object row, int from, int count) {
        for (int i = from; i < from + count; i++) {
            Object element = Array.get(row, i);
            BinaryNumber number = BinaryNumber.of(element);
            BigInteger bits = padded(number == null ? special(((Number) element).doubleValue()) : ofNumber(number));
            byte[] bytes = WideIntegerCodec.bytes(bits, size, order);
            out.put(type.order() == Order.VAX ? swapped(bytes) : bytes);
        }
    }

    private BigInteger special(double number) {
        BigInteger mantissa = BigInteger.ZERO;
        if (!implied) {
            mantissa = mantissa.setBit(mantissaSize - 1);
        }
        if (Double.isNaN(number)) {
            mantissa = WideIntegerCodec.ones(mantissaSize);
        }
        return fields(number < 0, largestExponent, mantissa);
    }

    private BigInteger ofNumber(BinaryNumber number) {
        if (number.significand().signum() == 0) {
            return fields(number.negative(), 0, BigInteger.ZERO);
        }
        long exponent = Math.max(number.highestBit() + type.exponentBias(), 0);
        long lowestBit = (implied ? Math.max(1, exponent) - 1 : exponent) - type.exponentBias() - mantissaSize + 1;
        BigInteger mantissa = number.significand().shiftLeft((int) (number.exponent() - lowestBit));
        return fields(number.negative(), exponent, implied ? mantissa.clearBit(mantissaSize) : mantissa);
    }

    private BigInteger fields(boolean negative, long exponent, BigInteger mantissa) {
        BigInteger bits = BigInteger.valueOf(exponent)
                .shiftLeft(type.exponentPosition())
                .or(mantissa.shiftLeft(type.mantissaPosition()));
        return negative ? bits.setBit(type.signPosition()) : bits;
    }

    private BigInteger padded(BigInteger bits) {
        return bits.or(WideIntegerCodec.padding(
                type.lowPadding(), type.highPadding(), type.bitOffset(), type.bitOffset() + type.precision(), size));
    }
}
