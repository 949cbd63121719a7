package dev.fallow.spark.write;

import dev.fallow.Types;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.type.Datatype;
import dev.fallow.type.VariableLength;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;

/** How the values of a column are stored. */
enum ElementKind {
    /** The enumeration of {@code FALSE} and {@code TRUE} that h5py reads as {@code bool}. */
    BOOLEAN(DataTypes.BooleanType, Types.bool()),
    INT8(DataTypes.ByteType, Types.integer(Byte.BYTES)),
    INT16(DataTypes.ShortType, Types.integer(Short.BYTES)),
    INT32(DataTypes.IntegerType, Types.integer(Integer.BYTES)),
    INT64(DataTypes.LongType, Types.integer(Long.BYTES)),
    FLOAT32(DataTypes.FloatType, Types.floatingPoint(Float.BYTES)),
    FLOAT64(DataTypes.DoubleType, Types.floatingPoint(Double.BYTES)),
    /** Days since 1970-01-01, as Spark has them. */
    DATE(DataTypes.DateType, Types.integer(Integer.BYTES)),
    /** Microseconds since 1970-01-01, as Spark has them. */
    TIMESTAMP(DataTypes.TimestampType, Types.integer(Long.BYTES)),
    /** The same without a time zone, as if it were in UTC. */
    TIMESTAMP_NTZ(DataTypes.TimestampNTZType, Types.integer(Long.BYTES)),
    /** UTF-8 of variable length. */
    STRING(DataTypes.StringType, Types.string()),
    /** A sequence of bytes. */
    BINARY(DataTypes.BinaryType, Types.sequence(Types.unsigned(1)));

    private final DataType type;
    private final Datatype datatype;

    ElementKind(DataType type, Datatype datatype) {
        this.type = type;
        this.datatype = datatype;
    }

    Datatype datatype() {
        return datatype;
    }

    /** Whether elements are not all in the dataset. */
    boolean isVariable() {
        return datatype instanceof VariableLength;
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
        return Long.MIN_VALUE >> Long.SIZE - Byte.SIZE * type.defaultSize();
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
     * The kind of the elements of an array.
     *
     * @throws UnsupportedFeatureException if these are neither numbers nor booleans
     */
    private static ElementKind of(StructField field, ArrayType array) {
        for (ElementKind kind : values()) {
            boolean plain = kind.units() == null && !kind.isVariable();
            if (plain && kind.type.equals(array.elementType())) {
                return kind;
            }
        }
        throw new UnsupportedFeatureException(
                "column %s has the type %s, which cannot be written: expected an array of booleans or of numbers other than decimal"
                        .formatted(field.name(), array.simpleString()));
    }

    /**
     * The kind for a column; of an array, that of its elements.
     *
     * @throws UnsupportedFeatureException if its type has no counterpart
     */
    static ElementKind of(StructField field) {
        DataType type = field.dataType();
        if (type instanceof ArrayType array) {
            return of(field, array);
        }
        for (ElementKind kind : values()) {
            if (kind.type.equals(type) || kind == STRING && type instanceof StringType) {
                return kind;
            }
        }
        throw new UnsupportedFeatureException(
                "column %s has the type %s, which cannot be written: expected boolean, a number other than decimal, date, timestamp, string, binary or an array"
                        .formatted(field.name(), type.simpleString()));
    }
}
