package dev.fallow.spark.write;

import dev.fallow.WrongTypeException;
import java.io.Serializable;
import java.nio.ByteBuffer;
import org.apache.spark.sql.catalyst.InternalRow;
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

    /** Puts an element of fixed size, little-endian. */
    void encode(InternalRow row, ByteBuffer out) {
        if (row.isNullAt(ordinal)) {
            encodeNull(out);
            return;
        }
        switch (kind) {
            case BOOLEAN -> out.put((byte) (row.getBoolean(ordinal) ? 1 : 0));
            case INT8 -> out.put((byte) checked(row.getByte(ordinal)));
            case INT16 -> out.putShort((short) checked(row.getShort(ordinal)));
            case INT32, DATE -> out.putInt((int) checked(row.getInt(ordinal)));
            case INT64, TIMESTAMP, TIMESTAMP_NTZ -> out.putLong(checked(row.getLong(ordinal)));
            case FLOAT32 -> out.putFloat(row.getFloat(ordinal));
            case FLOAT64 -> out.putDouble(row.getDouble(ordinal));
            default -> throw new IllegalStateException(kind + " has no fixed size");
        }
    }

    private void encodeNull(ByteBuffer out) {
        if (!fills || kind == ElementKind.BOOLEAN) {
            throw refused();
        }
        switch (kind) {
            case INT8 -> out.put((byte) kind.missing());
            case INT16 -> out.putShort((short) kind.missing());
            case INT32, DATE -> out.putInt((int) kind.missing());
            case INT64, TIMESTAMP, TIMESTAMP_NTZ -> out.putLong(kind.missing());
            case FLOAT32 -> out.putFloat(Float.NaN);
            default -> out.putDouble(Double.NaN);
        }
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
        boolean missing = row.isNullAt(ordinal);
        if (missing && (!fills || kind == ElementKind.BOOLEAN)) {
            throw refused();
        }
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
