package dev.fallow.container;

import dev.fallow.oracle.ReferenceType;
import dev.fallow.oracle.ReferenceType.Int;
import dev.fallow.oracle.SnapshotValues;
import java.lang.reflect.Array;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** The one form of values that the oracle has, from the values that Fallow reads. */
public final class OurValues {
    private OurValues() {}

    /** A whole value: a scalar, or an array of any number of dimensions; null stays null. */
    public static Object of(ReferenceType type, Object value) {
        if (value == null) {
            return null;
        }
        List<Object> elements = new ArrayList<>();
        flatten(type, value, elements);
        return SnapshotValues.of(elements);
    }

    private static void flatten(ReferenceType type, Object value, List<Object> elements) {
        if (value.getClass().isArray()) {
            int length = Array.getLength(value);
            for (int i = 0; i < length; i++) {
                flatten(type, Array.get(value, i), elements);
            }
        } else {
            elements.add(element(type, value));
        }
    }

    /** Unsigned numbers of eight bytes come as they are: the oracle has them without a sign. */
    private static Object element(ReferenceType type, Object value) {
        if (type instanceof Int integer && !integer.signed() && value instanceof Long bits && bits < 0) {
            return new BigInteger(Long.toUnsignedString(bits));
        }
        return value;
    }
}
