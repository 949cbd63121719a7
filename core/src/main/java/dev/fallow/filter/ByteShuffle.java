package dev.fallow.filter;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Groups the bytes of elements by their position in the element: first byte 0 of all elements, then byte 1 of all, and so on.
 * Bytes after the last whole element are copied. Arrays must not be the same.
 *
 * <p>Columns of eight and four bytes are transposed in registers, eight elements at a time.
 */
public final class ByteShuffle {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long HALVES = 0x0000_0000_FFFF_FFFFL;
    private static final long PAIRS = 0x0000_FFFF_0000_FFFFL;
    private static final long BYTES = 0x00FF_00FF_00FF_00FFL;

    private ByteShuffle() {}

    /**
     * Groups bytes by position.
     *
     * @param size of an element, at least 1
     */
    public static void shuffle(byte[] in, int from, byte[] out, int to, int length, int size) {
        int n = length / size;
        int column = 0;
        if (size == 2) {
            pairsToPlanes(in, from, out, to, n);
            column = 2;
        }
        for (; column + 8 <= size; column += 8) {
            eightToPlanes(in, from + column, size, out, to + column * n, n);
        }
        for (; column + 4 <= size; column += 4) {
            fourToPlanes(in, from + column, size, out, to + column * n, n);
        }
        for (; column < size; column++) {
            toPlane(in, from + column, size, out, to + column * n, 0, n);
        }
        System.arraycopy(in, from + n * size, out, to + n * size, length - n * size);
    }

    /**
     * Undoes {@link #shuffle}.
     *
     * @param size of an element, at least 1
     */
    public static void unshuffle(byte[] in, int from, byte[] out, int to, int length, int size) {
        int n = length / size;
        int column = 0;
        if (size == 2) {
            planesToPairs(in, from, out, to, n);
            column = 2;
        }
        for (; column + 8 <= size; column += 8) {
            planesToEight(in, from + column * n, out, to + column, size, n);
        }
        for (; column + 4 <= size; column += 4) {
            planesToFour(in, from + column * n, out, to + column, size, n);
        }
        for (; column < size; column++) {
            fromPlane(in, from + column * n, out, to + column, size, 0, n);
        }
        System.arraycopy(in, from + n * size, out, to + n * size, length - n * size);
    }

    private static void toPlane(byte[] in, int from, int size, byte[] out, int to, int first, int n) {
        for (int i = first; i < n; i++) {
            out[to + i] = in[from + i * size];
        }
    }

    private static void fromPlane(byte[] in, int from, byte[] out, int to, int size, int first, int n) {
        for (int i = first; i < n; i++) {
            out[to + i * size] = in[from + i];
        }
    }

    private static void pairsToPlanes(byte[] in, int from, byte[] out, int to, int n) {
        int i = 0;
        for (; i + 8 <= n; i += 8) {
            long a = (long) LONG.get(in, from + 2 * i);
            long b = (long) LONG.get(in, from + 2 * i + 8);
            LONG.set(out, to + i, squeeze(a) | squeeze(b) << 32);
            LONG.set(out, to + n + i, squeeze(a >>> 8) | squeeze(b >>> 8) << 32);
        }
        toPlane(in, from, 2, out, to, i, n);
        toPlane(in, from + 1, 2, out, to + n, i, n);
    }

    private static void planesToPairs(byte[] in, int from, byte[] out, int to, int n) {
        int i = 0;
        for (; i + 8 <= n; i += 8) {
            long a = (long) LONG.get(in, from + i);
            long b = (long) LONG.get(in, from + n + i);
            LONG.set(out, to + 2 * i, spread(a & HALVES) | spread(b & HALVES) << 8);
            LONG.set(out, to + 2 * i + 8, spread(a >>> 32) | spread(b >>> 32) << 8);
        }
        fromPlane(in, from, out, to, 2, i, n);
        fromPlane(in, from + n, out, to + 1, 2, i, n);
    }

    /** The four bytes at even positions, side by side. */
    private static long squeeze(long value) {
        long x = value & BYTES;
        x = (x | x >>> 8) & PAIRS;
        return (x | x >>> 16) & HALVES;
    }

    /** The four low bytes, at even positions. */
    private static long spread(long value) {
        long x = (value | value << 16) & PAIRS;
        return (x | x << 8) & BYTES;
    }

    private static void fourToPlanes(byte[] in, int from, int size, byte[] out, int to, int n) {
        int i = 0;
        for (; i + 8 <= n; i += 8) {
            int at = from + i * size;
            long a = two(in, at, size);
            long b = two(in, at + size, size);
            long c = two(in, at + 2 * size, size);
            long d = two(in, at + 3 * size, size);
            long t = (a >>> 16 ^ c) & PAIRS;
            c ^= t;
            a ^= t << 16;
            t = (b >>> 16 ^ d) & PAIRS;
            d ^= t;
            b ^= t << 16;
            t = (a >>> 8 ^ b) & BYTES;
            b ^= t;
            a ^= t << 8;
            t = (c >>> 8 ^ d) & BYTES;
            d ^= t;
            c ^= t << 8;
            LONG.set(out, to + i, a);
            LONG.set(out, to + n + i, b);
            LONG.set(out, to + 2 * n + i, c);
            LONG.set(out, to + 3 * n + i, d);
        }
        for (int column = 0; column < 4; column++) {
            toPlane(in, from + column, size, out, to + column * n, i, n);
        }
    }

