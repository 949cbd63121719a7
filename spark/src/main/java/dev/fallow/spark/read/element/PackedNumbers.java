package dev.fallow.spark.read.element;

import dev.fallow.WrongTypeException;
import java.lang.reflect.Array;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Function;
import org.apache.spark.sql.execution.vectorized.OnHeapColumnVector;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/**
 * How the numbers of a dataset are unpacked, as the attributes of the CF conventions say. In this order:
 *
 * <pre>
 *   _FillValue, missing_value   a stored number that equals it, or one of them, is null; NaN means every NaN
 *   _Unsigned                   "true": a signed integer of up to 4 bytes is taken as unsigned, of the next wider type
 *   scale_factor, add_offset    number * scale_factor + add_offset, a double
 *   units, calendar             "seconds since 1970-01-01", with nanoseconds to days: a timestamp, rounded to microseconds; NaN is
 *                                 null. Calendars: none, standard, gregorian and proleptic_gregorian; with others, and with
 *                                 other units, numbers stay. In the first three, a date of the units before 1582-10-15 is Julian;
 *                                 the timestamp is that point in time, which Spark shows in the proleptic calendar
 *   spark-type                  of times: "date" or "timestamp_ntz", as the write side stores it
 * </pre>
 *
 * xarray does the same, but makes floating-point numbers of integers that may be missing. As there, {@code valid_min}, {@code
 * valid_max} and {@code valid_range} have no effect. Unsigned integers of 8 bytes are not unpacked.
 */
public final class PackedNumbers {
    private static final String FILL = "_FillValue";
    private static final String MISSING = "missing_value";
    private static final String UNSIGNED = "_Unsigned";
    private static final String SCALE = "scale_factor";
    private static final String OFFSET = "add_offset";
    private static final String UNITS = "units";
    private static final String CALENDAR = "calendar";
    /** The attribute with which the write side tells what the datatype does not. */
    public static final String SPARK_TYPE = "spark-type";

    private final DataType stored;
    private final boolean unsigned;
    private final boolean scaled;
    private final double scale;
    private final double offset;
    /** Null if the numbers are no times. */
    private final CfTime time;
    /** Sorted. */
    private final long[] missing;
    /** Sorted; NaN is the last one. */
    private final double[] missingNumbers;

