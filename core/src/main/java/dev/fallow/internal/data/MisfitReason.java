package dev.fallow.internal.data;

import dev.fallow.format.Utf8;
import dev.fallow.type.Array;
import dev.fallow.type.Datatype;
import dev.fallow.type.FixedString;
import dev.fallow.type.FloatingPoint;
import dev.fallow.type.StringPadding;
import dev.fallow.type.Time;
import dev.fallow.type.VariableLength;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;

/** Says why a number or a string does not fit its datatype, and what to do, for messages. */
record MisfitReason(Datatype type, ElementContext context) {
    /** What is wrong with an element: {@code does not fit string of 2 bytes: it has 3 bytes}. */
    String of(Object element) {
        if (element instanceof Number number && isRounded(number)) {
            return "is not exactly representable as " + type + "; round it with Conversion.ROUNDING";
        }
        return "does not fit " + type + (element instanceof String string ? text(string) : "")
                + (element instanceof Instant ? instant() : "")
                + (type instanceof Array array ? length(array, element) : "");
    }

    private String instant() {
        return type instanceof Time
                ? ": it has %s since 1970, of 32 bits"
                        .formatted(type.size() == Integer.BYTES ? "whole seconds" : "seconds and microseconds")
                : ": store it as a number, for instance nanoseconds since 1970-01-01";
    }

    private static String length(Array array, Object element) {
        int rank = array.dimensions().size();
        Object found = JavaValues.arrays(element, rank);
        long[] expected = array.dimensions().stream().mapToLong(Long::longValue).toArray();
        if (found == null || !found.getClass().isArray() || Shape.matches(found, expected)) {
            return "";
        }
        long[] outermost = Shape.outermost(found, rank);
        return ": expected the shape %s, found %s"
                .formatted(
                        Arrays.toString(expected),
                        Arrays.equals(outermost, expected)
                                ? Shape.otherRow(found, expected)
                                : Arrays.toString(outermost));
    }

    /** Whether rounding, which infinities and NaN do not need, changes a number by less than one, or to one near it. */
    private boolean isRounded(Number number) {
        if (number instanceof Double && !Double.isFinite(number.doubleValue())
                || number instanceof Float && !Float.isFinite(number.floatValue())) {
            return false;
        }
        ElementCodec codec = Codecs.of(type, context);
        if (type instanceof FloatingPoint floats) {
            Number nearest = new FloatCodec(floats).nearest(number);
            return nearest instanceof BigDecimal || Double.isFinite(nearest.doubleValue());
        }
        return codec.accepts(Number.class)
                && Numbers.integer(number) == null
                && codec.firstMisfit(new Object[] {Numbers.truncated(number)}) < 0;
    }

    private String text(String string) {
        int surrogate = Utf8.firstLoneSurrogate(string);
        if (surrogate >= 0) {
            return ": the lone surrogate at index " + surrogate + " has no form in UTF-8";
        }
        int zero = string.indexOf(0);
        if (type instanceof FixedString fixed) {
            int bytes = Utf8.length(string);
            if (bytes > fixed.size()) {
                return ": it has %d bytes".formatted(bytes);
            }
            return zero >= 0 && fixed.padding() == StringPadding.NULL_TERMINATED
                    ? end(zero)
                    : ": it ends with what would be taken for padding";
        }
        return zero >= 0 && type instanceof VariableLength ? end(zero) : "";
    }

    private static String end(int zero) {
        return ": the zero byte at index " + zero + " would end it";
    }
}
