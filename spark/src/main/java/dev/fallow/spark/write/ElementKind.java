package dev.fallow.spark.write;

import dev.fallow.UnsupportedFeatureException;
import dev.fallow.type.Datatype;
import dev.fallow.value.Types;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;

/** How the values of a column are stored. */
enum ElementKind {
    /** The enumeration of {@code FALSE} and {@code TRUE} that h5py reads as {@code bool}. */
    BOOLEAN(1, Types.bool()),
    INT8(Byte.BYTES, Types.integer(Byte.BYTES)),
    INT16(Short.BYTES, Types.integer(Short.BYTES)),
    INT32(Integer.BYTES, Types.integer(Integer.BYTES)),
    INT64(Long.BYTES, Types.integer(Long.BYTES)),
    FLOAT32(Float.BYTES, Types.floatingPoint(Float.BYTES)),
    FLOAT64(Double.BYTES, Types.floatingPoint(Double.BYTES)),
    /** Days since 1970-01-01, as Spark has them. */
    DATE(Integer.BYTES, Types.integer(Integer.BYTES)),
    /** Microseconds since 1970-01-01, as Spark has them. */
    TIMESTAMP(Long.BYTES, Types.integer(Long.BYTES)),
    /** The same without a time zone, as if it were in UTC. */
    TIMESTAMP_NTZ(Long.BYTES, Types.integer(Long.BYTES)),
    /** UTF-8 of variable length. */
    STRING(ElementKind.VARIABLE, Types.string()),
    /** A sequence of bytes. */
    BINARY(ElementKind.VARIABLE, Types.sequence(Types.unsigned(1)));

    /** The size of elements that are stored outside of the dataset. */
    static final int VARIABLE = -1;

    private final int size;
    private final Datatype datatype;

    ElementKind(int size, Datatype datatype) {
        this.size = size;
        this.datatype = datatype;
    }

    /** Bytes of an element; {@link #VARIABLE} if they are not all in the dataset. */
    int size() {
        return size;
    }

    Datatype datatype() {
        return datatype;
    }

    boolean isVariable() {
        return size == VARIABLE;
    }

    boolean isFloatingPoint() {
        return this == FLOAT32 || this == FLOAT64;
    }

    /** Integers, also as dates and times. */
    boolean isInteger() {
        return !isVariable() && !isFloatingPoint() && this != BOOLEAN;
    }

    /** The number that stands for null: the smallest one, as numpy's {@code NaT}. Only of integers. */
    long missing() {
        return switch (size) {
            case Byte.BYTES -> Byte.MIN_VALUE;
            case Short.BYTES -> Short.MIN_VALUE;
            case Integer.BYTES -> Integer.MIN_VALUE;
            default -> Long.MIN_VALUE;
        };
    }

    /** The attribute {@code units} of the CF conventions; null if the numbers have none. */
    String units() {
        return switch (this) {
            case DATE -> "days since 1970-01-01";
            case TIMESTAMP, TIMESTAMP_NTZ -> "microseconds since 1970-01-01 00:00:00";
            default -> null;
        };
    }

    /** The attribute {@code spark-type}, by which the read side has the type again; null if the datatype and the units say it. */
    String sparkType() {
        return switch (this) {
            case DATE -> "date";
            case TIMESTAMP_NTZ -> "timestamp_ntz";
            case BINARY -> "binary";
            default -> null;
        };
    }

    /**
     * The kind for a column.
     *
     * @throws UnsupportedFeatureException if its type is nested, or has no counterpart
     */
    static ElementKind of(StructField field) {
        DataType type = field.dataType();
        if (type instanceof BooleanType) {
            return BOOLEAN;
        } else if (type instanceof ByteType) {
            return INT8;
        } else if (type instanceof ShortType) {
            return INT16;
        } else if (type instanceof IntegerType) {
            return INT32;
        } else if (type instanceof LongType) {
            return INT64;
        } else if (type instanceof FloatType) {
            return FLOAT32;
        } else if (type instanceof DoubleType) {
            return FLOAT64;
        } else if (type instanceof DateType) {
            return DATE;
        } else if (type instanceof TimestampType) {
            return TIMESTAMP;
        } else if (type instanceof TimestampNTZType) {
            return TIMESTAMP_NTZ;
        } else if (type instanceof StringType) {
            return STRING;
        } else if (type instanceof BinaryType) {
            return BINARY;
        }
        throw new UnsupportedFeatureException(
                "column %s has the type %s, which cannot be written: expected boolean, a number other than decimal, date, timestamp, string or binary"
                        .formatted(field.name(), type.simpleString()));
    }
}
