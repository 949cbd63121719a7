package dev.fallow.spark.read.table;

import dev.fallow.EnumValue;
import dev.fallow.NameText;
import dev.fallow.Reference;
import dev.fallow.WrongTypeException;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/** What column vectors lack: arrays that grow, copies of single values, and values of Java of any type. */
public final class Vectors {
    private static final int MOST_SHOWN = 32;

    private static final PutInteger PUT_LONG = (target, row, value) -> target.putLong(row, value);
    private static final PutInteger PUT_INT = (target, row, value) -> target.putInt(row, (int) value);
    private static final Map<DataType, PutInteger> INTEGERS = Map.of(
            DataTypes.BooleanType,
            (target, row, value) -> target.putBoolean(row, value != 0),
            DataTypes.ByteType,
            (target, row, value) -> target.putByte(row, (byte) value),
            DataTypes.ShortType,
            (target, row, value) -> target.putShort(row, (short) value),
            DataTypes.IntegerType,
            PUT_INT,
            DataTypes.DateType,
            PUT_INT,
            DataTypes.LongType,
            PUT_LONG,
            DataTypes.TimestampType,
            PUT_LONG,
            DataTypes.TimestampNTZType,
            PUT_LONG,
            DataTypes.FloatType,
            (target, row, value) -> target.putFloat(row, value),
            DataTypes.DoubleType,
            (target, row, value) -> target.putDouble(row, value));

    private static final Put COPY_LONG = (from, index, target, row) -> target.putLong(row, from.getLong(index));
    private static final Put COPY_INT = (from, index, target, row) -> target.putInt(row, from.getInt(index));
    private static final Map<DataType, Put> COPIES = Map.of(
            DataTypes.BooleanType,
            (from, index, target, row) -> target.putBoolean(row, from.getBoolean(index)),
            DataTypes.ByteType,
            (from, index, target, row) -> target.putByte(row, from.getByte(index)),
            DataTypes.ShortType,
            (from, index, target, row) -> target.putShort(row, from.getShort(index)),
            DataTypes.IntegerType,
            COPY_INT,
            DataTypes.DateType,
            COPY_INT,
            DataTypes.LongType,
            COPY_LONG,
            DataTypes.TimestampType,
            COPY_LONG,
            DataTypes.TimestampNTZType,
            COPY_LONG,
            DataTypes.FloatType,
            (from, index, target, row) -> target.putFloat(row, from.getFloat(index)),
            DataTypes.DoubleType,
            (from, index, target, row) -> target.putDouble(row, from.getDouble(index)));

    private Vectors() {}

    /** Puts a value of another vector. */
    @FunctionalInterface
    interface Put {
        void put(WritableColumnVector from, int index, WritableColumnVector target, int row);
    }

    /** Puts an integer. */
    @FunctionalInterface
    interface PutInteger {
        void put(WritableColumnVector target, int row, long value);
    }

    /** Makes room, in the members of structs too. */
    private static void reserve(WritableColumnVector vector, int rows) {
        vector.reserve(rows);
        if (vector.dataType() instanceof StructType struct) {
            for (int i = 0; i < struct.size(); i++) {
                reserve(vector.getChild(i), rows);
            }
        }
    }

    /**
     * Makes room for the elements of an array behind those that are there.
     *
     * @return the index of the first one
     */
    static int startArray(WritableColumnVector array, int row, int length) {
        WritableColumnVector elements = array.arrayData();
        int first = elements.getElementsAppended();
        reserve(elements, Math.addExact(first, length));
        elements.addElementsAppended(length);
        array.putArray(row, first, length);
        return first;
    }

    /** How an integer is put into vectors of a type; the value must fit. A decimal gets its unsigned value. */
    static PutInteger integers(DataType type) {
        PutInteger put = INTEGERS.get(type);
        if (put != null) {
            return put;
        } else if (type instanceof DecimalType decimal) {
            int precision = decimal.precision();
            return (target, row, value) -> target.putDecimal(
                    row, Decimal.apply(new BigDecimal(Long.toUnsignedString(value)), precision, 0), precision);
        }
        throw new IllegalArgumentException("an integer is not put as " + type.simpleString());
    }

    /** An integer of a vector, whose type has this size in bytes. */
    public static long integer(WritableColumnVector vector, int index, int size) {
        return switch (size) {
            case Byte.BYTES -> vector.getByte(index);
            case Short.BYTES -> vector.getShort(index);
            case Integer.BYTES -> vector.getInt(index);
            default -> vector.getLong(index);
        };
    }

