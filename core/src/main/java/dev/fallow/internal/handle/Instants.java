package dev.fallow.internal.handle;

import dev.fallow.Dataset;
import dev.fallow.Selection;
import dev.fallow.TimeUnits;
import dev.fallow.WrongTypeException;
import dev.fallow.type.FloatingPoint;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;

/**
 * Reads and writes numbers as instants, by the attributes {@code units} and {@code calendar} of the CF conventions.
 *
 * @param where the file and the dataset, for messages
 */
record Instants(Dataset dataset, String where) {
    private static final String UNITS = "units";
    private static final String CALENDAR = "calendar";

    /** Whether a value is an instant, an array of them, or a list of them. */
    static boolean are(Object value) {
        return value instanceof Instant
                || value instanceof Instant[]
                || value instanceof List<?> list
                        && !list.isEmpty()
                        && list.stream().allMatch(element -> element == null || element instanceof Instant)
                        && list.stream().anyMatch(Objects::nonNull);
    }

    /** Selected elements in row-major order; null if there is no value. */
    Instant[] read(Selection selection) {
        TimeUnits units = units();
        if (dataset.datatype() instanceof FloatingPoint) {
            double[] numbers = dataset.read(selection, double[].class);
            return instants(numbers.length, i -> Double.isNaN(numbers[i]) ? null : units.instant(numbers[i]));
        }
        long[] numbers = dataset.read(selection, long[].class);
        return instants(numbers.length, i -> units.instant(numbers[i]));
    }

    /** The only one of the selected elements. */
    Instant readOne(Selection selection) {
        TimeUnits units = units();
        if (!(dataset.datatype() instanceof FloatingPoint)) {
            long number = dataset.read(selection, long.class);
            return instants(1, i -> units.instant(number))[0];
        }
        double number = dataset.read(selection, double.class);
        if (Double.isNaN(number)) {
            throw new WrongTypeException(
                    where + ": the element is NaN, a missing time; read it as Instant[], where that is null");
        }
        return instants(1, i -> units.instant(number))[0];
    }

    /**
     * The numbers that stand for instants.
     *
     * @param value one for which {@link #are} holds
     */
    Object numbers(Object value) {
        if (value instanceof Instant instant) {
            return numbers(new Instant[] {instant}, units())[0];
        }
        Instant[] instants = value instanceof List<?> list ? list.toArray(Instant[]::new) : (Instant[]) value;
        Object[] numbers = numbers(instants, units());
        boolean scalar = dataset.dimensions().length == 0 && numbers.length == 1;
        return scalar ? numbers[0] : numbers;
    }

    private Object[] numbers(Instant[] instants, TimeUnits units) {
        boolean fractions = dataset.datatype() instanceof FloatingPoint;
        Object[] numbers = new Object[instants.length];
        for (int i = 0; i < numbers.length; i++) {
            if (instants[i] != null) {
                BigDecimal number = units.number(instants[i]);
                numbers[i] = fractions ? (Object) number.doubleValue() : whole(number, i, instants[i]);
            } else if (fractions) {
                numbers[i] = Double.NaN;
            } else {
                throw new WrongTypeException(
                        "%s: expected an instant, found null at element %d in row-major order".formatted(where, i));
            }
        }
        return numbers;
    }

    private BigInteger whole(BigDecimal number, int index, Instant instant) {
        try {
            return number.toBigIntegerExact();
        } catch (ArithmeticException e) {
            throw new WrongTypeException(
                    "%s: element %d in row-major order: %s is not a whole number in the units \"%s\""
                            .formatted(where, index, instant, text(UNITS)),
                    e);
        }
    }

    private TimeUnits units() {
        if (!dataset.hasAttribute(UNITS)) {
            throw new WrongTypeException(where + " has no attribute units, such as \"seconds since 1970-01-01\"");
        }
        String units = text(UNITS);
        try {
            return dataset.hasAttribute(CALENDAR) ? TimeUnits.of(units, text(CALENDAR)) : TimeUnits.of(units);
        } catch (IllegalArgumentException e) {
            throw new WrongTypeException(where + ": " + e.getMessage(), e);
        }
    }

    private String text(String attribute) {
        String[] text = dataset.attribute(attribute).read(String[].class);
        if (text.length != 1 || text[0] == null) {
            throw new WrongTypeException(
                    "%s: expected one string in the attribute %s, found %s".formatted(where, attribute, text.length));
        }
        return text[0];
    }

    private Instant[] instants(int count, IntFunction<Instant> of) {
        Instant[] instants = new Instant[count];
        for (int i = 0; i < count; i++) {
            try {
                instants[i] = of.apply(i);
            } catch (DateTimeException e) {
                throw new WrongTypeException(
                        "%s: element %d in row-major order: %s".formatted(where, i, e.getMessage()), e);
            }
        }
        return instants;
    }
}
