package dev.fallow.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Units of time as the CF conventions write them, {@code hours since 1970-01-01 00:00:00}, and the instants of numbers in
 * them. A date without a zone is in UTC. Months and years have no fixed length, and are not units. Instances are immutable.
 */
public final class TimeUnits {
    private static final long NANOS = 1_000_000_000;
    private static final int LONGEST_TEXT = 200;

    /** The calendars that agree with Java's since October 1582. */
    private static final List<String> CALENDARS = List.of("standard", "gregorian", "proleptic_gregorian");

    /** The nanoseconds of each unit, by the names in the CF conventions. */
    private static final Map<String, Long> UNITS = new HashMap<>();

    static {
        put(1, "nanosecond", "nanoseconds", "nanosec", "nanosecs", "ns", "nsec", "nsecs");
        put(1_000, "microsecond", "microseconds", "microsec", "microsecs", "us");
        put(1_000_000, "millisecond", "milliseconds", "millisec", "millisecs", "msec", "msecs", "ms");
        put(NANOS, "second", "seconds", "sec", "secs", "s");
        put(60 * NANOS, "minute", "minutes", "min", "mins");
        put(3_600 * NANOS, "hour", "hours", "hr", "hrs", "h");
        put(86_400 * NANOS, "day", "days", "d");
    }

    private static final Pattern FORM = Pattern.compile("\\s*([a-z]+)\\s+since\\s+(-?\\d{1,4})-(\\d{1,2})-(\\d{1,2})"
            + "(?:(?:\\s+|t)(\\d{1,2}):(\\d{1,2})(?::(\\d{1,2})(?:\\.(\\d{0,9}))?)?)?"
            + "\\s*(z|utc|gmt|(?:utc|gmt)?([+-]\\d{1,2})(?::?(\\d{2}))?)?\\s*");

    private static final int UNIT = 1;
    private static final int YEAR = 2;
    private static final int MONTH = 3;
    private static final int DAY = 4;
    private static final int HOUR = 5;
    private static final int MINUTE = 6;
    private static final int SECOND = 7;
    private static final int FRACTION = 8;
    private static final int ZONE_HOURS = 10;
    private static final int ZONE_MINUTES = 11;

    private final Instant origin;
    private final long nanos;

    private TimeUnits(Instant origin, long nanos) {
        this.origin = origin;
        this.nanos = nanos;
    }

    private static void put(long nanos, String... names) {
        for (String name : names) {
            UNITS.put(name, nanos);
        }
    }

    /**
     * Parses the attributes {@code units} and {@code calendar}.
     *
     * @param units for example "days since 1970-01-01"
     * @param calendar standard, gregorian or proleptic_gregorian; null for standard. The date is one of Java's calendar,
     *     which is proleptic_gregorian: in the others, dates before 1582-10-15 are other days
     * @throws IllegalArgumentException if the units do not have this form, or the calendar is another one
     */
    public static TimeUnits of(String units, String calendar) {
        TimeUnits parsed = parsed(units);
        if (calendar != null && !CALENDARS.contains(calendar.strip().toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException(
                    "expected one of the calendars %s, found \"%s\"".formatted(CALENDARS, calendar));
        }
        return parsed;
    }

    private static TimeUnits parsed(String text) {
        Matcher found = FORM.matcher(text.length() > LONGEST_TEXT ? "" : text.toLowerCase(Locale.ROOT));
        Long nanos = found.matches() ? UNITS.get(found.group(UNIT)) : null;
        if (nanos == null) {
            throw notTime(text, null);
        }
        try {
            LocalDateTime date = LocalDateTime.of(
                    Integer.parseInt(found.group(YEAR)),
                    Integer.parseInt(found.group(MONTH)),
                    Integer.parseInt(found.group(DAY)),
                    number(found, HOUR),
                    number(found, MINUTE),
                    number(found, SECOND),
                    nanoseconds(found.group(FRACTION)));
            return new TimeUnits(date.toInstant(zone(found)), nanos);
        } catch (DateTimeException e) {
            throw notTime(text, e);
        }
    }

    private static IllegalArgumentException notTime(String text, Throwable cause) {
        String shown = text.length() > LONGEST_TEXT ? text.substring(0, LONGEST_TEXT) + "..." : text;
        return new IllegalArgumentException(
                "expected units of the form \"seconds since 1970-01-01 00:00:00\", with nanoseconds to days, found \"%s\""
                        .formatted(shown),
                cause);
    }

    private static int number(Matcher found, int group) {
        return found.group(group) == null ? 0 : Integer.parseInt(found.group(group));
    }

    private static int nanoseconds(String fraction) {
        return fraction == null ? 0 : Integer.parseInt((fraction + "000000000").substring(0, 9));
    }

    private static ZoneOffset zone(Matcher found) {
        String hours = found.group(ZONE_HOURS);
        if (hours == null) {
            return ZoneOffset.UTC;
        }
        int minutes = number(found, ZONE_MINUTES);
        return ZoneOffset.ofHoursMinutes(Integer.parseInt(hours), hours.startsWith("-") ? -minutes : minutes);
    }

    /** The instant of the number 0. */
    public Instant origin() {
        return origin;
    }

    /**
     * The instant of a whole number.
     *
     * @throws DateTimeException if it is too far away
     */
    public Instant instant(long number) {
        try {
            long perSecond = NANOS / nanos; // 0 for units longer than a second
            return perSecond > 0
                    ? origin.plusSeconds(Math.floorDiv(number, perSecond))
                            .plusNanos(Math.floorMod(number, perSecond) * nanos)
                    : origin.plusSeconds(Math.multiplyExact(number, nanos / NANOS));
        } catch (ArithmeticException e) {
            throw new DateTimeException(number + " is too far away", e);
        }
    }

    /** The number of an instant, exactly. */
    public BigDecimal number(Instant instant) {
        BigDecimal since = BigDecimal.valueOf(instant.getEpochSecond())
                .subtract(BigDecimal.valueOf(origin.getEpochSecond()))
                .multiply(BigDecimal.valueOf(NANOS))
                .add(BigDecimal.valueOf(instant.getNano() - origin.getNano()));
        // with 34 digits, far more than a double has; a quotient of fewer digits is exact
        return since.divide(BigDecimal.valueOf(nanos), MathContext.DECIMAL128);
    }

    /**
     * The instant of a number, rounded to the nearest nanosecond; null for NaN, which stands for a missing value.
     *
     * @throws DateTimeException if it is infinite or too far away
     */
    public Instant instant(double number) {
        if (Double.isNaN(number)) {
            return null;
        }
        if (Double.isInfinite(number)) {
            throw new DateTimeException(number + " is not an instant");
        }
        BigInteger[] seconds = new BigDecimal(number)
                .multiply(BigDecimal.valueOf(nanos))
                .setScale(0, RoundingMode.HALF_EVEN)
                .toBigInteger()
                .divideAndRemainder(BigInteger.valueOf(NANOS));
        try {
            return origin.plusSeconds(seconds[0].longValueExact()).plusNanos(seconds[1].longValue());
        } catch (ArithmeticException e) {
            throw new DateTimeException(number + " is too far away", e);
        }
    }
}