    /** How values are put from one vector into another of the same type, which {@link #isPlain}. */
    static Put copying(DataType type) {
        Put put = COPIES.get(type);
        if (type instanceof StringType || type instanceof BinaryType) {
            put = (from, index, target, row) -> target.putByteArray(row, from.getBinary(index));
        } else if (type instanceof DecimalType decimal) {
            int precision = decimal.precision();
            put = (from, index, target, row) ->
                    target.putDecimal(row, from.getDecimal(index, precision, decimal.scale()), precision);
        } else if (put == null) {
            throw new IllegalArgumentException("a value is not copied as " + type.simpleString());
        }
        Put plain = put;
        return (from, index, target, row) -> {
            if (from.isNullAt(index)) {
                target.putNull(row);
            } else {
                plain.put(from, index, target, row);
            }
        };
    }

    /** Whether values are not nested. */
    public static boolean isPlain(DataType type) {
        return !(type instanceof StructType) && !(type instanceof ArrayType);
    }

    /** Refuses bytes that are not UTF-8. */
    static void checkText(byte[] bytes, int from, int length) {
        int bits = 0;
        for (int i = from; i < from + length; i++) {
            bits |= bytes[i];
        }
        if (bits < 0
                && !UTF8String.fromBytes(Arrays.copyOfRange(bytes, from, from + length))
                        .isValid()) {
            String shown = HexFormat.of().formatHex(bytes, from, from + Math.min(length, MOST_SHOWN));
            throw new WrongTypeException(
                    "expected a string in UTF-8, found the bytes %s%s; a schema with the type binary for this column reads the bytes"
                            .formatted(shown, length > MOST_SHOWN ? "..." : ""));
        }
    }

    /**
     * Puts a value of Java: of elements that have parts elsewhere in the file, or unusual formats.
     *
     * @param value as {@link dev.fallow.Types} lists them; null for none
     */
    public static void put(Object value, WritableColumnVector target, int row) {
        DataType type = target.dataType();
        if (value == null) {
            target.putNull(row);
        } else if (type instanceof StructType struct) {
            putStruct(value, struct, target, row);
        } else if (type instanceof ArrayType) {
            int length = Array.getLength(value);
            int first = startArray(target, row, length);
            for (int i = 0; i < length; i++) {
                put(Array.get(value, i), target.arrayData(), first + i);
            }
        } else if (value instanceof String text) {
            byte[] bytes = NameText.encode(text);
            if (!(type instanceof BinaryType)) {
                checkText(bytes, 0, bytes.length);
            }
            target.putByteArray(row, bytes);
        } else if (value instanceof EnumValue constant) {
            target.putByteArray(row, constant.toString().getBytes(StandardCharsets.UTF_8));
        } else if (type instanceof BinaryType && value instanceof short[] numbers) {
            byte[] bytes = new byte[numbers.length];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) numbers[i]; // an unsigned integer of one byte
            }
            target.putByteArray(row, bytes);
        } else if (value instanceof byte[] bytes) {
            target.putByteArray(row, bytes);
        } else if (value instanceof Boolean bool) {
            target.putBoolean(row, bool);
        } else if (value instanceof Reference reference) {
            target.putLong(row, reference.address());
        } else {
            putNumber((Number) value, type, target, row);
        }
    }

    private static void putStruct(Object value, StructType struct, WritableColumnVector target, int row) {
        StructField[] fields = struct.fields();
        for (int i = 0; i < fields.length; i++) {
            put(ElementPart.member(value, fields[i].name()), target.getChild(i), row);
        }
    }

    private static void putNumber(Number value, DataType type, WritableColumnVector target, int row) {
        if (type.equals(DataTypes.FloatType)) {
            target.putFloat(row, value.floatValue());
        } else if (type.equals(DataTypes.DoubleType)) {
            target.putDouble(row, value.doubleValue());
        } else if (type instanceof DecimalType decimal) {
            BigDecimal number = value instanceof BigInteger large
                    ? new BigDecimal(large)
                    : type.equals(SparkTypes.UNSIGNED)
                            ? new BigDecimal(Long.toUnsignedString(value.longValue()))
                            : BigDecimal.valueOf(value.longValue());
            if (number.precision() > decimal.precision()) {
                throw new WrongTypeException(
                        "expected a number of at most %d digits, found %s".formatted(decimal.precision(), number));
            }
            target.putDecimal(row, Decimal.apply(number, decimal.precision(), 0), decimal.precision());
        } else {
            integers(type).put(target, row, value.longValue());
        }
    }
}
