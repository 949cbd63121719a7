package dev.fallow.spark.read;

import java.io.Serializable;
import java.util.List;

/**
 * A condition that every wanted row meets: a column compared with numbers or texts.
 *
 * @param column its name, and those of members
 * @param operator the comparison
 * @param values of type {@code Long}, {@code Double} or {@code String}, all the same; one, except for {@link Operator#IN}
 */
record Bound(List<String> column, Operator operator, List<? extends Comparable<?>> values) implements Serializable {
    /** A comparison. */
    enum Operator {
        EQUAL,
        LESS,
        LESS_OR_EQUAL,
        GREATER,
        GREATER_OR_EQUAL,
        /** Equal to one of the values. */
        IN;

        /** The operator with its sides exchanged. */
        Operator mirrored() {
            return switch (this) {
                case LESS -> GREATER;
                case LESS_OR_EQUAL -> GREATER_OR_EQUAL;
                case GREATER -> LESS;
                case GREATER_OR_EQUAL -> LESS_OR_EQUAL;
                default -> this;
            };
        }
    }

    /** Copies the lists. */
    Bound {
        column = List.copyOf(column);
        values = List.copyOf(values);
    }

    /** Whether the values are of this class. */
    boolean compares(Class<?> type) {
        return values.stream().allMatch(type::isInstance);
    }

    /** Whether a value meets the condition. It is of the class of the values. */
    boolean accepts(Comparable<?> value) {
        for (Comparable<?> each : values) {
            int order = compare(value, each);
            boolean met = switch (operator) {
                case EQUAL, IN -> order == 0;
                case LESS -> order < 0;
                case LESS_OR_EQUAL -> order <= 0;
                case GREATER -> order > 0;
                case GREATER_OR_EQUAL -> order >= 0;
            };
            if (met) {
                return true;
            }
        }
        return false;
    }

    /** As Spark compares: NaN is the greatest number, and zeros are equal. */
    private static int compare(Comparable<?> a, Comparable<?> b) {
        if (a instanceof Double x) {
            return Double.compare(x + 0.0, (Double) b + 0.0);
        } else if (a instanceof Long x) {
            return Long.compare(x, (Long) b);
        }
        return compareBytes(a.toString(), b.toString());
    }

    /** By code points, which is the order of the bytes of UTF-8. */
    private static int compareBytes(String a, String b) {
        return org.apache.spark.unsafe.types.UTF8String.fromString(a)
                .compareTo(org.apache.spark.unsafe.types.UTF8String.fromString(b));
    }
}
