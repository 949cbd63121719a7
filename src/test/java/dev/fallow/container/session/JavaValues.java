package dev.fallow.container.session;

import dev.fallow.oracle.ReferenceType;
import dev.fallow.oracle.ReferenceType.Floating;
import dev.fallow.oracle.ReferenceType.Int;
import java.lang.reflect.Array;
import java.nio.ByteOrder;
import java.util.List;

/** Values as Fallow's API takes them: a boxed scalar, or an array of as many dimensions as there are. */
final class JavaValues {
    private JavaValues() {}

    /** Whether the API makes just this type from the Java value. */
    static boolean canHold(Content content) {
        return javaType(content.type()) != null;
    }

    /** The array or scalar. */
    static Object of(Content content) {
        Class<?> type = javaType(content.type());
        long[] shape = content.shape();
        if (shape.length == 0) {
            return convert(type, content.values().get(0));
        }
        int[] lengths = new int[shape.length];
        for (int i = 0; i < lengths.length; i++) {
            lengths[i] = Math.toIntExact(shape[i]);
        }
        Object array = Array.newInstance(type, lengths);
        fill(array, type, content.values(), 0);
        return array;
    }

    private static int fill(Object array, Class<?> type, List<Object> values, int from) {
        int next = from;
        for (int i = 0; i < Array.getLength(array); i++) {
            if (array.getClass().getComponentType().isArray()) {
                next = fill(Array.get(array, i), type, values, next);
            } else {
                Array.set(array, i, convert(type, values.get(next++)));
            }
        }
        return next;
    }

    private static Object convert(Class<?> type, Object value) {
        Number number = (Number) value;
        if (type == byte.class) {
            return number.byteValue();
        } else if (type == short.class) {
            return number.shortValue();
        } else if (type == int.class) {
            return number.intValue();
        } else if (type == long.class) {
            return number.longValue();
        }
        return type == float.class ? (Object) number.floatValue() : number.doubleValue();
    }

    private static Class<?> javaType(ReferenceType type) {
        if (type instanceof Int integer && integer.signed() && integer.order() == ByteOrder.LITTLE_ENDIAN) {
            return switch (integer.size()) {
                case 1 -> byte.class;
                case 2 -> short.class;
                case 4 -> int.class;
                default -> long.class;
            };
        } else if (type instanceof Floating floating && floating.order() == ByteOrder.LITTLE_ENDIAN) {
            return floating.size() == 4 ? float.class : floating.size() == 8 ? double.class : null;
        }
        return null;
    }
}
