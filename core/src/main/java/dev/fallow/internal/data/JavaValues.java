package dev.fallow.internal.data;

import dev.fallow.RawElements;
import dev.fallow.Reference;
import dev.fallow.WrongTypeException;
import dev.fallow.format.message.Dataspace;
import dev.fallow.type.Datatype;
import java.lang.reflect.Array;
import java.math.BigInteger;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Converts the values of applications to arrays: lists, buffers, arrays of boxed numbers, and nested ones of these.
 * Arrays of primitives, strings, enum constants and records are returned as they are, without a look at their elements.
 */
public final class JavaValues {
    private JavaValues() {}

    /**
     * A value whose outermost lists and buffers are arrays, for elements of a known datatype. Elements are not
     * converted.
     */
    public static Object arrays(Object value, int rank) {
        if (value instanceof Buffer buffer) {
            return array(buffer);
        } else if (rank == 0 || !hasLists(value, rank)) {
            return value;
        }
        Object[] elements = value instanceof List<?> list ? list.toArray() : ((Object[]) value).clone();
        for (int i = 0; i < elements.length && rank > 1; i++) {
            elements[i] = arrays(elements[i], rank - 1);
        }
        return elements;
    }

    private static boolean hasLists(Object value, int rank) {
        if (rank > 1 && value instanceof Object[] rows) {
            for (Object row : rows) {
                if (hasLists(row, rank - 1)) {
                    return true;
                }
            }
        }
        return value instanceof List<?>;
    }

    /** The remaining content of a buffer as an array; bytes are elements as stored. The position does not change. */
    private static Object array(Buffer buffer) {
        int count = buffer.remaining();
        if (buffer instanceof ByteBuffer bytes) {
            byte[] array = new byte[count];
            bytes.get(bytes.position(), array);
            return new RawElements(array);
        } else if (buffer instanceof DoubleBuffer doubles) {
            double[] array = new double[count];
            doubles.get(doubles.position(), array);
            return array;
        } else if (buffer instanceof FloatBuffer floats) {
            float[] array = new float[count];
            floats.get(floats.position(), array);
            return array;
        } else if (buffer instanceof LongBuffer longs) {
            long[] array = new long[count];
            longs.get(longs.position(), array);
            return array;
        } else if (buffer instanceof IntBuffer ints) {
            int[] array = new int[count];
            ints.get(ints.position(), array);
            return array;
        } else if (buffer instanceof ShortBuffer shorts) {
            short[] array = new short[count];
            shorts.get(shorts.position(), array);
            return array;
        }
        throw new WrongTypeException("expected a buffer of bytes or numbers, found "
                + buffer.getClass().getSimpleName());
    }

    /** A value as an element that may be an array: a list becomes an array of objects. */
    public static Object array(Object element) {
        return element instanceof List<?> list ? list.toArray() : element;
    }

    /**
     * A value without a datatype as an array of one type, which is a primitive one if that holds all elements.
     *
     * @throws WrongTypeException if rows differ in length, or the elements have no common type
     */
    public static Object uniform(Object value) {
        if (value instanceof Buffer buffer) {
            return array(buffer);
        }
        Class<?> innermost = innermost(value.getClass());
        if (!(value instanceof List<?>) && (!value.getClass().isArray() || isFixed(innermost))) {
            return value;
        }
        long[] dimensions = dimensions(value);
        CommonType type = new CommonType();
        visit(value, dimensions, 0, type);
        Class<?> found = type.found(innermost);
        if (found == null) {
            throw new WrongTypeException(
                    "an empty list has no element type; an array has one, or the datatype must be given");
        }
        Object array = Shape.newArray(found, dimensions);
        copy(value, array, dimensions.length, type);
        return array;
    }

    /**
     * The shape of a value for elements of a known datatype.
     *
     * @param inside the number of dimensions of each element, which are not part of the shape
     * @throws WrongTypeException if the value has fewer
     */
    public static long[] shape(Object value, int inside, Datatype type) {
        Object array = arrays(value, 0);
        long[] all = array == null ? new long[0] : dimensions(array);
        if (array == null || array instanceof RawElements || all.length < inside) {
            throw new WrongTypeException("expected elements of %s in the shape of the dataset, found %s"
                    .formatted(type, array == null ? "null" : array.getClass().getSimpleName()));
        }
        return Arrays.copyOf(all, all.length - inside);
    }

    private static Class<?> innermost(Class<?> type) {
        Class<?> innermost = type;
        while (innermost.isArray()) {
            innermost = innermost.getComponentType();
        }
        return innermost;
    }

    /** Whether arrays of this component type say what type their elements have. */
    private static boolean isFixed(Class<?> innermost) {
        return innermost.isPrimitive()
                || innermost == String.class
                || innermost.isEnum()
                || innermost.isRecord()
                || innermost == Reference.class;
    }

    /** A list, or an array as a list; null for another value. */
    private static List<?> row(Object value) {
        if (value instanceof List<?> list) {
            return list;
        } else if (value == null || !value.getClass().isArray()) {
            return null;
        }
        return new AbstractList<>() {
            @Override
            public Object get(int index) {
                return Array.get(value, index);
            }

            @Override
            public int size() {
                return Array.getLength(value);
            }
        };
    }

    /** The lengths of the outermost row, of its first row, and so on. */
    private static long[] dimensions(Object value) {
        List<Long> lengths = new ArrayList<>();
        List<?> at = row(value);
        while (at != null && lengths.size() <= Dataspace.MAX_RANK) { // a list may contain itself
            lengths.add((long) at.size());
            at = at.isEmpty() ? null : row(at.get(0));
        }
        int declared = 0;
        for (Class<?> type = value.getClass(); type.isArray(); type = type.getComponentType()) {
            declared++;
        }
        while (lengths.size() < declared) {
            lengths.add(0L); // below an empty array
        }
        return lengths.stream().mapToLong(Long::longValue).toArray();
    }

    private static void visit(Object value, long[] dimensions, int depth, CommonType type) {
        List<?> row = row(value);
        if (depth == dimensions.length) {
            if (row != null) {
                throw notRectangular("an element", depth, "a row");
            }
            type.add(value);
            return;
        }
        if (row == null || row.size() != dimensions[depth]) {
            throw notRectangular(
                    dimensions[depth] + " elements", depth, row != null ? row.size() : String.valueOf(value));
        }
        for (Object inner : row) { // not by index, which is slow in linked lists
            visit(inner, dimensions, depth + 1, type);
        }
    }

    private static WrongTypeException notRectangular(String expected, int depth, Object found) {
        return new WrongTypeException("the value is not rectangular: expected %s in dimension %d, found %s"
                .formatted(expected, depth, found));
    }

    private static void copy(Object from, Object to, int rank, CommonType type) {
        int i = 0;
        for (Object element : row(from)) {
            if (rank > 1) {
                copy(element, Array.get(to, i), rank - 1, type);
            } else {
                Array.set(to, i, type.converted(element));
            }
            i++;
        }
    }

    /**
     * The one type of many elements: their class; or for numbers of several classes the smallest primitive type that holds
     * them all.
     */
    private static final class CommonType {
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
            } else if (element instanceof Reference) {
                return Reference.class;
            }
            return element instanceof BigInteger number && number.bitLength() < Long.SIZE
                    ? Long.class
                    : element.getClass();
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
            if (hasNull && unboxed != String.class && unboxed != Reference.class) {
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
                            "%s beside floating-point numbers is not exactly representable as float64;"
                                            .formatted(number)
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
}
