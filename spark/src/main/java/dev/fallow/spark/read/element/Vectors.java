package dev.fallow.spark.read.element;

import java.math.BigDecimal;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;

/** What column vectors lack. */
public final class Vectors {
    private Vectors() {}

    /** Puts one value. */
    @FunctionalInterface
    public interface Put {
        /**
         * Puts a value of another vector.
         *
         * @param row of the target
         */
        void put(WritableColumnVector from, int index, WritableColumnVector target, int row);
    }

    /** Puts an integer. */
    @FunctionalInterface
    interface PutInteger {
        void put(WritableColumnVector target, int row, long value);
    }

    /** Makes room, in the members of structs too. */
    static void reserve(WritableColumnVector vector, int rows) {
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
     * @param array whose row is put
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
        if (type instanceof BooleanType) {
            return (target, row, value) -> target.putBoolean(row, value != 0);
        } else if (type instanceof ByteType) {
            return (target, row, value) -> target.putByte(row, (byte) value);
        } else if (type instanceof ShortType) {
            return (target, row, value) -> target.putShort(row, (short) value);
        } else if (type instanceof IntegerType || type instanceof DateType) {
            return (target, row, value) -> target.putInt(row, (int) value);
        } else if (type instanceof LongType || type instanceof TimestampType || type instanceof TimestampNTZType) {
            return (target, row, value) -> target.putLong(row, value);
        } else if (type instanceof FloatType) {
            return (target, row, value) -> target.putFloat(row, value);
        } else if (type instanceof DoubleType) {
            return (target, row, value) -> target.putDouble(row, value);
        } else if (type instanceof DecimalType decimal) {
            int precision = decimal.precision();
            return (target, row, value) -> target.putDecimal(
                    row, Decimal.apply(new BigDecimal(Long.toUnsignedString(value)), precision, 0), precision);
        }
        throw new IllegalArgumentException("an integer is not put as " + type.simpleString());
    }

    /** How values are put from one vector into another of the same type, which is not nested. */
    public static Put copying(DataType type) {
        Put put = plain(type);
        return (from, index, target, row) -> {
            if (from.isNullAt(index)) {
                target.putNull(row);
            } else {
                put.put(from, index, target, row);
            }
        };
    }

    private static Put plain(DataType type) {
        if (type instanceof BooleanType) {
            return (from, index, target, row) -> target.putBoolean(row, from.getBoolean(index));
        } else if (type instanceof ByteType) {
            return (from, index, target, row) -> target.putByte(row, from.getByte(index));
        } else if (type instanceof ShortType) {
            return (from, index, target, row) -> target.putShort(row, from.getShort(index));
        } else if (type instanceof IntegerType || type instanceof DateType) {
            return (from, index, target, row) -> target.putInt(row, from.getInt(index));
        } else if (type instanceof LongType || type instanceof TimestampType || type instanceof TimestampNTZType) {
            return (from, index, target, row) -> target.putLong(row, from.getLong(index));
        } else if (type instanceof FloatType) {
            return (from, index, target, row) -> target.putFloat(row, from.getFloat(index));
        } else if (type instanceof DoubleType) {
            return (from, index, target, row) -> target.putDouble(row, from.getDouble(index));
        } else if (type instanceof StringType || type instanceof BinaryType) {
            return (from, index, target, row) -> target.putByteArray(row, from.getBinary(index));
        } else if (type instanceof DecimalType decimal) {
            int precision = decimal.precision();
            return (from, index, target, row) ->
                    target.putDecimal(row, from.getDecimal(index, precision, decimal.scale()), precision);
        }
        throw new IllegalArgumentException("a value is not copied as " + type.simpleString());
    }

    /** Whether {@link #copying} has an answer. */
    public static boolean isPlain(DataType type) {
        return !(type instanceof StructType) && !(type instanceof org.apache.spark.sql.types.ArrayType);
    }
}
