package dev.fallow.spark.read.element;

import dev.fallow.type.FloatingPoint;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;

/** Numbers of 1, 2, 4 and 8 bytes, of any byte order. */
final class RawNumbers {
    private RawNumbers() {}

    /** Reads an integer. */
    @FunctionalInterface
    interface Reader {
        /** The number at a place; an unsigned one of 8 bytes bit for bit. */
        long read(byte[] bytes, int at);
    }

    static Reader reader(int size, boolean signed, ByteOrder order) {
        VarHandle handle = size == 1 ? null : MethodHandles.byteArrayViewVarHandle(arrayClass(size), order);
        return switch (size) {
            case 1 -> signed ? (bytes, at) -> bytes[at] : (bytes, at) -> bytes[at] & 0xFF;
            case 2 ->
                signed
                        ? (bytes, at) -> (short) handle.get(bytes, at)
                        : (bytes, at) -> (short) handle.get(bytes, at) & 0xFFFF;
            case 4 ->
                signed
                        ? (bytes, at) -> (int) handle.get(bytes, at)
                        : (bytes, at) -> (int) handle.get(bytes, at) & 0xFFFF_FFFFL;
            default -> (bytes, at) -> (long) handle.get(bytes, at);
        };
    }

    private static Class<?> arrayClass(int size) {
        return size == 2 ? short[].class : size == 4 ? int[].class : long[].class;
    }

    static RawDecoder integers(int size, boolean signed, ByteOrder order, DataType target) {
        Reader reader = reader(size, signed, order);
        Vectors.PutInteger put = Vectors.integers(target);
        RawDecoder each = (bytes, at, stride, vector, row, count) -> {
            for (int i = 0; i < count; i++) {
                put.put(vector, row + i, reader.read(bytes, at + i * stride));
            }
        };
        boolean direct = signed && order == ByteOrder.LITTLE_ENDIAN;
        if (direct && size == 1 && target instanceof ByteType) {
            return adjacent(1, each, (bytes, at, stride, vector, row, count) -> vector.putBytes(row, count, bytes, at));
        } else if (direct && size == 4 && target instanceof IntegerType) {
            return adjacent(
                    4,
                    each,
                    (bytes, at, stride, vector, row, count) -> vector.putIntsLittleEndian(row, count, bytes, at));
        } else if (direct && size == 8 && target instanceof LongType) {
            return adjacent(
                    8,
                    each,
                    (bytes, at, stride, vector, row, count) -> vector.putLongsLittleEndian(row, count, bytes, at));
        }
        return each;
    }

    private static RawDecoder adjacent(int size, RawDecoder each, RawDecoder all) {
        return (bytes, at, stride, vector, row, count) ->
                (stride == size ? all : each).put(bytes, at, stride, vector, row, count);
    }

    /** Whether this is a float or double of IEEE 754. */
    static boolean isIeee(FloatingPoint type) {
        boolean single = type.size() == Float.BYTES;
        boolean right = single
                ? type.exponentSize() == 8 && type.mantissaSize() == 23 && type.exponentBias() == 127
                : type.size() == Double.BYTES
                        && type.exponentSize() == 11
                        && type.mantissaSize() == 52
                        && type.exponentBias() == 1023;
        return right
                && type.order() != FloatingPoint.Order.VAX
                && type.bitOffset() == 0
                && type.mantissaPosition() == 0
                && type.exponentPosition() == type.mantissaSize()
                && type.signPosition() == type.size() * Byte.SIZE - 1
                && type.normalization() == FloatingPoint.FLOAT64.normalization();
    }

    static RawDecoder floats(FloatingPoint type, DataType target) {
        boolean little = type.order() == FloatingPoint.Order.LITTLE_ENDIAN;
        ByteOrder order = little ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
        if (type.size() == Double.BYTES) {
            VarHandle handle = MethodHandles.byteArrayViewVarHandle(double[].class, order);
            RawDecoder each = (bytes, at, stride, vector, row, count) -> {
                for (int i = 0; i < count; i++) {
                    vector.putDouble(row + i, (double) handle.get(bytes, at + i * stride));
                }
            };
            return !little
                    ? each
                    : adjacent(
                            8,
                            each,
                            (bytes, at, stride, vector, row, count) ->
                                    vector.putDoublesLittleEndian(row, count, bytes, at));
        }
        VarHandle handle = MethodHandles.byteArrayViewVarHandle(float[].class, order);
        if (target instanceof DoubleType) {
            return (bytes, at, stride, vector, row, count) -> {
                for (int i = 0; i < count; i++) {
                    vector.putDouble(row + i, (float) handle.get(bytes, at + i * stride));
                }
            };
        }
        RawDecoder each = (bytes, at, stride, vector, row, count) -> {
            for (int i = 0; i < count; i++) {
                vector.putFloat(row + i, (float) handle.get(bytes, at + i * stride));
            }
        };
        return !little || !(target instanceof FloatType)
                ? each
                : adjacent(
                        4,
                        each,
                        (bytes, at, stride, vector, row, count) -> vector.putFloatsLittleEndian(row, count, bytes, at));
    }
}
