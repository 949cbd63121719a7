package dev.fallow.internal.data;

/**
 * Parts of arrays of primitive values, converted to one of a few types. There is a loop for each type of array, instead of a call of
 * {@link java.lang.reflect.Array} for each element.
 */
final class PrimitiveRows {
    /** The number of elements that are converted at a time, so that they stay in the cache. */
    static final int PIECE = 2_048;

    private PrimitiveRows() {}

    /** Whether a row consists of primitive floating-point numbers. */
    static boolean areFractions(Object row) {
        return row instanceof double[] || row instanceof float[];
    }

    /**
     * Copies integers.
     *
     * @param row an array of {@code byte}, {@code short}, {@code char}, {@code int} or {@code long}
     */
    static void longs(Object row, int from, long[] to, int count) {
        if (row instanceof int[] ints) {
            for (int i = 0; i < count; i++) {
                to[i] = ints[from + i];
            }
        } else if (row instanceof short[] shorts) {
            for (int i = 0; i < count; i++) {
                to[i] = shorts[from + i];
            }
        } else if (row instanceof byte[] bytes) {
            for (int i = 0; i < count; i++) {
                to[i] = bytes[from + i];
            }
        } else if (row instanceof char[] chars) {
            for (int i = 0; i < count; i++) {
                to[i] = chars[from + i];
            }
        } else {
            System.arraycopy(row, from, to, 0, count);
        }
    }

    /**
     * Converts numbers; a {@code long} to the nearest {@code double}.
     *
     * @param row an array of {@code byte}, {@code short}, {@code int}, {@code long}, {@code float} or {@code double}
     */
    static void doubles(Object row, int from, double[] to, int count) {
        if (row instanceof double[]) {
            System.arraycopy(row, from, to, 0, count);
        } else if (row instanceof float[] floats) {
            for (int i = 0; i < count; i++) {
                to[i] = floats[from + i];
            }
        } else {
            long[] longs = new long[count];
            longs(row, from, longs, count);
            for (int i = 0; i < count; i++) {
                to[i] = longs[i];
            }
        }
    }

    /** Truth values as 0 and 1. */
    static byte[] bits(boolean[] row, int from, int count) {
        byte[] bits = new byte[count];
        for (int i = 0; i < count; i++) {
            bits[i] = bit(row[from + i]);
        }
        return bits;
    }

    /** A truth value as 0 or 1. */
    static byte bit(boolean truth) {
        return (byte) (truth ? 1 : 0);
    }

    /**
     * The bits that the integers of a row have: those that differ from its sign in one of them, and the sign if one is negative. So all
     * are less than 2^n, and at least -2^n, if no bit from n on to 62 is set.
     *
     * @param row an array of {@code byte}, {@code short}, {@code char}, {@code int} or {@code long}
     */
    static long union(Object row, int from, int count) {
        int end = from + count;
        if (row instanceof long[] longs) {
            long bits = 0;
            long signs = 0;
            for (int i = from; i < end; i++) {
                bits |= longs[i] ^ longs[i] >> Long.SIZE - 1;
                signs |= longs[i];
            }
            return bits | signs & Long.MIN_VALUE;
        }
        int bits = 0;
        int signs = 0;
        if (row instanceof int[] ints) {
            for (int i = from; i < end; i++) {
                bits |= ints[i] ^ ints[i] >> Integer.SIZE - 1;
                signs |= ints[i];
            }
        } else if (row instanceof short[] shorts) {
            for (int i = from; i < end; i++) {
                bits |= shorts[i] ^ shorts[i] >> Integer.SIZE - 1;
                signs |= shorts[i];
            }
        } else if (row instanceof byte[] bytes) {
            for (int i = from; i < end; i++) {
                bits |= bytes[i] ^ bytes[i] >> Integer.SIZE - 1;
                signs |= bytes[i];
            }
        } else {
            char[] chars = (char[]) row;
            for (int i = from; i < end; i++) {
                bits |= chars[i];
            }
        }
        return bits | signs & Long.MIN_VALUE; // a negative int has the sign bit of a long, too
    }
}
