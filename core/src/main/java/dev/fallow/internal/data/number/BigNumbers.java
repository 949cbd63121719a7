package dev.fallow.internal.data.number;

import java.math.BigDecimal;
import java.math.BigInteger;

/** Conversions of single numbers of any size and type. */
final class BigNumbers {
    /** The significant bits of the floating-point types. */
    static final int FLOAT_PRECISION = 24;

    static final int DOUBLE_PRECISION = 53;

    private BigNumbers() {}

    /**
     * Converts a number.
     *
     * @param wanted a primitive number type, {@code BigInteger} or {@code BigDecimal}
     * @return null if it is not represented exactly, and not to be rounded
     */
    static Object convert(Number number, Class<?> wanted, boolean rounding) {
        if (wanted == double.class) {
            return rounding || isExact(number, DOUBLE_PRECISION, Double.MIN_EXPONENT, Double.MAX_EXPONENT)
                    ? (Double) number.doubleValue()
                    : null;
        } else if (wanted == float.class) {
            return rounding || isExact(number, FLOAT_PRECISION, Float.MIN_EXPONENT, Float.MAX_EXPONENT)
                    ? (Float) number.floatValue()
                    : null;
        } else if (wanted == BigDecimal.class) {
            return decimal(number);
        }
        BigInteger integer = integer(number, rounding);
        return integer == null || wanted == BigInteger.class ? integer : limited(integer, wanted, rounding);
    }

    private static boolean isExact(Number number, int precision, int lowest, int highest) {
        BinaryNumber exact = BinaryNumber.of(number);
        return exact == null ? !isFinite(number) : exact.fits(precision, lowest, highest);
    }

    private static boolean isFinite(Number number) {
        return !(number instanceof Double || number instanceof Float) || Double.isFinite(number.doubleValue());
    }

    /** The exact decimal fraction; null for infinities and NaN. */
    private static BigDecimal decimal(Number number) {
        if (number instanceof BigDecimal decimal) {
            return decimal;
        } else if (number instanceof BigInteger integer) {
            return new BigDecimal(integer);
        } else if (number instanceof Double || number instanceof Float) {
            return isFinite(number) ? new BigDecimal(number.doubleValue()) : null;
        }
        return BigDecimal.valueOf(number.longValue());
    }

    private static BigInteger integer(Number number, boolean rounding) {
        if (number instanceof BigInteger integer) {
            return integer;
        }
        BigDecimal decimal = decimal(number);
        if (decimal == null) {
            // as a cast does: NaN is 0, and infinities are the limits of the largest primitive type
            return rounding ? BigInteger.valueOf((long) number.doubleValue()) : null;
        }
        BigInteger integer = decimal.toBigInteger();
        return rounding || decimal.compareTo(new BigDecimal(integer)) == 0 ? integer : null;
    }

    private static Object limited(BigInteger number, Class<?> wanted, boolean rounding) {
        int bits = bits(wanted);
        BigInteger limited = number;
        if (number.bitLength() >= bits) {
            if (!rounding) {
                return null;
            }
            BigInteger highest = BigInteger.ONE.shiftLeft(bits - 1).subtract(BigInteger.ONE);
            limited = number.signum() < 0 ? highest.not() : highest;
        }
        return switch (bits) {
            case Byte.SIZE -> (Object) limited.byteValue();
            case Short.SIZE -> limited.shortValue();
            case Integer.SIZE -> limited.intValue();
            default -> limited.longValue();
        };
    }

    private static int bits(Class<?> wanted) {
        if (wanted == byte.class) {
            return Byte.SIZE;
        } else if (wanted == short.class) {
            return Short.SIZE;
        }
        return wanted == int.class ? Integer.SIZE : Long.SIZE;
    }
}
