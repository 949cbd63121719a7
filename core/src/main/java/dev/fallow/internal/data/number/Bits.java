package dev.fallow.internal.data.number;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Encodes elements as one wide unsigned number. */
final class Bits {
    private Bits() {}

    static BigInteger get(ByteBuffer in, int size, ByteOrder order) {
        byte[] bytes = new byte[size];
        in.get(bytes);
        if (order == ByteOrder.LITTLE_ENDIAN) {
            reverse(bytes);
        }
        return new BigInteger(1, bytes);
    }

    /** @param bits non-negative, of at most {@code size} bytes */
    static void put(ByteBuffer out, int size, ByteOrder order, BigInteger bits) {
        byte[] shortest = bits.toByteArray();
        byte[] bytes = new byte[size];
        int length = Math.min(size, shortest.length); // it may have an additional zero byte
        System.arraycopy(shortest, shortest.length - length, bytes, size - length, length);
        if (order == ByteOrder.LITTLE_ENDIAN) {
            reverse(bytes);
        }
        out.put(bytes);
    }

    private static void reverse(byte[] bytes) {
        for (int a = 0, b = bytes.length - 1; a < b; a++, b--) {
            byte swapped = bytes[a];
            bytes[a] = bytes[b];
            bytes[b] = swapped;
        }
    }
}
