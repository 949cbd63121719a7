package dev.fallow.spark.read.element;

import dev.fallow.WrongTypeException;
import dev.fallow.value.TimeUnits;
import java.time.DateTimeException;
import java.time.Instant;
import org.apache.spark.sql.catalyst.util.DateTimeUtils;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/**
 * Numbers that are times, by the attributes {@code units} and {@code calendar} of the CF conventions. The attribute {@code spark-type},
 * which the write side stores, tells the type: {@code date}, {@code timestamp_ntz}, or else timestamp.
 */
final class CfTime {
    private static final int SECONDS_OF_DAY = 86_400;
    private static final int HALF_A_MICROSECOND = 500;

    private final TimeUnits units;
    private final DataType type;
    private final String where;

    private CfTime(TimeUnits units, DataType type, String where) {
        this.units = units;
        this.type = type;
        this.where = where;
    }

    /**
     * The times that attributes tell of.
     *
     * @param units the attribute; null if there is none
     * @param calendar the attribute; null if there is none
     * @param sparkType the attribute; null if there is none
     * @param where the path, for messages
     * @return null if the numbers are not times that can be told: other units or calendars, or a date that the calendar does
     *     not have
     */
    static CfTime of(String units, String calendar, String sparkType, String where) {
        if (units == null) {
            return null;
        }
        try {
            return new CfTime(TimeUnits.of(units, calendar), type(sparkType), where);
        } catch (IllegalArgumentException e) {
            return null; // such as "metres": numbers that are not times
        }
    }

    private static DataType type(String sparkType) {
        if ("date".equals(sparkType)) {
            return DataTypes.DateType;
        }
        return "timestamp_ntz".equals(sparkType) ? DataTypes.TimestampNTZType : DataTypes.TimestampType;
    }

    DataType type() {
        return type;
    }

    /**
     * The time of a whole number, as Spark stores it: microseconds since 1970, or days.
     *
     * @throws WrongTypeException if it is too far away
     */
    long of(long number) {
        try {
            return stored(units.instant(number));
        } catch (DateTimeException | ArithmeticException e) {
            throw tooFar(Long.toString(number), e);
        }
    }

    /**
     * The time of a number that is not NaN, as Spark stores it: microseconds since 1970, or days.
     *
     * @throws WrongTypeException if it is infinite or too far away
     */
    long of(double number) {
        try {
            return stored(units.instant(number));
        } catch (DateTimeException | ArithmeticException e) {
            throw tooFar(Double.toString(number), e);
        }
    }

    private long stored(Instant instant) {
        if (type.equals(DataTypes.DateType)) {
            return Math.toIntExact(Math.floorDiv(instant.getEpochSecond(), SECONDS_OF_DAY));
        }
        return DateTimeUtils.instantToMicros(instant.plusNanos(HALF_A_MICROSECOND));
    }

    private WrongTypeException tooFar(String number, Exception cause) {
        return new WrongTypeException(
                "%s: expected a %s, found the number %s, whose time is too far from 1970; the option decodeCf=false reads what is stored"
                        .formatted(where, type.simpleString(), number),
                cause);
    }
}
