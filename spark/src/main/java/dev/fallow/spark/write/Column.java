package dev.fallow.spark.write;

import dev.fallow.StoredObject;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.WrongTypeException;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * A column of the data frame, and how its values become elements.
 *
 * @param name of the dataset, or of the member of the compound
 * @param ordinal in the rows
 * @param fills whether nulls become a value that stands for them; otherwise they are refused
 */
record Column(String name, int ordinal, ElementKind kind, boolean fills) implements Serializable {
    private static final short[] NO_BYTES = {};

    /**
     * The columns for a schema, checked before anything is written.
     *
     * @throws UnsupportedFeatureException if there is no column, or one has a type or a name that cannot be written
     */
    static List<Column> of(StructType schema, WriteOptions options) {
        List<Column> columns = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (StructField field : schema.fields()) {
            checkName(field.name(), options.table());
            if (!names.add(field.name())) {
                throw new UnsupportedFeatureException("two columns have the name " + field.name());
            }
            columns.add(new Column(
                    field.name(), columns.size(), ElementKind.of(field), options.fills() && field.nullable()));
        }
        if (columns.isEmpty()) {
            throw new UnsupportedFeatureException("there is no column to write");
        }
        return columns;
    }

    private static void checkName(String name, boolean member) {
        boolean bad = name.isEmpty() || name.indexOf('\0') >= 0;
        boolean notALink = !member && (name.equals(".") || name.contains("/"));
        if (bad || notALink) {
            throw new UnsupportedFeatureException(
                    "column \"" + name + "\": the name cannot be that of a " + (member ? "member" : "dataset")
                            + (notALink ? "; rename it, or use the option layout=table" : ""));
        }
    }

    /** Stores attributes: units and calendar of the CF conventions, the type, and what stands for null. */
    void describe(StoredObject object, String prefix) {
        if (kind.units() != null) {
            object.createAttribute(prefix + "units", kind.units());
            object.createAttribute(prefix + "calendar", "proleptic_gregorian");
        }
        if (kind.sparkType() != null) {
            object.createAttribute(prefix + "spark-type", kind.sparkType());
        }
        if (fills && (kind.isInteger() || kind.isFloatingPoint())) {
            Object missing = kind.isInteger() ? (Object) kind.missing() : (Object) Float.NaN;
            object.createAttribute(prefix + "_FillValue", kind.datatype(), new long[0], missing);
        }
    }

    /** Puts an element of fixed size, little-endian. */
    void encode(InternalRow row, ByteBuffer out) {
        boolean missing = isMissing(row);
        switch (kind) {
            case BOOLEAN -> out.put((byte) (row.getBoolean(ordinal) ? 1 : 0));
            case INT8 -> out.put((byte) (missing ? kind.missing() : checked(row.getByte(ordinal))));
            case INT16 -> out.putShort((short) (missing ? kind.missing() : checked(row.getShort(ordinal))));
            case INT32, DATE -> out.putInt((int) (missing ? kind.missing() : checked(row.getInt(ordinal))));
            case INT64, TIMESTAMP, TIMESTAMP_NTZ ->
                out.putLong(missing ? kind.missing() : checked(row.getLong(ordinal)));
            case FLOAT32 -> out.putFloat(missing ? Float.NaN : row.getFloat(ordinal));
            case FLOAT64 -> out.putDouble(missing ? Double.NaN : row.getDouble(ordinal));
            default -> throw new IllegalStateException(kind + " has no fixed size");
        }
    }

    /** Whether there is no value; refuses that if no value stands for it. */
    private boolean isMissing(InternalRow row) {
        boolean missing = row.isNullAt(ordinal);
        if (missing && (!fills || kind == ElementKind.BOOLEAN)) {
            throw refused();
        }
        return missing;
    }

    private WrongTypeException refused() {
        return new WrongTypeException("column " + name + " has a null, "
                + (kind == ElementKind.BOOLEAN
                        ? "for which a boolean has no value; replace it, or cast the column to a number"
                        : "which HDF5 cannot store; with the option nulls=fill, " + standIn() + " stands for it"));
    }

    private String standIn() {
        return kind.isVariable() ? "an empty value" : kind.isFloatingPoint() ? "NaN" : Long.toString(kind.missing());
    }

    /** Refuses a number that stands for null. */
    private long checked(long value) {
        if (fills && value == kind.missing()) {
            throw new WrongTypeException(
                    "column %s has the value %d, which stands for null with nulls=fill".formatted(name, value));
        }
        return value;
    }

    /** The element as a Java value. */
    Object value(InternalRow row) {
        boolean missing = isMissing(row);
        return switch (kind) {
            case BOOLEAN -> row.getBoolean(ordinal);
            case INT8 -> (byte) (missing ? kind.missing() : checked(row.getByte(ordinal)));
            case INT16 -> (short) (missing ? kind.missing() : checked(row.getShort(ordinal)));
            case INT32, DATE -> (int) (missing ? kind.missing() : checked(row.getInt(ordinal)));
            case INT64, TIMESTAMP, TIMESTAMP_NTZ -> missing ? kind.missing() : checked(row.getLong(ordinal));
            case FLOAT32 -> missing ? Float.NaN : row.getFloat(ordinal);
            case FLOAT64 -> missing ? Double.NaN : row.getDouble(ordinal);
            case STRING -> missing ? null : text(row.getUTF8String(ordinal));
            case BINARY -> missing ? NO_BYTES : unsigned(row.getBinary(ordinal));
        };
    }

    /** Refuses what readers would see as another string: of variable length, it ends at the first null character. */
    private String text(UTF8String value) {
        String text = value.toString();
        if (!value.isValid() || text.indexOf('\0') >= 0) {
            throw new WrongTypeException("column %s has a string %s, which HDF5 cannot store; use the type binary"
                    .formatted(name, value.isValid() ? "with a null character" : "that is not valid UTF-8"));
        }
        return text;
    }

    /** As the elements of an unsigned datatype are given. */
    private static short[] unsigned(byte[] bytes) {
        short[] numbers = new short[bytes.length];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = (short) Byte.toUnsignedInt(bytes[i]);
        }
        return numbers;
    }

    /** The bytes outside of the dataset that the value needs, about. */
    long variableBytes(InternalRow row) {
        if (!kind.isVariable() || row.isNullAt(ordinal)) {
            return 0;
        }
        return kind == ElementKind.STRING ? row.getUTF8String(ordinal).numBytes() : row.getBinary(ordinal).length;
    }
}
