package dev.fallow.internal.data;

import dev.fallow.TooLargeException;
import dev.fallow.WrongTypeException;
import dev.fallow.format.message.Dataspace;
import dev.fallow.internal.storage.Memory;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The shape of an n-dimensional Java array, and iteration over its innermost rows. A scalar has no dimensions.
 *
 * @param dimensions the number of elements in each dimension, outermost first
 * @param elementType the innermost component type: a primitive type or {@code String}
 */
public record Shape(long[] dimensions, Class<?> elementType) {
    /** The size of a reference with compressed references; also that of an int or a float. */
    private static final int REFERENCE_BYTES = 4;

    private static final int ARRAY_BYTES = 16;

    private static final Map<Class<?>, Class<?>> UNBOXED = Map.of(
            Boolean.class, boolean.class,
            Character.class, char.class,
            Byte.class, byte.class,
            Short.class, short.class,
            Integer.class, int.class,
            Long.class, long.class,
            Float.class, float.class,
            Double.class, double.class);

    /**
     * The shape of a value: a rectangular n-dimensional array, or a scalar ({@code Number}, {@code String}).
     *
     * @throws WrongTypeException if rows differ in length, or one is null
     */
    public static Shape of(Object value) {
        List<Long> dimensions = new ArrayList<>();
        Class<?> type = value.getClass();
        Object at = value;
        while (type.isArray()) {
            int length = at == null ? 0 : Array.getLength(at);
            dimensions.add((long) length);
            type = type.getComponentType();
            at = type.isArray() && length > 0 ? Array.get(at, 0) : null;
        }
        Shape shape = new Shape(
                dimensions.stream().mapToLong(Long::longValue).toArray(), dimensions.isEmpty() ? unboxed(type) : type);
        if (!matches(value, shape.dimensions)) {
            throw new WrongTypeException("the array is not rectangular: expected the shape %s, found %s"
                    .formatted(Arrays.toString(shape.dimensions), otherRow(value, shape.dimensions)));
        }
        return shape;
    }

    /** The primitive type of a boxed one; other types are returned unchanged. */
    static Class<?> unboxed(Class<?> type) {
        return UNBOXED.getOrDefault(type, type);
    }

    /**
     * The product of dimensions; 1 if there are none.
     *
     * @throws ArithmeticException if it exceeds 2^63-1
     */
    public static long elements(long[] dimensions) {
        long product = 1;
        for (long dimension : dimensions) {
            if (dimension == 0) {
                return 0;
            }
        }
        for (long dimension : dimensions) {
            product = Math.multiplyExact(product, dimension);
        }
        return product;
    }

    /**
     * Checks dimensions.
     *
     * @throws WrongTypeException if there are more than the format allows, one is negative, or the total size exceeds
     *     2^63-1 bytes
     */
    public static void checkDimensions(long[] dimensions, long elementSize) {
        if (dimensions.length > Dataspace.MAX_RANK) {
            throw new WrongTypeException(
                    "%d dimensions, the format allows at most %d".formatted(dimensions.length, Dataspace.MAX_RANK));
        }
        for (long dimension : dimensions) {
            if (dimension < 0) {
                throw new WrongTypeException("expected dimensions of at least 0, found " + dimension);
            }
        }
        try {
            Math.multiplyExact(elements(dimensions), elementSize);
        } catch (ArithmeticException e) {
            throw new WrongTypeException(
                    "%s elements of %d bytes: more than 2^63-1 bytes"
                            .formatted(Arrays.toString(dimensions), elementSize),
                    e);
        }
    }

    /** Whether a value is an array of these dimensions, with any elements; a scalar if there are none. */
    public static boolean matches(Object value, long[] dimensions) {
        return matches(value, dimensions, 0);
    }

