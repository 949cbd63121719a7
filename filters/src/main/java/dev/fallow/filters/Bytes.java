package dev.fallow.filters;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Numbers in arrays of bytes. */
final class Bytes {
    private static final VarHandle INT_LE = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT_BE = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG_LE =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG_BE = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private Bytes() {}

    static int littleInt(byte[] array, int at) {
        return (int) INT_LE.get(array, at);
    }

    static void putLittleInt(byte[] array, int at, int value) {
        INT_LE.set(array, at, value);
    }

    static int bigInt(byte[] array, int at) {
        return (int) INT_BE.get(array, at);
    }

    static void putBigInt(byte[] array, int at, int value) {
        INT_BE.set(array, at, value);
    }

    static long littleLong(byte[] array, int at) {
        return (long) LONG_LE.get(array, at);
    }

    static void putLittleLong(byte[] array, int at, long value) {
        LONG_LE.set(array, at, value);
    }

    static long bigLong(byte[] array, int at) {
        return (long) LONG_BE.get(array, at);
    }

    static void putBigLong(byte[] array, int at, long value) {
        LONG_BE.set(array, at, value);
    }
}
