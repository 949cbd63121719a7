package dev.fallow.internal.data;

import java.math.BigDecimal;
import java.math.BigInteger;

/** What is common to numbers of all Java types that are written. */
final class Numbers {
    /** Integers with more digits are rejected. */
    private static final int MOST_DIGITS = 40_000;

    private static final int MOST_BITS = 1 << 17;

    private Numbers() {}

    /** Whether arrays of this component type may consist of numbers. */
    static boolean areIn(Class<?> componentType) {
        return componentType.isPrimitive() && componentType != boolean.class && componentType != char.class
                || componentType == Object.class
                || Number.class.isAssignableFrom(componentType);
    }

    /** A number as an integer; null if it is none, or has a fraction. */
    static BigInteger integer(Object element) {
        if (element instanceof BigInteger number) {
            return number;
        } else if (element instanceof Double || element instanceof Float) {
            double number = ((Number) element).doubleValue();
            return Double.isFinite(number) && number == Math.rint(number)
                    ? new BigDecimal(number).toBigInteger()
                    : null;
        } else if (element instanceof BigDecimal number) {
            return isShort(number) && number.stripTrailingZeros().scale() <= 0 ? number.toBigInteger() : null;
        }
        Long number = IntegerCodec.integer(element);
        return number == null ? null : BigInteger.valueOf(number);
    }

    /** A number without its fraction; NaN is 0, and what is infinite or has too many digits is beyond every datatype. */
    static BigInteger truncated(Number number) {
        if (number instanceof BigDecimal decimal) {
            return isShort(decimal)
                    ? decimal.toBigInteger()
                    : decimal.scale() > 0 ? BigInteger.ZERO : beyond(decimal.signum());
        } else if (number instanceof Double || number instanceof Float) {
            double fraction = number.doubleValue();
            return Double.isFinite(fraction)
                    ? new BigDecimal(fraction).toBigInteger()
                    : beyond((int) Math.signum(fraction));
        }
        return integer(number);
    }

    private static BigInteger beyond(int sign) {
        return BigInteger.valueOf(sign).shiftLeft(MOST_BITS);
    }

    private static boolean isShort(BigDecimal number) {
        return Math.abs((long) number.precision() - number.scale()) <= MOST_DIGITS;
    }
}
