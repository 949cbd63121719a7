package dev.fallow.internal.data.number;

import dev.fallow.internal.data.element.ElementCodec;
import dev.fallow.type.FloatingPoint;
import dev.fallow.type.FloatingPoint.Normalization;
import dev.fallow.type.FloatingPoint.Order;
import java.lang.reflect.Array;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Floating-point numbers of any layout, decoded exactly from their sign, exponent and mantissa fields. As in libhdf5,
 * an exponent of all ones is infinity or NaN, and a mantissa without implied bit is scaled by its exponent alone.
 * Elements are {@code float} or {@code double} if that represents every number of the datatype; otherwise {@code
 * BigDecimal}, and {@code Double} for infinities, NaN and negative zero.
 */
public final class FieldFloatCodec implements ElementCodec {
    /** The exponent width of the widest format in use; wider exponents would allow numbers of billions of digits. */
    private static final int WIDEST_EXPONENT = 15;

    private static final int FLOAT_PRECISION = 24;
    private static final int DOUBLE_PRECISION = 53;

    private final FloatingPoint type;
    private final int size;
    private final ByteOrder order;
    private final int mantissaSize;
    private final boolean implied;
    private final long largestExponent;
    /** The number of bits of a significand, including the implied one. */
    private final int precision;
    /** The exponent of the highest bit of a normal number. */
    private final long lowest;

    private final long highest;
    private final Class<?> javaType;

    public FieldFloatCodec(FloatingPoint type) {
        this.type = type;
        size = (int) type.size();
        order = type.order() == Order.BIG_ENDIAN ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        mantissaSize = type.mantissaSize();
        implied = type.normalization() == Normalization.IMPLIED;
        largestExponent = (1L << type.exponentSize()) - 1;
        precision = mantissaSize + (implied ? 1 : 0);
        lowest = (implied ? 1 : 0) - type.exponentBias();
        highest = largestExponent - 1 - type.exponentBias();
        javaType = holds(FLOAT_PRECISION, Float.MIN_EXPONENT, Float.MAX_EXPONENT)
                ? float.class
                : holds(DOUBLE_PRECISION, Double.MIN_EXPONENT, Double.MAX_EXPONENT) ? double.class : Number.class;
    }

    /** The unsupported property of a datatype; null if it is supported. */
    public static String problem(FloatingPoint type) {
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

    /** Whether another format represents every number of this datatype. */
    private boolean holds(int otherPrecision, int otherLowest, int otherHighest) {
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
        return componentType == float.class
                || componentType == double.class
                || componentType == Object.class
                || Number.class.isAssignableFrom(componentType);
    }

    @Override
    public int firstMisfit(Object row) {
        for (int i = 0, length = Array.getLength(row); i < length; i++) {
            Object element = Array.get(row, i);
            BinaryNumber number = BinaryNumber.of(element);
            boolean special = number == null && (element instanceof Double || element instanceof Float);
            if (special ? mantissaSize == 0 : number == null || !number.fits(precision, lowest, highest)) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public void read(ByteBuffer in, Object row, int from, int count) {
        for (int i = from; i < from + count; i++) {
            BigInteger bits = bits(in);
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

    private BigInteger bits(ByteBuffer in) {
        if (type.order() != Order.VAX) {
            return Bits.get(in, size, order);
        }
        byte[] bytes = new byte[size];
        in.get(bytes);
        return Bits.get(ByteBuffer.wrap(swapped(bytes)), size, order);
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

    private BigInteger field(BigInteger bits, int position, int width) {
        return bits.shiftRight(position).and(BigInteger.ONE.shiftLeft(width).subtract(BigInteger.ONE));
    }

    private boolean negative(BigInteger bits) {
        return bits.testBit(type.signPosition());
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
        return BinaryNumber.of(negative(bits), mantissa, scale);
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
        return negative(bits) ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }

    @Override
    public void write(ByteBuffer out, Object row, int from, int count) {
        for (int i = from; i < from + count; i++) {
            Object element = Array.get(row, i);
            BinaryNumber number = BinaryNumber.of(element);
            BigInteger bits = padded(number == null ? special(((Number) element).doubleValue()) : ofNumber(number));
            if (type.order() == Order.VAX) {
                ByteBuffer bytes = ByteBuffer.allocate(size);
                Bits.put(bytes, size, order, bits);
                out.put(swapped(bytes.array()));
            } else {
                Bits.put(out, size, order, bits);
            }
        }
    }

    private BigInteger special(double number) {
        BigInteger mantissa = BigInteger.ZERO;
        if (!implied) {
            mantissa = mantissa.setBit(mantissaSize - 1);
        }
        if (Double.isNaN(number)) {
            mantissa = BigInteger.ONE.shiftLeft(mantissaSize).subtract(BigInteger.ONE);
        }
        return fields(number < 0, largestExponent, mantissa);
    }

    private BigInteger ofNumber(BinaryNumber number) {
        if (number.significand().signum() == 0) {
            return fields(number.negative(), 0, BigInteger.ZERO);
        }
        long exponent = number.highestBit() + type.exponentBias();
        if (exponent < (implied ? 1 : 0)) {
            exponent = 0;
        }
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

    /** Sets the padding bits below and above the number, as the datatype requires. */
    private BigInteger padded(BigInteger bits) {
        BigInteger padded = bits;
        int end = type.bitOffset() + type.precision();
        for (int i = 0; type.lowPadding() && i < type.bitOffset(); i++) {
            padded = padded.setBit(i);
        }
        for (int i = end; type.highPadding() && i < 8 * size; i++) {
            padded = padded.setBit(i);
        }
        return padded;
    }
}
