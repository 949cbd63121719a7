package dev.fallow.internal.data.mapping;

import dev.fallow.WrongTypeException;
import dev.fallow.internal.data.element.Shape;
import java.math.BigInteger;
import java.util.List;

/**
 * The one type of many elements: their class; or for numbers of several classes the smallest primitive type that holds
 * them all.
 */
final class CommonType {
    /** The integer types, each of which holds the numbers of those before. */
    private static final List<Class<?>> INTEGERS = List.of(Byte.class, Short.class, Integer.class, Long.class);

    private Class<?> found;
    private boolean hasNull;

    /** Adds an element. */
    void add(Object element) {
        if (element == null) {
            hasNull = true;
            return;
        }
        Class<?> type = type(element);
        if (found == null) {
            found = type;
        } else if (found != type) {
            found = common(found, type);
        }
    }

    private static Class<?> type(Object element) {
        if (element instanceof Enum<?> constant) {
            return constant.getDeclaringClass();
        }
        return element instanceof BigInteger number && number.bitLength() < Long.SIZE ? Long.class : element.getClass();
    }

    private static Class<?> common(Class<?> one, Class<?> other) {
        int a = INTEGERS.indexOf(one);
        int b = INTEGERS.indexOf(other);
        if (a >= 0 && b >= 0) {
            return INTEGERS.get(Math.max(a, b));
        } else if (one == BigInteger.class && b >= 0 || other == BigInteger.class && a >= 0) {
            return BigInteger.class;
        } else if (isNumber(one, a) && isNumber(other, b)) {
            return Double.class;
        }
        throw new WrongTypeException("expected elements of one type, found %s and %s; the datatype must be given"
                .formatted(one.getName(), other.getName()));
    }

    private static boolean isNumber(Class<?> type, int integer) {
        return integer >= 0 || type == Float.class || type == Double.class;
    }

    /**
     * The type, primitive if it is a box.
     *
     * @param declared the component type of the array, for an array without elements
     * @throws WrongTypeException if an element is null, and the type is primitive
     */
    Class<?> found(Class<?> declared) {
        Class<?> type = found;
        if (type == null) {
            type = hasNull
                    ? null
                    : Number.class.isAssignableFrom(declared) || declared == Boolean.class ? declared : null;
        }
        Class<?> unboxed = type == null ? null : Shape.unboxed(type);
        if (hasNull && (unboxed == null || unboxed != String.class)) {
            throw new WrongTypeException("expected a value of each element, found null");
        }
        return unboxed;
    }

    /**
     * An element of this type.
     *
     * @throws WrongTypeException if a {@code double} does not hold it exactly
     */
    Object converted(Object element) {
        if (element == null || element.getClass() == found || !(element instanceof Number number)) {
            return element;
        } else if (found == Double.class) {
            double converted = number.doubleValue();
            if (!(number instanceof Float) && ((long) converted != number.longValue() || converted == 0x1p63)) {
                throw new WrongTypeException(
                        "%s beside floating-point numbers is not exactly representable as float64;".formatted(number)
                                + " the datatype must be given");
            }
            return converted;
        } else if (found == Short.class) {
            return number.shortValue();
        } else if (found == Integer.class) {
            return number.intValue();
        } else if (found == BigInteger.class) {
            return BigInteger.valueOf(number.longValue());
        }
        return number.longValue();
    }
}
