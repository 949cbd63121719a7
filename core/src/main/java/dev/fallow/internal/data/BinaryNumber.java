package dev.fallow.internal.data;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * A finite number {@code significand * 2^exponent}, exactly; zero has a sign.
 *
 * @param negative whether the number is negative, or negative zero
 * @param significand non-negative, and odd unless zero
 * @param exponent the power of two; 0 for zero
 */
record BinaryNumber(boolean negative, BigInteger significand, long exponent) {
    /** Decimal fractions with more digits are rejected. */
    private static final int MOST_DIGITS = 40_000;

    private static final BigInteger FIVE = BigInteger.valueOf(5);

    static BinaryNumber of(boolean negative, BigInteger significand, long exponent) {
        if (significand.signum() == 0) {
            return new BinaryNumber(negative, significand, 0);
        }
        int zeros = significand.getLowestSetBit();
        return new BinaryNumber(negative, significand.shiftRight(zeros), exponent + zeros);
    }

    /** The value of an object; null if it is not a number, not finite, or has no finite binary representation. */
    static BinaryNumber of(Object element) {
        if (element instanceof Double || element instanceof Float) {
            return ofDouble(((Number) element).doubleValue());
        } else if (element instanceof BigDecimal number) {
            return ofDecimal(number);
        } else if (element instanceof BigInteger number) {
            return of(number.signum() < 0, number.abs(), 0);
        }
        Long number = IntegerCodec.integer(element);
        return number == null ? null : of(number < 0, BigInteger.valueOf(number).abs(), 0);
    }

    private static BinaryNumber ofDouble(double number) {
        if (!Double.isFinite(number)) {
            return null;
        }
        long bits = Double.doubleToRawLongBits(number);
        int exponent = (int) (bits >>> 52 & 0x7FF);
        long fraction = bits & (1L << 52) - 1;
        long significand = exponent == 0 ? fraction : fraction | 1L << 52;
        return of(bits < 0, BigInteger.valueOf(significand), Math.max(1, exponent) - 1075);
    }

    private static BinaryNumber ofDecimal(BigDecimal number) {
        BigDecimal shortest = number.stripTrailingZeros();
        int scale = shortest.scale();
        if (Math.abs((long) scale) > MOST_DIGITS) {
            return null;
        }
        BigInteger unscaled = shortest.unscaledValue().abs();
        if (scale <= 0) {
            return of(number.signum() < 0, unscaled.multiply(BigInteger.TEN.pow(-scale)), 0);
        }
        BigInteger[] divided = unscaled.divideAndRemainder(FIVE.pow(scale));
        return divided[1].signum() != 0 ? null : of(number.signum() < 0, divided[0], -scale);
    }

    /** The exponent of its highest bit. */
    long highestBit() {
        return exponent + significand.bitLength() - 1;
    }

    /** Whether a binary format represents it exactly, with a significand of {@code precision} bits and these exponents of normal numbers. */
    boolean fits(int precision, long lowest, long highest) {
        return significand.signum() == 0
                || significand.bitLength() <= precision
                        && highestBit() <= highest
                        && exponent >= lowest - precision + 1;
    }

    /** The nearest number with a significand of {@code precision} bits and this lowest exponent of normal numbers; the even one of two. */
    BinaryNumber rounded(int precision, long lowest) {
        long lowestBit = Math.max(highestBit(), lowest) - precision + 1;
        long lost = lowestBit - exponent;
        if (lost <= 0 || significand.signum() == 0) {
            return this;
        } else if (lost > significand.bitLength()) {
            return of(negative, BigInteger.ZERO, 0);
        }
        BigInteger kept = significand.shiftRight((int) lost);
        boolean up =
                significand.testBit((int) lost - 1) && (kept.testBit(0) || significand.getLowestSetBit() < lost - 1);
        return of(negative, up ? kept.add(BigInteger.ONE) : kept, lowestBit);
    }

    /** Converts to {@code double}, which must represent the number exactly. */
    double toDouble() {
        double magnitude = Math.scalb(significand.doubleValue(), (int) exponent);
        return negative ? -magnitude : magnitude;
    }

    /** Converts to a decimal fraction; the sign of zero is lost. */
    BigDecimal toBigDecimal() {
        BigDecimal magnitude = exponent >= 0
                ? new BigDecimal(significand.shiftLeft((int) exponent))
                : new BigDecimal(significand.multiply(FIVE.pow((int) -exponent)), (int) -exponent);
        return negative ? magnitude.negate() : magnitude;
    }
}
