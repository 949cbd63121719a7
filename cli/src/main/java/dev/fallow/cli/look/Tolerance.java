package dev.fallow.cli.look;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * When two numbers count as equal.
 *
 * @param delta the largest difference; 0 for none
 * @param relative the largest difference divided by the first number; 0 for none
 */
record Tolerance(double delta, double relative) {
    /** Whether two numbers are equal: NaN is equal to NaN, and 0 to -0. */
    boolean equal(Number a, Number b) {
        if (isLong(a) && isLong(b) && delta == 0 && relative == 0) {
            return a.longValue() == b.longValue();
        } else if (isExact(a) && isExact(b)) {
            BigDecimal first = decimal(a);
            BigDecimal difference = first.subtract(decimal(b)).abs();
            return difference.signum() == 0
                    || delta > 0 && difference.compareTo(new BigDecimal(delta)) <= 0
                    || relative > 0 && difference.compareTo(first.abs().multiply(new BigDecimal(relative))) <= 0;
        }
        double x = a.doubleValue();
        double y = b.doubleValue();
        if (x == y || Double.isNaN(x) && Double.isNaN(y)) {
            return true;
        }
        double difference = Math.abs(x - y); // NaN is in no tolerance
        return delta > 0 && difference <= delta && Double.isFinite(difference)
                || relative > 0 && x != 0 && difference / Math.abs(x) <= relative;
    }

    private static boolean isLong(Number number) {
        return number instanceof Long || number instanceof Integer || number instanceof Short || number instanceof Byte;
    }

    private static boolean isExact(Number number) {
        return isLong(number) || number instanceof BigInteger || number instanceof BigDecimal;
    }

    private static BigDecimal decimal(Number number) {
        if (number instanceof BigDecimal decimal) {
            return decimal;
        }
        return number instanceof BigInteger integer ? new BigDecimal(integer) : BigDecimal.valueOf(number.longValue());
    }
}
