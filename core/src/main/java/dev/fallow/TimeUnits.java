package dev.fallow;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Units of time as the CF conventions write them, {@code hours since 1970-01-01 00:00:00}, and the instants of numbers in
 * them. A date without a zone is in UTC. Months and years have no fixed length, and are not units. Instances are immutable.
 *
 * <p>In the calendars standard and gregorian, a date before 1582-10-15 is one of the Julian calendar, as in
 * {@link GregorianCalendar}: {@code 0001-01-01} is two days earlier than in proleptic_gregorian, which {@code java.time} has. An
 * instant is a point in time, whatever the calendar: its {@code toString} gives the date in proleptic_gregorian.
 */
public final class TimeUnits {
    private static final long NANOS = 1_000_000_000;
    private static final int LONGEST_TEXT = 200;

    private static final String PROLEPTIC = "proleptic_gregorian";
    private static final List<String> CALENDARS = List.of("standard", "gregorian", PROLEPTIC);

    /** The year in which 1582-10-15 of the Gregorian calendar follows 1582-10-04 of the Julian one. */
    private static final int REFORM = 1582;

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
     * Parses the attribute {@code units}, in the standard calendar.
     *
     * @param units for example "days since 1970-01-01"
     * @throws IllegalArgumentException if they do not have this form, or the calendar does not have the date
     */
    public static TimeUnits of(String units) {
        return of(units, CALENDARS.get(0));
    }

    /**
     * Parses the attributes {@code units} and {@code calendar}.
     *
     * @param units for example "days since 1970-01-01"
     * @param calendar standard, gregorian or proleptic_gregorian
     * @throws IllegalArgumentException if the units do not have this form, the calendar is another one, or it does not have
     *     the date
     */
    public static TimeUnits of(String units, String calendar) {
        String name = calendar.strip().toLowerCase(Locale.ROOT);
        TimeUnits parsed = parsed(units, !name.equals(PROLEPTIC));
        if (!CALENDARS.contains(name)) {
            throw new IllegalArgumentException(
                    "expected one of the calendars %s, found \"%s\"".formatted(CALENDARS, calendar));
        }
        return parsed;
    }

    private static TimeUnits parsed(String text, boolean mixed) {
        Matcher found = FORM.matcher(text.length() > LONGEST_TEXT ? "" : text.toLowerCase(Locale.ROOT));
        Long nanos = found.matches() ? UNITS.get(found.group(UNIT)) : null;
        if (nanos == null) {
            throw notTime(text, null);
        }
        try {
            LocalTime time = LocalTime.of(
                    number(found, HOUR),
                    number(found, MINUTE),
                    number(found, SECOND),
                    nanoseconds(found.group(FRACTION)));
            LocalDate date = date(number(found, YEAR), number(found, MONTH), number(found, DAY), mixed);
            return new TimeUnits(date.atTime(time).toInstant(zone(found)), nanos);
        } catch (DateTimeException e) {
            throw notTime(text, e);
        }
    }

    /**
     * The date of java.time that is the same day.
     *
     * @param mixed whether dates before the reform are Julian. Then there is no year 0: -1 is the year before 1
     * @throws DateTimeException if the calendar does not have the date
     */
    private static LocalDate date(int year, int month, int day, boolean mixed) {
        if (!mixed || year > REFORM) {
            return LocalDate.of(year, month, day);
        }
        if (year == 0) {
            throw new DateTimeException("this calendar has no year 0");
        }
        GregorianCalendar calendar = new GregorianCalendar(TimeZone.getTimeZone(ZoneOffset.UTC), Locale.ROOT);
        calendar.clear();
        calendar.setLenient(false);
        calendar.set(Calendar.ERA, year < 0 ? GregorianCalendar.BC : GregorianCalendar.AD);
        calendar.set(Math.abs(year), month - 1, day);
        try {
            return LocalDate.ofInstant(calendar.toInstant(), ZoneOffset.UTC);
        } catch (IllegalArgumentException e) {
            throw new DateTimeException("this calendar does not have the date", e);
        }
    }

    private static IllegalArgumentException notTime(String text, Throwable cause) {
        String shown = text.length() > LONGEST_TEXT ? text.substring(0, LONGEST_TEXT) + "..." : text;
        return new IllegalArgumentException(
                "expected units of the form \"seconds since 1970-01-01 00:00:00\", with nanoseconds to days, found \"%s\"%s"
                        .formatted(shown, cause == null ? "" : ": " + cause.getMessage()),
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
     * The instant of a number, rounded to the nearest nanosecond.
     *
     * @throws DateTimeException if it is NaN, which stands for a missing value, infinite or too far away
     */
    public Instant instant(double number) {
        if (!Double.isFinite(number)) {
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
