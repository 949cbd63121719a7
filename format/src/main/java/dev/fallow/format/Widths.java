package dev.fallow.format;

/** Computes the widths of variable-width numbers, which several structures derive from a maximum value. */
public final class Widths {
    private Widths() {}

    /** The index of the highest bit set; 0 for 0. */
    public static int log2(long value) {
        return value == 0 ? 0 : 63 - Long.numberOfLeadingZeros(value);
    }

    /** The number of bytes, 1 to 8, for numbers of 0 to {@code highest}. */
    public static int bytesFor(long highest) {
        return log2(highest) / 8 + 1;
    }

    /** {@code value} rounded up to a multiple of 8. */
    public static long align8(long value) {
        return value + 7 & ~7L;
    }
}
