package dev.fallow.benchmarks.data.library;

import dev.fallow.Types;
import dev.fallow.type.Datatype;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Optional;

/** A datatype of elements, with the Java type that they are read as without a conversion. */
public enum NumberType {
    /** Of 4 bytes: what the others are compared with. */
    FLOAT32("float32", Types.floatingPoint(4), float.class),
    /** Of 8 bytes. */
    FLOAT64("float64", Types.floatingPoint(8), double.class),
    /** Signed, 1 byte. */
    INT8("int8", Types.integer(1), byte.class),
    /** Signed, 2 bytes. */
    INT16("int16", Types.integer(2), short.class),
    /** Signed, 4 bytes. */
    INT32("int32", Types.integer(4), int.class),
    /** Signed, 8 bytes. */
    INT64("int64", Types.integer(8), long.class),
    /** Unsigned, 1 byte. */
    UINT8("uint8", Types.unsigned(1), short.class),
    /** Unsigned, 2 bytes. */
    UINT16("uint16", Types.unsigned(2), int.class),
    /** Unsigned, 4 bytes. */
    UINT32("uint32", Types.unsigned(4), long.class),
    /** Unsigned, 8 bytes. */
    UINT64("uint64", Types.unsigned(8), long.class),
    /** h5py's enumeration of FALSE and TRUE, 1 byte. */
    BOOLEAN("boolean", null, boolean.class);

    private static final int DISTINCT = 101;
    static final int STEP = 1009;
    private static final int CLEARED = 1 << 16;

    private final String label;
    private final Datatype type;
    private final Class<?> element;

    NumberType(String label, Datatype type, Class<?> element) {
        this.label = label;
        this.type = type;
        this.element = element;
    }

    /** The name in the tables, and of numpy. */
    public String label() {
        return label;
    }

    /** The datatype; empty for that which belongs to the Java type. */
    Optional<Datatype> type() {
        return Optional.ofNullable(type);
    }

    /** Bytes of a stored element. */
    public int size() {
        return type == null ? 1 : Math.toIntExact(type.size());
    }

    /** @throws IllegalArgumentException if there is no such type */
    public static NumberType named(String label) {
        return Arrays.stream(values())
                .filter(each -> each.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no type " + label));
    }

    /** An array of zeros for so many stored bytes. */
    public Object zeros(long bytes) {
        return Array.newInstance(element, Math.toIntExact(bytes / size()));
    }

    /** The elements that are written: small integers; of booleans whether they are odd. */
    public Object values(long bytes) {
        Object values = zeros(bytes);
        for (int i = 0; i < DISTINCT && i < Array.getLength(values); i++) {
            int value = (int) valueAt(i);
            switch (this) {
                case FLOAT32 -> ((float[]) values)[i] = value;
                case FLOAT64 -> ((double[]) values)[i] = value;
                case INT8 -> ((byte[]) values)[i] = (byte) value;
                case INT16, UINT8 -> ((short[]) values)[i] = (short) value;
                case INT32, UINT16 -> ((int[]) values)[i] = value;
                case INT64, UINT32, UINT64 -> ((long[]) values)[i] = value;
                case BOOLEAN -> ((boolean[]) values)[i] = value > 0;
            }
        }
        int length = Array.getLength(values);
        for (int filled = DISTINCT; filled < length; filled = Math.min(length, 2 * filled)) {
            System.arraycopy(values, 0, values, filled, Math.min(filled, length - filled));
        }
        return values;
    }

    private double valueAt(long index) {
        long value = index % DISTINCT;
        return this == BOOLEAN ? value % 2 : value;
    }

    /** What {@link #sample} should return. */
    public double expected(long bytes) {
        double sum = 0;
        for (long i = 0; i < bytes / size(); i += STEP) {
            sum += valueAt(i);
        }
        return sum;
    }

    /** Makes all elements 0 again. */
    public void clear(Object values) {
        int length = Array.getLength(values);
        Object zeros = Array.newInstance(element, Math.min(CLEARED, length));
        for (int from = 0; from < length; from += CLEARED) {
            System.arraycopy(zeros, 0, values, from, Math.min(CLEARED, length - from));
        }
    }

    /** The sum of some elements. */
    public double sample(Object values) {
        double sum = 0;
        for (int i = 0; i < Array.getLength(values); i += STEP) {
            sum += values instanceof boolean[] truths ? truths[i] ? 1 : 0 : Array.getDouble(values, i);
        }
        return sum;
    }
}
