package dev.fallow.internal.filter;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Numbers in an array of bytes, as longs: integers extended by their sign or zeros, or the bits of others.
 *
 * @param size 1, 2, 4 or 8 bytes
 */
record Numbers(int size, boolean signed, boolean bigEndian) {
    static final Numbers UINT32 = new Numbers(4, false, false);
    static final Numbers INT64 = new Numbers(8, true, false);

    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    Numbers littleEndian() {
        return new Numbers(size, signed, false);
    }

    long get(byte[] array, int at) {
        switch (size) {
            case 1:
                return extended(array[at]);
            case 2:
                short two = (short) SHORT.get(array, at);
                return extended(bigEndian ? Short.reverseBytes(two) : two);
            case 4:
                int four = (int) INT.get(array, at);
                return extended(bigEndian ? Integer.reverseBytes(four) : four);
            default:
                long eight = (long) LONG.get(array, at);
                return bigEndian ? Long.reverseBytes(eight) : eight;
        }
    }

    private long extended(long value) {
        return signed ? value : value & (1L << 8 * size) - 1;
    }

    /** Stores the low bytes of the value. */
    void put(byte[] array, int at, long value) {
        switch (size) {
            case 1:
                array[at] = (byte) value;
                break;
            case 2:
                SHORT.set(array, at, bigEndian ? Short.reverseBytes((short) value) : (short) value);
                break;
            case 4:
                INT.set(array, at, bigEndian ? Integer.reverseBytes((int) value) : (int) value);
                break;
            default:
                LONG.set(array, at, bigEndian ? Long.reverseBytes(value) : value);
                break;
        }
    }

    /** Copies numbers to another array, in another byte order. */
    void copy(byte[] in, int from, Numbers other, byte[] out, int to, int count) {
        if (bigEndian == other.bigEndian) {
            System.arraycopy(in, from, out, to, count * size);
            return;
        }
        for (int i = 0; i < count; i++) {
            other.put(out, to + i * size, get(in, from + i * size));
        }
    }

    /** Compares by value; integers only. */
    boolean less(long a, long b) {
        return signed ? a < b : Long.compareUnsigned(a, b) < 0;
    }
}