    private PackedNumbers(DataType stored, String where, Function<String, Object> attributes) {
        this.stored = stored;
        unsigned = isInteger(stored)
                && !stored.equals(DataTypes.LongType)
                && "true".equalsIgnoreCase(String.valueOf(attributes.apply(UNSIGNED)));
        scaled = attributes.apply(SCALE) != null || attributes.apply(OFFSET) != null;
        scale = number(where, SCALE, attributes.apply(SCALE), 1);
        offset = number(where, OFFSET, attributes.apply(OFFSET), 0);
        time = CfTime.of(
                text(attributes.apply(UNITS)),
                text(attributes.apply(CALENDAR)),
                text(attributes.apply(SPARK_TYPE)),
                where);
        double[] numbers = numbers(attributes.apply(FILL));
        double[] others = numbers(attributes.apply(MISSING));
        missingNumbers = Arrays.copyOf(numbers, numbers.length + others.length);
        System.arraycopy(others, 0, missingNumbers, numbers.length, others.length);
        if (stored.equals(DataTypes.FloatType)) {
            for (int i = 0; i < missingNumbers.length; i++) {
                missingNumbers[i] = (float) missingNumbers[i];
            }
        }
        Arrays.sort(missingNumbers);
        long[] first = integers(attributes.apply(FILL));
        long[] second = integers(attributes.apply(MISSING));
        missing = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, missing, first.length, second.length);
        for (int i = 0; unsigned && i < missing.length; i++) {
            missing[i] = signed(missing[i]);
        }
        Arrays.sort(missing);
    }

    /**
     * The packing of a dataset.
     *
     * @param stored the type of its elements
     * @param where the path, for messages
     * @param attributes the value of the attribute with a name; null if there is none
     * @return null if the numbers are what is stored
     * @throws WrongTypeException if scale_factor or add_offset is not a number
     */
    public static PackedNumbers of(DataType stored, String where, Function<String, Object> attributes) {
        if (!isInteger(stored) && !isFloating(stored)) {
            return null;
        }
        PackedNumbers packing = new PackedNumbers(stored, where, attributes);
        boolean any = packing.unsigned || packing.scaled || packing.time != null || packing.missingNumbers.length > 0;
        return any ? packing : null;
    }

    private static boolean isInteger(DataType type) {
        return type.equals(DataTypes.ByteType)
                || type.equals(DataTypes.ShortType)
                || type.equals(DataTypes.IntegerType)
                || type.equals(DataTypes.LongType);
    }

    private static boolean isFloating(DataType type) {
        return type.equals(DataTypes.FloatType) || type.equals(DataTypes.DoubleType);
    }

    private static double number(String where, String name, Object value, double otherwise) {
        if (value == null) {
            return otherwise;
        }
        Object one = value.getClass().isArray() && Array.getLength(value) == 1 ? Array.get(value, 0) : value;
        if (one instanceof Number number) {
            return number.doubleValue();
        }
        throw new WrongTypeException(
                "%s: expected one number in the attribute %s, found %s; the option decodeCf=false reads what is stored"
                        .formatted(where, name, one));
    }

    /** The text of an attribute, or its only one; null if it is not text. */
    public static String text(Object value) {
        if (value instanceof byte[] bytes) {
            return new String(bytes, StandardCharsets.UTF_8);
        }
        return count(value) == 1 && element(value, 0) instanceof String text ? text : null;
    }

    private static double[] numbers(Object value) {
        int count = count(value);
        double[] numbers = new double[count];
        int found = 0;
        for (int i = 0; i < count; i++) {
            if (element(value, i) instanceof Number number) {
                numbers[found++] = number.doubleValue();
            }
        }
        return Arrays.copyOf(numbers, found);
    }

    /** Those without a fraction, exactly. */
    private static long[] integers(Object value) {
        int count = count(value);
        long[] numbers = new long[count];
        int found = 0;
        for (int i = 0; i < count; i++) {
            Object element = element(value, i);
            boolean whole = !(element instanceof Float || element instanceof Double)
                    || ((Number) element).doubleValue() == ((Number) element).longValue();
            if (element instanceof Number number && whole) {
                numbers[found++] = number.longValue();
            }
        }
        return Arrays.copyOf(numbers, found);
    }

    private static int count(Object value) {
        return value == null ? 0 : value.getClass().isArray() ? Array.getLength(value) : 1;
    }

    private static Object element(Object value, int index) {
        return value.getClass().isArray() ? Array.get(value, index) : value;
    }

    /** The stored bits of an unsigned number as a signed one. */
    private long signed(long number) {
        return stored.equals(DataTypes.ByteType)
                ? (byte) number
                : stored.equals(DataTypes.ShortType) ? (short) number : (int) number;
    }

    private long unsigned(long number) {
        return stored.equals(DataTypes.ByteType)
                ? number & 0xFF
                : stored.equals(DataTypes.ShortType) ? number & 0xFFFF : number & 0xFFFF_FFFFL;
    }

    /** The type of the unpacked numbers. */
    public DataType type() {
        if (time != null) {
            return time.type();
        } else if (scaled) {
            return DataTypes.DoubleType;
        } else if (!unsigned) {
            return stored;
        }
        return stored.equals(DataTypes.ByteType)
                ? DataTypes.ShortType
                : stored.equals(DataTypes.ShortType) ? DataTypes.IntegerType : DataTypes.LongType;
    }

    /** The type of the elements. */
    public DataType stored() {
        return stored;
    }

    /**
     * A reader of the unpacked numbers.
     *
     * @param numbers a reader of what is stored
     * @param target {@link #type}, or a type that it widens to
     */
    public ColumnReader reader(ColumnReader numbers, DataType target) {
        return new Unpacking(numbers, target);
    }

    private final class Unpacking implements ColumnReader {
        private final ColumnReader numbers;
        private final DataType target;
        private WritableColumnVector packed;

        Unpacking(ColumnReader numbers, DataType target) {
            this.numbers = numbers;
            this.target = target;
        }

        @Override
        public void moveTo(Box box) {
            numbers.moveTo(box);
        }

        @Override
        public void put(int first, int count, WritableColumnVector vector) {
            if (packed == null) {
                packed = new OnHeapColumnVector(Math.max(1, count), stored);
            }
            packed.reset();
            packed.reserve(count);
            numbers.put(first, count, packed);
            if (isFloating(stored)) {
                putNumbers(count, vector);
            } else {
                putIntegers(count, vector);
            }
        }

        private void putNumbers(int count, WritableColumnVector vector) {
            Vectors.PutInteger putTime = time == null ? null : Vectors.integers(target);
            boolean single = stored.equals(DataTypes.FloatType);
            for (int i = 0; i < count; i++) {
                double number = packed.isNullAt(i) ? 0 : single ? packed.getFloat(i) : packed.getDouble(i);
                if (packed.isNullAt(i) || isMissing(number) || time != null && Double.isNaN(number)) {
                    vector.putNull(i);
                } else if (time != null) {
                    putTime.put(vector, i, time.of(scaled ? number * scale + offset : number));
                } else if (target.equals(DataTypes.FloatType)) {
                    vector.putFloat(i, (float) number);
                } else {
                    vector.putDouble(i, scaled ? number * scale + offset : number);
                }
            }
        }

        private boolean isMissing(double number) {
            return Arrays.binarySearch(missingNumbers, number) >= 0
                    || number == 0 && Arrays.binarySearch(missingNumbers, -number) >= 0;
        }

        private void putIntegers(int count, WritableColumnVector vector) {
            Vectors.PutInteger put = Vectors.integers(target);
            for (int i = 0; i < count; i++) {
                long number = packed.isNullAt(i) ? 0 : integer(i);
                if (packed.isNullAt(i) || Arrays.binarySearch(missing, number) >= 0) {
                    vector.putNull(i);
                    continue;
                }
                long value = unsigned ? unsigned(number) : number;
                if (time != null) {
                    put.put(vector, i, scaled ? time.of(value * scale + offset) : time.of(value));
                } else if (scaled) {
                    vector.putDouble(i, value * scale + offset);
                } else {
                    put.put(vector, i, value);
                }
            }
        }

        private long integer(int index) {
            return stored.equals(DataTypes.ByteType)
                    ? packed.getByte(index)
                    : stored.equals(DataTypes.ShortType)
                            ? packed.getShort(index)
                            : stored.equals(DataTypes.IntegerType) ? packed.getInt(index) : packed.getLong(index);
        }
    }
}
