package dev.fallow.internal.data;

import java.nio.ByteBuffer;

/**
 * Parts of arrays of primitive values, converted to one of a few types. There is a loop for each type of array, instead of a call of
 * {@link java.lang.reflect.Array} for each element.
 */
public final class PrimitiveRows {
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
    public static void longs(Object row, int from, long[] to, int count) {
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

    /** Bits as truth values: false is 0. */
    static void truths(byte[] bits, boolean[] row, int from, int count) {
        for (int i = 0; i < count; i++) {
            row[from + i] = bits[i] != 0;
        }
    }

    /** A truth value as 0 or 1. */
    static byte bit(boolean truth) {
        return (byte) (truth ? 1 : 0);
    }

    /** The bytes of an integer of an array; 0 if the array has others. */
    static int bytes(Object row) {
        return row instanceof byte[]
                ? Byte.BYTES
                : row instanceof short[] || row instanceof char[]
                        ? Short.BYTES
                        : row instanceof int[] ? Integer.BYTES : row instanceof long[] ? Long.BYTES : 0;
    }

    /** Reads integers of the size and in the order of the buffer. */
    static void get(ByteBuffer in, Object row, int from, int count) {
        if (row instanceof int[] ints) {
            in.asIntBuffer().get(ints, from, count);
        } else if (row instanceof long[] longs) {
            in.asLongBuffer().get(longs, from, count);
        } else if (row instanceof short[] shorts) {
            in.asShortBuffer().get(shorts, from, count);
        } else if (row instanceof char[] chars) {
            in.asCharBuffer().get(chars, from, count);
        } else {
            in.slice().get((byte[]) row, from, count);
        }
        in.position(in.position() + count * bytes(row));
    }

    /** Writes integers of their size in the order of the buffer. */
    static void put(ByteBuffer out, Object row, int from, int count) {
        if (row instanceof int[] ints) {
            out.asIntBuffer().put(ints, from, count);
        } else if (row instanceof long[] longs) {
            out.asLongBuffer().put(longs, from, count);
        } else if (row instanceof short[] shorts) {
            out.asShortBuffer().put(shorts, from, count);
        } else if (row instanceof char[] chars) {
            out.asCharBuffer().put(chars, from, count);
        } else {
            out.slice().put((byte[]) row, from, count);
        }
        out.position(out.position() + count * bytes(row));
    }
}
