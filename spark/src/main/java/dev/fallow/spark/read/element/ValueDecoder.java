package dev.fallow.spark.read.element;

import dev.fallow.WrongTypeException;
import dev.fallow.value.ComplexNumber;
import dev.fallow.value.EnumValue;
import dev.fallow.value.Reference;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Puts Java values into vectors, one by one: for elements that have parts elsewhere in the file, or unusual formats. */
final class ValueDecoder {
    private ValueDecoder() {}

    /**
     * Puts a value.
     *
     * @param value as {@link dev.fallow.value.Types} lists them; null for none
     */
    static void put(Object value, WritableColumnVector target, int row) {
        DataType type = target.dataType();
        if (value == null) {
            target.putNull(row);
        } else if (type instanceof StructType struct) {
            putStruct(value, struct, target, row);
        } else if (type instanceof ArrayType) {
            int length = Array.getLength(value);
            int first = Vectors.startArray(target, row, length);
            for (int i = 0; i < length; i++) {
                put(Array.get(value, i), target.arrayData(), first + i);
            }
        } else if (value instanceof String text) {
            RawTexts.put(text, target, row);
        } else if (value instanceof EnumValue constant) {
            String text = constant.name() == null ? Long.toString(constant.value()) : constant.name();
            target.putByteArray(row, text.getBytes(StandardCharsets.UTF_8));
        } else if (type instanceof BinaryType && value instanceof short[] numbers) {
            target.putByteArray(row, bytes(numbers));
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

    /** The bytes of unsigned integers of one byte. */
    private static byte[] bytes(short[] numbers) {
        byte[] bytes = new byte[numbers.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) numbers[i];
        }
        return bytes;
    }

    private static void putStruct(Object value, StructType struct, WritableColumnVector target, int row) {
        StructField[] fields = struct.fields();
        for (int i = 0; i < fields.length; i++) {
            Object member;
            if (value instanceof ComplexNumber number) {
                member = fields[i].name().equals("real") ? number.real() : number.imaginary();
            } else {
                member = ((Map<?, ?>) value).get(fields[i].name());
            }
            put(member, target.getChild(i), row);
        }
    }

    private static void putNumber(Number value, DataType type, WritableColumnVector target, int row) {
        if (type instanceof FloatType) {
            target.putFloat(row, value.floatValue());
        } else if (type instanceof DoubleType) {
            target.putDouble(row, value.doubleValue());
        } else if (type instanceof DecimalType decimal) {
            putDecimal(value, decimal, target, row);
        } else {
            Vectors.integers(type).put(target, row, value.longValue());
        }
    }

    private static void putDecimal(Number value, DecimalType type, WritableColumnVector target, int row) {
        BigDecimal number = value instanceof BigInteger large
                ? new BigDecimal(large)
                : type.equals(SparkTypes.UNSIGNED)
                        ? new BigDecimal(Long.toUnsignedString(value.longValue()))
                        : BigDecimal.valueOf(value.longValue());
        if (number.precision() > type.precision()) {
            throw new WrongTypeException(
                    "expected a number of at most %d digits, found %s".formatted(type.precision(), number));
        }
        target.putDecimal(row, Decimal.apply(number, type.precision(), 0), type.precision());
    }
}
