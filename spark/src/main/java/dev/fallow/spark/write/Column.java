package dev.fallow.spark.write;

import dev.fallow.StoredObject;
import dev.fallow.Types;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.WrongTypeException;
import dev.fallow.type.Datatype;
import dev.fallow.type.VariableLength;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * A column of the data frame, and how its values become elements.
 *
 * @param name of the dataset, or of the member of the compound
 * @param ordinal in the rows
 * @param kind of the values, or of the elements of arrays
 * @param isArray whether values are arrays, which become sequences
 * @param bytes of a string of fixed length; 0 for others
 * @param fills whether nulls become a value that stands for them; otherwise they are refused
 */
record Column(String name, int ordinal, ElementKind kind, boolean isArray, int bytes, boolean fills)
        implements Serializable {
    private static final short[] NO_BYTES = {};

    /**
     * The columns for a schema, without those that are folders, checked before anything is written.
     *
     * @throws UnsupportedFeatureException if there is no column, or one has a type or a name that cannot be written
     */
    static List<Column> of(StructType schema, RowFolders folders, WriteOptions options) {
        List<Column> columns = new ArrayList<>();
        Set<String> names = new HashSet<>();
        Set<Integer> others = folders.ordinals();
        for (int i = 0; i < schema.size(); i++) {
            StructField field = schema.fields()[i];
            if (others.contains(i)) {
                continue;
            }
            checkName(field.name(), options.table());
            if (!names.add(field.name())) {
                throw new UnsupportedFeatureException("two columns have the name " + field.name());
            }
            ElementKind kind = ElementKind.of(field);
            boolean isArray = field.dataType() instanceof ArrayType;
            int bytes = kind == ElementKind.STRING ? options.strings().bytes(field.name()) : 0;
            columns.add(new Column(field.name(), i, kind, isArray, bytes, options.fills() && field.nullable()));
        }
        if (columns.isEmpty()) {
            throw new UnsupportedFeatureException("there is no column to write");
        }
        options.strings()
                .checkNames(columns.stream()
                        .filter(each -> each.kind == ElementKind.STRING)
                        .map(Column::name)
                        .toList());
        return columns;
    }

    /** How the values are stored. */
    Datatype datatype() {
        Datatype one = bytes > 0 ? Types.string(bytes) : kind.datatype();
        return isArray ? Types.sequence(one) : one;
    }

    /** Whether values are not all in the dataset. */
    boolean isVariable() {
        return datatype() instanceof VariableLength;
    }

    private static void checkName(String name, boolean member) {
        boolean bad = name.isEmpty() || name.indexOf('\0') >= 0;
        boolean notALink = !member && (name.equals(".") || name.equals("..") || name.contains("/"));
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
        if (fills && !isArray && (kind.isInteger() || kind.isFloatingPoint())) {
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
            case STRING -> {
                byte[] encoded = missing ? new byte[0] : fitting(row).getBytes(StandardCharsets.UTF_8);
                out.put(encoded).put(new byte[bytes - encoded.length]);
            }
            default -> throw new IllegalStateException(kind + " has no fixed size");
        }
    }

    /** Whether there is no value; refuses that if no value stands for it. */
    private boolean isMissing(InternalRow row) {
        boolean missing = row.isNullAt(ordinal);
        if (missing && (!fills || kind == ElementKind.BOOLEAN && !isArray)) {
            throw refused();
        }
        return missing;
    }

    private WrongTypeException refused() {
        return new WrongTypeException("column " + name + " has a null, "
                + (kind == ElementKind.BOOLEAN && !isArray
                        ? "for which a boolean has no value; replace it, or cast the column to a number"
                        : "which HDF5 cannot store; with the option nulls=fill, " + standIn() + " stands for it"));
    }

    private String standIn() {
        return isArray || kind.isVariable()
                ? "an empty value"
                : kind.isFloatingPoint() ? "NaN" : Long.toString(kind.missing());
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
        if (isArray) {
            return elements(missing ? new GenericArrayData(new Object[0]) : row.getArray(ordinal));
        }
        return switch (kind) {
            case BOOLEAN -> row.getBoolean(ordinal);
            case INT8 -> (byte) (missing ? kind.missing() : checked(row.getByte(ordinal)));
            case INT16 -> (short) (missing ? kind.missing() : checked(row.getShort(ordinal)));
            case INT32, DATE -> (int) (missing ? kind.missing() : checked(row.getInt(ordinal)));
            case INT64, TIMESTAMP, TIMESTAMP_NTZ -> missing ? kind.missing() : checked(row.getLong(ordinal));
            case FLOAT32 -> missing ? Float.NaN : row.getFloat(ordinal);
            case FLOAT64 -> missing ? Double.NaN : row.getDouble(ordinal);
            case STRING -> bytes > 0 ? missing ? "" : fitting(row) : missing ? null : text(row.getUTF8String(ordinal));
            case BINARY -> missing ? NO_BYTES : unsigned(row.getBinary(ordinal));
        };
    }

    /** A string that has no more bytes than the datatype. */
    private String fitting(InternalRow row) {
        UTF8String value = row.getUTF8String(ordinal);
        if (value.numBytes() > bytes) {
            throw new WrongTypeException("column %s has a string of %d bytes, and the option stringBytes says %d"
                    .formatted(name, value.numBytes(), bytes));
        }
        return text(value);
    }

    /** The elements of an array as a sequence of the datatype is given. */
    private Object elements(ArrayData array) {
        for (int i = 0; i < array.numElements(); i++) {
            if (array.isNullAt(i)) {
                throw new WrongTypeException(
                        "column %s has an array with a null, which HDF5 cannot store; replace it".formatted(name));
            }
        }
        return switch (kind) {
            case BOOLEAN -> array.toBooleanArray();
            case INT8 -> array.toByteArray();
            case INT16 -> array.toShortArray();
            case INT32 -> array.toIntArray();
            case INT64 -> array.toLongArray();
            case FLOAT32 -> array.toFloatArray();
            case FLOAT64 -> array.toDoubleArray();
            default -> throw new IllegalStateException("arrays of " + kind);
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
        if (!isVariable() || row.isNullAt(ordinal)) {
            return 0;
        } else if (isArray) {
            return (long) row.getArray(ordinal).numElements() * kind.datatype().size();
        }
        return kind == ElementKind.STRING ? row.getUTF8String(ordinal).numBytes() : row.getBinary(ordinal).length;
    }
}
