package dev.fallow.internal.data;

import dev.fallow.format.LittleEndian;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Parts of arrays of primitive values, converted to one of a few types. There is a loop for each type of array, instead of a call of
 * {@link java.lang.reflect.Array} for each element.
 */
public final class PrimitiveRows {
    /** The bytes of a piece of elements that are converted at a time, so that they stay in the cache. */
    static final int PIECE_BYTES = 1 << 14;
    /** The number of elements of a piece, if none has more than 8 bytes. */
    static final int PIECE = PIECE_BYTES / Long.BYTES;

    private static final long ONES = 0x0101_0101_0101_0101L;

    private PrimitiveRows() {}

    /** Looks at a piece of an array. */
    @FunctionalInterface
    interface PieceCheck {
        /** The index of the first of these elements that does not fit, or -1. */
        int firstMisfit(int from, int count);
    }

    /** The index of the first element that does not fit, or -1. The array is looked at in pieces of at most {@code most} elements. */
    static int firstMisfit(int length, int most, PieceCheck check) {
        int misfit = -1;
        for (int done = 0; done < length && misfit < 0; done += most) {
            misfit = check.firstMisfit(done, Math.min(most, length - done));
        }
        return misfit;
    }

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
     * Copies integers that fit.
     *
     * @param row an array of {@code byte}, {@code short} or {@code int}
     */
    static void narrow(long[] integers, Object row, int to, int count) {
        if (row instanceof int[] ints) {
            for (int i = 0; i < count; i++) {
                ints[to + i] = (int) integers[i];
            }
        } else if (row instanceof short[] shorts) {
            for (int i = 0; i < count; i++) {
                shorts[to + i] = (short) integers[i];
            }
        } else {
            byte[] bytes = (byte[]) row;
            for (int i = 0; i < count; i++) {
                bytes[to + i] = (byte) integers[i];
            }
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

    /** Receives the first bytes of an array, which is then used again. */
    @FunctionalInterface
    interface BytesTarget {
        void put(byte[] bytes, int count) throws IOException;
    }

    /**
     * Truth values as 0 and 1, in pieces. They are converted from the first elements of one array to those of another: with other indexes,
     * the compiler has no vector instructions, because it does not know that bytes and truth values are different arrays.
     */
    static void bits(boolean[] row, int from, int count, BytesTarget to) throws IOException {
        byte[] bits = new byte[Math.min(PIECE_BYTES, count)];
        boolean[] truths = new boolean[bits.length];
        for (int done = 0; done < count; done += bits.length) {
            int length = Math.min(bits.length, count - done);
            System.arraycopy(row, from + done, truths, 0, length);
            for (int i = 0; i < length; i++) {
                bits[i] = bit(truths[i]);
            }
            to.put(bits, length);
        }
    }

    /** Bytes as truth values: false is 0. As for {@link #bits}, the elements are the first ones. */
    static void truths(byte[] bytes, boolean[] to, int count) {
        if (areBits(bytes, count)) {
            for (int i = 0; i < count; i++) {
                to[i] = (bytes[i] & 1) != 0; // which needs no comparison
            }
        } else {
            for (int i = 0; i < count; i++) {
                to[i] = bytes[i] != 0;
            }
        }
    }

    private static boolean areBits(byte[] bytes, int count) {
        long all = 0;
        long others = 0; // a word need not wait for the one before
        int i = 0;
        for (; i <= count - 4 * Long.BYTES; i += 4 * Long.BYTES) {
            all |= LittleEndian.i64(bytes, i) | LittleEndian.i64(bytes, i + Long.BYTES);
            others |= LittleEndian.i64(bytes, i + 2 * Long.BYTES) | LittleEndian.i64(bytes, i + 3 * Long.BYTES);
        }
        for (; i < count; i++) {
            all |= bytes[i];
        }
        return ((all | others) & ~ONES) == 0;
    }

    /** Whether a part of an array has a negative number. */
    static boolean hasNegative(long[] row, int from, int count) {
        int to = from + count;
        long all = 0;
        long others = 0; // a number need not wait for the one before
        int i = from;
        for (; i < to - 3; i += 4) {
            all |= row[i] | row[i + 1];
            others |= row[i + 2] | row[i + 3];
        }
        for (; i < to; i++) {
            all |= row[i];
        }
        return (all | others) < 0;
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
