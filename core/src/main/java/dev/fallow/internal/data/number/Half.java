package dev.fallow.internal.data.number;

/** IEEE 754 half-precision numbers: 1 sign bit, 5 exponent bits with bias 15, 10 mantissa bits. */
final class Half {
    private static final int EXPONENT_BIAS = 15;
    private static final int MANTISSA_BITS = 10;
    private static final int EXPONENT_ALL_ONES = 0x1F;

    private Half() {}

    /** Converts exactly; every half-precision number is a {@code float}. */
    static float toFloat(short half) {
        int exponent = half >> MANTISSA_BITS & EXPONENT_ALL_ONES;
        int mantissa = half & (1 << MANTISSA_BITS) - 1;
        float magnitude;
        if (exponent == EXPONENT_ALL_ONES) {
            magnitude = mantissa == 0 ? Float.POSITIVE_INFINITY : Float.NaN;
        } else if (exponent == 0) {
            magnitude = Math.scalb((float) mantissa, 1 - EXPONENT_BIAS - MANTISSA_BITS);
        } else {
            magnitude = Math.scalb((float) (mantissa | 1 << MANTISSA_BITS), exponent - EXPONENT_BIAS - MANTISSA_BITS);
        }
        return half < 0 ? -magnitude : magnitude;
    }

    /** Truncates towards zero to half precision; numbers that are too large become infinite. */
    static short fromFloat(float value) {
        int sign = Float.floatToRawIntBits(value) < 0 ? 0x8000 : 0;
        float magnitude = Math.abs(value);
        int exponent = Math.getExponent(magnitude);
        int bits;
        if (Float.isNaN(value)) {
            bits = EXPONENT_ALL_ONES << MANTISSA_BITS | 1 << MANTISSA_BITS - 1;
        } else if (exponent > EXPONENT_BIAS) {
            bits = EXPONENT_ALL_ONES << MANTISSA_BITS;
        } else if (exponent <= -EXPONENT_BIAS) {
            bits = (int) Math.scalb(magnitude, EXPONENT_BIAS - 1 + MANTISSA_BITS);
        } else {
            int mantissa = (int) Math.scalb(magnitude, MANTISSA_BITS - exponent) & (1 << MANTISSA_BITS) - 1;
            bits = exponent + EXPONENT_BIAS << MANTISSA_BITS | mantissa;
        }
        return (short) (sign | bits);
    }
}
