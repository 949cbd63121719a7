package dev.fallow.format;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Objects;

/**
 * The metadata checksum of the format: Bob Jenkins' lookup3 ({@code hashlittle}), initial value 0. Also the hash of
 * names in dense groups and dense attribute storage.
 */
public final class Checksum {
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private Checksum() {}

    /** The checksum of {@code source[from, from + count)}; one pass, no allocation. */
    public static int of(byte[] source, int from, int count) {
        return of(source, from, count, 0);
    }

    /** As {@link #of(byte[], int, int)}, with another initial value. */
    public static int of(byte[] source, int from, int count, int initial) {
        Objects.checkFromIndexSize(from, count, source.length);
        int a = 0xDEADBEEF + count + initial;
        int b = a;
        int c = a;
        int at = from;
        int left = count;
        while (left > 12) {
            a += (int) INT.get(source, at);
            b += (int) INT.get(source, at + 4);
            c += (int) INT.get(source, at + 8);
            a -= c;
            a ^= Integer.rotateLeft(c, 4);
            c += b;
            b -= a;
            b ^= Integer.rotateLeft(a, 6);
            a += c;
            c -= b;
            c ^= Integer.rotateLeft(b, 8);
            b += a;
            a -= c;
            a ^= Integer.rotateLeft(c, 16);
            c += b;
            b -= a;
            b ^= Integer.rotateLeft(a, 19);
            a += c;
            c -= b;
            c ^= Integer.rotateLeft(b, 4);
            b += a;
            at += 12;
            left -= 12;
        }
        if (left == 0) {
            return c; // only an empty input gets here: the loop leaves 1 to 12 bytes
        }
        a += tail(source, at, left);
        b += tail(source, at + 4, left - 4);
        c += tail(source, at + 8, left - 8);
        c ^= b;
        c -= Integer.rotateLeft(b, 14);
        a ^= c;
        a -= Integer.rotateLeft(c, 11);
        b ^= a;
        b -= Integer.rotateLeft(a, 25);
        c ^= b;
        c -= Integer.rotateLeft(b, 16);
        a ^= c;
        a -= Integer.rotateLeft(c, 4);
        b ^= a;
        b -= Integer.rotateLeft(a, 14);
        c ^= b;
        c -= Integer.rotateLeft(b, 24);
        return c;
    }

    /** Up to four bytes as a little-endian word, zero padded. */
    private static int tail(byte[] source, int at, int count) {
        if (count >= 4) {
            return (int) INT.get(source, at);
        }
        int word = 0;
        for (int i = 0; i < count; i++) {
            word |= (source[at + i] & 0xFF) << 8 * i;
        }
        return word;
    }
}