    /** Four bytes of an element in the low half, four bytes of the fourth element after it in the high half. */
    private static long two(byte[] in, int at, int size) {
        return (int) INT.get(in, at) & HALVES | (long) (int) INT.get(in, at + 4 * size) << 32;
    }

    private static void planesToFour(byte[] in, int from, byte[] out, int to, int size, int n) {
        int i = 0;
        for (; i + 8 <= n; i += 8) {
            long a = (long) LONG.get(in, from + i);
            long b = (long) LONG.get(in, from + n + i);
            long c = (long) LONG.get(in, from + 2 * n + i);
            long d = (long) LONG.get(in, from + 3 * n + i);
            long t = (a >>> 16 ^ c) & PAIRS;
            c ^= t;
            a ^= t << 16;
            t = (b >>> 16 ^ d) & PAIRS;
            d ^= t;
            b ^= t << 16;
            t = (a >>> 8 ^ b) & BYTES;
            b ^= t;
            a ^= t << 8;
            t = (c >>> 8 ^ d) & BYTES;
            d ^= t;
            c ^= t << 8;
            int at = to + i * size;
            if (size == 4) { // the elements are adjacent: half as many stores
                LONG.set(out, at, a & HALVES | b << 32);
                LONG.set(out, at + 8, c & HALVES | d << 32);
                LONG.set(out, at + 16, a >>> 32 | b & ~HALVES);
                LONG.set(out, at + 24, c >>> 32 | d & ~HALVES);
            } else {
                putTwo(out, at, size, a);
                putTwo(out, at + size, size, b);
                putTwo(out, at + 2 * size, size, c);
                putTwo(out, at + 3 * size, size, d);
            }
        }
        for (int column = 0; column < 4; column++) {
            fromPlane(in, from + column * n, out, to + column, size, i, n);
        }
    }

    private static void putTwo(byte[] out, int at, int size, long value) {
        INT.set(out, at, (int) value);
        INT.set(out, at + 4 * size, (int) (value >>> 32));
    }

    private static void eightToPlanes(byte[] in, int from, int size, byte[] out, int to, int n) {
        int i = 0;
        for (; i + 8 <= n; i += 8) {
            transpose(in, from + i * size, size, out, to + i, n);
        }
        for (int column = 0; column < 8; column++) {
            toPlane(in, from + column, size, out, to + column * n, i, n);
        }
    }

    private static void planesToEight(byte[] in, int from, byte[] out, int to, int size, int n) {
        int i = 0;
        for (; i + 8 <= n; i += 8) {
            transpose(in, from + i, n, out, to + i * size, size);
        }
        for (int column = 0; column < 8; column++) {
            fromPlane(in, from + column * n, out, to + column, size, i, n);
        }
    }

    /** Transposes eight rows of eight bytes. */
    private static void transpose(byte[] in, int from, int step, byte[] out, int to, int outStep) {
        long a = (long) LONG.get(in, from);
        long b = (long) LONG.get(in, from + step);
        long c = (long) LONG.get(in, from + 2 * step);
        long d = (long) LONG.get(in, from + 3 * step);
        long e = (long) LONG.get(in, from + 4 * step);
        long f = (long) LONG.get(in, from + 5 * step);
        long g = (long) LONG.get(in, from + 6 * step);
        long h = (long) LONG.get(in, from + 7 * step);

        long t = (a >>> 32 ^ e) & HALVES;
        e ^= t;
        a ^= t << 32;
        t = (b >>> 32 ^ f) & HALVES;
        f ^= t;
        b ^= t << 32;
        t = (c >>> 32 ^ g) & HALVES;
        g ^= t;
        c ^= t << 32;
        t = (d >>> 32 ^ h) & HALVES;
        h ^= t;
        d ^= t << 32;

        t = (a >>> 16 ^ c) & PAIRS;
        c ^= t;
        a ^= t << 16;
        t = (b >>> 16 ^ d) & PAIRS;
        d ^= t;
        b ^= t << 16;
        t = (e >>> 16 ^ g) & PAIRS;
        g ^= t;
        e ^= t << 16;
        t = (f >>> 16 ^ h) & PAIRS;
        h ^= t;
        f ^= t << 16;

        t = (a >>> 8 ^ b) & BYTES;
        b ^= t;
        a ^= t << 8;
        t = (c >>> 8 ^ d) & BYTES;
        d ^= t;
        c ^= t << 8;
        t = (e >>> 8 ^ f) & BYTES;
        f ^= t;
        e ^= t << 8;
        t = (g >>> 8 ^ h) & BYTES;
        h ^= t;
        g ^= t << 8;

        LONG.set(out, to, a);
        LONG.set(out, to + outStep, b);
        LONG.set(out, to + 2 * outStep, c);
        LONG.set(out, to + 3 * outStep, d);
        LONG.set(out, to + 4 * outStep, e);
        LONG.set(out, to + 5 * outStep, f);
        LONG.set(out, to + 6 * outStep, g);
        LONG.set(out, to + 7 * outStep, h);
    }
}