    private static boolean matches(Object value, long[] dimensions, int depth) {
        if (depth == dimensions.length) {
            return true;
        }
        if (value == null || !value.getClass().isArray() || Array.getLength(value) != dimensions[depth]) {
            return false;
        }
        if (depth < dimensions.length - 1) {
            if (!(value instanceof Object[] rows)) {
                return false;
            }
            for (Object row : rows) {
                if (!matches(row, dimensions, depth + 1)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** The lengths of at most {@code rank} outermost arrays of a value, for messages. */
    public static long[] outermost(Object value, int rank) {
        List<Long> lengths = new ArrayList<>();
        Object at = value;
        while (at != null && at.getClass().isArray() && lengths.size() < rank) {
            int length = Array.getLength(at);
            lengths.add((long) length);
            at = length > 0 && at instanceof Object[] rows ? rows[0] : null;
        }
        return lengths.stream().mapToLong(Long::longValue).toArray();
    }

    /**
     * The first row that has another length than the first one in its place, for messages.
     *
     * @param array one that does not match the dimensions
     */
    static String otherRow(Object array, long[] dimensions) {
        return otherRow(array, dimensions, new ArrayList<>());
    }

    private static String otherRow(Object value, long[] dimensions, List<Integer> at) {
        boolean isRow = value != null && value.getClass().isArray();
        if (!isRow || Array.getLength(value) != dimensions[at.size()]) {
            return (isRow ? Array.getLength(value) + " elements" : "no array") + " in row " + at;
        }
        for (int i = 0; at.size() < dimensions.length - 1 && i < Array.getLength(value); i++) {
            at.add(i);
            String found = otherRow(Array.get(value, i), dimensions, at);
            if (found != null) {
                return found;
            }
            at.remove(at.size() - 1);
        }
        return null;
    }

    /**
     * The place of an element, for messages.
     *
     * @param number of the element in row-major order
     * @param dimensions empty for a scalar
     */
    public static String place(long number, long[] dimensions) {
        long[] index = new long[dimensions.length];
        long left = number;
        for (int i = index.length - 1; i >= 0; i--) {
            index[i] = left % dimensions[i];
            left /= dimensions[i];
        }
        return index.length == 0 ? "the value" : "element " + Arrays.toString(index);
    }

    /**
     * Dimensions behind a datatype, for people: {@code [2, 3]}.
     *
     * @param dimensions empty for a scalar, of which nothing is shown; null if there is no value
     */
    public static String shown(long[] dimensions) {
        if (dimensions == null) {
            return " (no value)";
        }
        return dimensions.length == 0 ? "" : " " + Arrays.toString(dimensions);
    }

    /** The innermost one-dimensional arrays of an array in file order: last dimension fastest. */
    static List<Object> rows(Object array, int rank) {
        if (rank <= 1) {
            return List.of(array);
        }
        List<Object> rows = new ArrayList<>();
        for (Object inner : (Object[]) array) {
            if (rank == 2) {
                rows.add(inner);
            } else {
                rows.addAll(rows(inner, rank - 1));
            }
        }
        return rows;
    }

    /** A new array of these dimensions, which must have passed {@link #checkLengths}. */
    public static Object newArray(Class<?> elementType, long[] dimensions) {
        int[] lengths = new int[dimensions.length];
        for (int i = 0; i < lengths.length && (i == 0 || lengths[i - 1] > 0); i++) {
            lengths[i] = Math.toIntExact(dimensions[i]);
        }
        return Array.newInstance(elementType, lengths);
    }

    /**
     * Checks that a Java array can have these dimensions.
     *
     * @throws TooLargeException if a dimension exceeds the length of a Java array
     */
    public static void checkLengths(long[] dimensions, String where) {
        for (int i = 0; i < dimensions.length && (i == 0 || dimensions[i - 1] > 0); i++) {
            if (dimensions[i] > Memory.LARGEST_ARRAY) {
                throw new TooLargeException(
                        "%s: a Java array holds at most %d elements in a dimension, dimension %d has %d"
                                .formatted(where, Memory.LARGEST_ARRAY, i, dimensions[i]));
            }
        }
    }

    /**
     * The minimum memory of an array of these dimensions, in bytes.
     *
     * @param each bytes per element in addition to its place in the array
     */
    public static long heapBytes(long[] dimensions, Class<?> elementType, long each) {
        long arrays = 1;
        long bytes = 0;
        for (int i = 0; i < dimensions.length && arrays > 0; i++) {
            long place = i < dimensions.length - 1 ? REFERENCE_BYTES : placeBytes(elementType);
            long row = Memory.sum(ARRAY_BYTES, Memory.product(dimensions[i], place));
            bytes = Memory.sum(bytes, Memory.product(arrays, row));
            arrays = Memory.product(arrays, dimensions[i]);
        }
        return Memory.sum(bytes, Memory.product(arrays, each));
    }

    private static int placeBytes(Class<?> elementType) {
        if (elementType == byte.class || elementType == boolean.class) {
            return Byte.BYTES;
        } else if (elementType == short.class || elementType == char.class) {
            return Short.BYTES;
        }
        return elementType == long.class || elementType == double.class ? Long.BYTES : REFERENCE_BYTES;
    }
}
