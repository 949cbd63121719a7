package dev.fallow.format;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Reads and writes single fields of a block's image, which is searched and patched in place; a {@link FieldReader} for
 * each field would cost too much. Only array bounds are checked, because the image was checked when it was loaded.
 */
public final class LittleEndian {
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private LittleEndian() {}

    /** Two bytes, 0 to 65,535. */
    public static int u16(byte[] image, int at) {
        return (short) SHORT.get(image, at) & 0xFFFF;
    }

    /** Four bytes, signed. */
    public static int i32(byte[] image, int at) {
        return (int) INT.get(image, at);
    }

    /** Eight bytes, signed. */
    public static long i64(byte[] image, int at) {
        return (long) LONG.get(image, at);
    }

    /**
     * The unsigned number in {@code width} bytes; a number of eight bytes is signed.
     *
     * @param width 1 to 8
     */
    public static long unsigned(byte[] image, int at, int width) {
        switch (width) { // the most frequent widths first
            case 8:
                return (long) LONG.get(image, at);
            case 4:
                return (int) INT.get(image, at) & 0xFFFF_FFFFL;
            case 2:
                return (short) SHORT.get(image, at) & 0xFFFFL;
            case 1:
                return image[at] & 0xFF;
            default:
                return inBytes(image, at, width);
        }
    }

    private static long inBytes(byte[] image, int at, int width) {
        long value = 0;
        for (int i = width - 1; i >= 0; i--) {
            value = value << 8 | image[at + i] & 0xFF;
        }
        return value;
    }

    /** Writes two bytes. */
    public static void put16(byte[] image, int at, int value) {
        SHORT.set(image, at, (short) value);
    }

    /**
     * Writes the lowest {@code width} bytes of a value; all ones for -1.
     *
     * @param width 1 to 8
     */
    public static void put(byte[] image, int at, int width, long value) {
        assert value == -1 || width == 8 || value >>> 8 * width == 0 : value + " in " + width + " bytes";
        switch (width) {
            case 8:
                LONG.set(image, at, value);
                break;
            case 4:
                INT.set(image, at, (int) value);
                break;
            case 2:
                SHORT.set(image, at, (short) value);
                break;
            default:
                for (int i = 0; i < width; i++) {
                    image[at + i] = (byte) (value >>> 8 * i);
                }
        }
    }
}
