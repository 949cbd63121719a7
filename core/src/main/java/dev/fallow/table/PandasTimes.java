package dev.fallow.table;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times of pandas: integers in a unit since 1970, of which the least one is no time. */
record PandasTimes(ChronoUnit unit) {
    private static final Pattern DTYPE = Pattern.compile("datetime64(?:\\[(s|ms|us|ns).*])?");
    private static final Map<String, ChronoUnit> UNITS =
            Map.of("s", ChronoUnit.SECONDS, "ms", ChronoUnit.MILLIS, "us", ChronoUnit.MICROS, "ns", ChronoUnit.NANOS);

    /** Those of a dtype; null if it is none of times. */
    static PandasTimes of(String dtype) {
        Matcher matcher = DTYPE.matcher(dtype);
        if (!matcher.matches()) {
            return null;
        }
        return new PandasTimes(matcher.group(1) == null ? ChronoUnit.NANOS : UNITS.get(matcher.group(1)));
    }

    /** The times; null for none. */
    Instant[] instants(long[] numbers) {
        long units = unit == ChronoUnit.SECONDS
                ? 1
                : 1_000_000_000L / unit.getDuration().toNanos();
        Instant[] times = new Instant[numbers.length];
        for (int i = 0; i < times.length; i++) {
            times[i] = numbers[i] == Long.MIN_VALUE ? null : instant(numbers[i], units);
        }
        return times;
    }

    /** @param units in a second */
    private Instant instant(long number, long units) {
        return Instant.ofEpochSecond(
                Math.floorDiv(number, units), Math.floorMod(number, units) * (1_000_000_000L / units));
    }
}
