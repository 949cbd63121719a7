package dev.fallow.internal.data;

import dev.fallow.format.Utf8;
import dev.fallow.type.Datatype;
import dev.fallow.type.FixedString;
import dev.fallow.type.FloatingPoint;
import dev.fallow.type.StringPadding;
import dev.fallow.type.VariableLength;
import java.math.BigDecimal;
import java.time.Instant;

/** Says why a number or a string does not fit its datatype, and what to do, for messages. */
record MisfitReason(Datatype type, ElementContext context) {
    /** What is wrong with an element: {@code does not fit string of 2 bytes: it has 3 bytes}. */
    String of(Object element) {
        if (element instanceof Number number && isRounded(number)) {
            return "is not exactly representable as " + type + "; round it with Conversion.ROUNDING";
        }
        return "does not fit " + type + (element instanceof String string ? text(string) : "")
                + (element instanceof Instant
                        ? ": store it as a number, for instance nanoseconds since 1970-01-01"
                        : "");
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
