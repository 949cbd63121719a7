package dev.fallow.spark.read.table;

import dev.fallow.TimeUnits;
import dev.fallow.WrongTypeException;
import java.lang.reflect.Array;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.apache.spark.sql.catalyst.util.DateTimeUtils;
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

    private static final int SECONDS_OF_DAY = 86_400;
    private static final int HALF_A_MICROSECOND = 500;

    private final DataType stored;
    private final String where;
    private final boolean unsigned;
    private final boolean scaled;
    private final double scale;
    private final double offset;
    /** Null if the numbers are no times. */
    private final TimeUnits units;

    private final DataType timeType;
    /** Sorted. */
    private final long[] missing;
    /** Sorted; NaN is the last one. */
    private final double[] missingNumbers;

    private PackedNumbers(DataType stored, String where, Function<String, Object> attributes) {
        this.stored = stored;
        this.where = where;
        unsigned = SparkTypes.INTEGERS.contains(stored)
                && !stored.equals(DataTypes.LongType)
                && "true".equalsIgnoreCase(String.valueOf(attributes.apply(UNSIGNED)));
        scaled = attributes.apply(SCALE) != null || attributes.apply(OFFSET) != null;
        scale = number(SCALE, attributes.apply(SCALE), 1);
        offset = number(OFFSET, attributes.apply(OFFSET), 0);
        units = units(text(attributes.apply(UNITS)), text(attributes.apply(CALENDAR)));
        timeType = timeType(text(attributes.apply(SPARK_TYPE)));
        List<Number> numbers = new ArrayList<>();
        for (Object value : Arrays.asList(attributes.apply(FILL), attributes.apply(MISSING))) {
            for (int i = 0; i < count(value); i++) {
                if (element(value, i) instanceof Number number) {
                    numbers.add(number);
                }
            }
        }
        boolean single = stored.equals(DataTypes.FloatType);
        missingNumbers = numbers.stream()
                .mapToDouble(each -> single ? (float) each.doubleValue() : each.doubleValue())
                .sorted()
                .toArray();
        missing = numbers.stream()
                .filter(PackedNumbers::isWhole)
                .mapToLong(each -> unsigned ? signed(each.longValue()) : each.longValue())
                .sorted()
                .toArray();
    }

    private static boolean isWhole(Number number) {
        return !(number instanceof Float || number instanceof Double) || number.doubleValue() == number.longValue();
    }

    /** Null without units, or with others or a calendar that cannot be told: numbers that are not times, such as "metres". */
    private static TimeUnits units(String units, String calendar) {
        try {
            return units == null ? null : calendar == null ? TimeUnits.of(units) : TimeUnits.of(units, calendar);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static DataType timeType(String sparkType) {
        if ("date".equals(sparkType)) {
            return DataTypes.DateType;
        }
        return "timestamp_ntz".equals(sparkType) ? DataTypes.TimestampNTZType : DataTypes.TimestampType;
    }

    /**
     * The packing of a dataset.
     *
     * @param attributes the value of the attribute with a name; null if there is none
     * @return null if the numbers are what is stored
     * @throws WrongTypeException if scale_factor or add_offset is not a number
     */
    public static PackedNumbers of(DataType stored, String where, Function<String, Object> attributes) {
        if (!SparkTypes.INTEGERS.contains(stored) && !isFloating(stored)) {
            return null;
        }
        PackedNumbers packing = new PackedNumbers(stored, where, attributes);
        boolean any = packing.unsigned || packing.scaled || packing.units != null || packing.missingNumbers.length > 0;
        return any ? packing : null;
    }

    private static boolean isFloating(DataType type) {
        return type.equals(DataTypes.FloatType) || type.equals(DataTypes.DoubleType);
    }

    private double number(String name, Object value, double otherwise) {
        if (value == null) {
            return otherwise;
        }
        Object one = count(value) == 1 ? element(value, 0) : value;
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

    private static int count(Object value) {
        return value == null ? 0 : value.getClass().isArray() ? Array.getLength(value) : 1;
    }

    private static Object element(Object value, int index) {
        return value.getClass().isArray() ? Array.get(value, index) : value;
    }

    /** The stored bits of an unsigned number as a signed one. */
    private long signed(long number) {
        int unused = Long.SIZE - Byte.SIZE * stored.defaultSize();
        return number << unused >> unused;
    }

    /** The type of the unpacked numbers. */
    public DataType type() {
        if (units != null) {
            return timeType;
        } else if (scaled) {
            return DataTypes.DoubleType;
        }
        return unsigned ? SparkTypes.INTEGERS.get(SparkTypes.INTEGERS.indexOf(stored) + 1) : stored;
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
        ColumnReaders.Other packed = new ColumnReaders.Other(numbers, stored);
        Vectors.PutInteger put = Vectors.integers(target);
        return isFloating(stored)
                ? (box, first, count, vector) -> putNumbers(packed.rows(box, first, count), count, vector, put)
                : (box, first, count, vector) -> putIntegers(packed.rows(box, first, count), count, vector, put);
    }

    /** The time of a whole number, as Spark stores it: microseconds since 1970, or days. */
    private long time(long number) {
        try {
            return stored(units.instant(number));
        } catch (DateTimeException | ArithmeticException e) {
            throw tooFar(Long.toString(number), e);
        }
    }

    /** The same of a number that is not NaN. */
    private long time(double number) {
        try {
            return stored(units.instant(number));
        } catch (DateTimeException | ArithmeticException e) {
            throw tooFar(Double.toString(number), e);
        }
    }

    private long stored(Instant instant) {
        if (timeType.equals(DataTypes.DateType)) {
            return Math.toIntExact(Math.floorDiv(instant.getEpochSecond(), SECONDS_OF_DAY));
        }
        return DateTimeUtils.instantToMicros(instant.plusNanos(HALF_A_MICROSECOND));
    }

    private WrongTypeException tooFar(String number, Exception cause) {
        return new WrongTypeException(
                "%s: expected a %s, found the number %s, whose time is too far from 1970; the option decodeCf=false reads what is stored"
                        .formatted(where, timeType.simpleString(), number),
                cause);
    }

    private void putNumbers(
            WritableColumnVector packed, int count, WritableColumnVector vector, Vectors.PutInteger put) {
        boolean single = stored.equals(DataTypes.FloatType);
        boolean stays = vector.dataType().equals(DataTypes.FloatType);
        for (int i = 0; i < count; i++) {
            double number = packed.isNullAt(i) ? 0 : single ? packed.getFloat(i) : packed.getDouble(i);
            if (packed.isNullAt(i) || isMissing(number) || units != null && Double.isNaN(number)) {
                vector.putNull(i);
            } else if (units != null) {
                put.put(vector, i, time(scaled ? number * scale + offset : number));
            } else if (stays) {
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

    private void putIntegers(
            WritableColumnVector packed, int count, WritableColumnVector vector, Vectors.PutInteger put) {
        int size = stored.defaultSize();
        long mask = -1L >>> Long.SIZE - Byte.SIZE * size;
        for (int i = 0; i < count; i++) {
            long number = packed.isNullAt(i) ? 0 : Vectors.integer(packed, i, size);
            if (packed.isNullAt(i) || Arrays.binarySearch(missing, number) >= 0) {
                vector.putNull(i);
                continue;
            }
            long value = unsigned ? number & mask : number;
            if (units != null) {
                put.put(vector, i, scaled ? time(value * scale + offset) : time(value));
            } else if (scaled) {
                vector.putDouble(i, value * scale + offset);
            } else {
                put.put(vector, i, value);
            }
        }
    }
}
