package dev.fallow.benchmarks.data.library;

import dev.fallow.Types;
import dev.fallow.type.Datatype;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Optional;

/**
 * A datatype of elements, with a Java type: that which they are read as if none is named, or one whose numbers have the size of the
 * elements, so that half of the unsigned numbers fit.
 */
public enum NumberType {
    /** Of 4 bytes: what the others are compared with. */
    FLOAT32("float32", Types.floatingPoint(4), float.class),
    /** Of 2 bytes. */
    FLOAT16("float16", Types.floatingPoint(2), float.class),
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
    /** Unsigned, 1 byte, as signed numbers of this size. */
    UINT8_SAME("uint8-in-byte", Types.unsigned(1), byte.class),
    /** Unsigned, 2 bytes, as signed numbers of this size. */
    UINT16_SAME("uint16-in-short", Types.unsigned(2), short.class),
    /** Unsigned, 4 bytes, as signed numbers of this size. */
    UINT32_SAME("uint32-in-int", Types.unsigned(4), int.class),
    /** h5py's enumeration of FALSE and TRUE, 1 byte. */
    BOOLEAN("boolean", null, boolean.class),
    /** An enumeration of 4 bytes, as the constants of a Java enum. */
    ENUM("enum", Types.of(Sky.class), Sky.class),
    /** The same enumeration, as its numbers. */
    ENUM_NUMBERS("enum-in-int", Types.of(Sky.class), int.class),
    /** Strings of 32 bytes. */
    STRING("string", Types.ascii(32), String.class);

    /** The constants of the enumeration. */
    enum Sky {
        CLEAR,
        CLOUDY,
        RAIN,
        SNOW,
        FOG
    }

    private static final Sky[] SKIES = Sky.values();
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

    /** The name in the tables; that of numpy is its first part. */
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

    /** The elements that are written: small integers, constants and strings of such numbers; of booleans whether they are odd. */
    public Object values(long bytes) {
        Object values = zeros(bytes);
        for (int i = 0; i < DISTINCT && i < Array.getLength(values); i++) {
            int value = (int) valueAt(i);
            switch (this) {
                case FLOAT32, FLOAT16 -> ((float[]) values)[i] = value;
                case FLOAT64 -> ((double[]) values)[i] = value;
                case INT8, UINT8_SAME -> ((byte[]) values)[i] = (byte) value;
                case INT16, UINT8, UINT16_SAME -> ((short[]) values)[i] = (short) value;
                case INT32, UINT16, UINT32_SAME, ENUM_NUMBERS -> ((int[]) values)[i] = value;
                case INT64, UINT32, UINT64 -> ((long[]) values)[i] = value;
                case BOOLEAN -> ((boolean[]) values)[i] = value > 0;
                case ENUM -> ((Sky[]) values)[i] = SKIES[value];
                case STRING -> ((String[]) values)[i] = "station " + value + " of the network";
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
        return this == BOOLEAN ? value % 2 : this == ENUM || this == ENUM_NUMBERS ? value % SKIES.length : value;
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
            sum += values instanceof Object[] || values instanceof boolean[]
                    ? number(Array.get(values, i))
                    : Array.getDouble(values, i);
        }
        return sum;
    }

    private static double number(Object value) {
        return value instanceof Boolean truth
                ? truth ? 1 : 0
                : value instanceof Sky sky ? sky.ordinal() : numberIn((String) value);
    }

    /** The number in a string. */
    static double numberIn(String text) {
        return Double.parseDouble(text.split(" ")[1]);
    }
}
