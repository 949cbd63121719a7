package dev.fallow.internal.data.mapping;

import dev.fallow.WrongTypeException;
import dev.fallow.format.message.Dataspace;
import dev.fallow.internal.data.element.Shape;
import java.lang.reflect.Array;
import java.nio.Buffer;
import java.util.ArrayList;
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
     *
     * @param rank how many dimensions the value has
     */
    public static Object arrays(Object value, int rank) {
        if (value instanceof Buffer buffer) {
            return BufferValues.of(buffer);
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
            return BufferValues.of(buffer);
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
            throw new WrongTypeException("an empty list has no element type; the datatype must be given");
        }
        Object array = Shape.newArray(found, dimensions);
        copy(value, array, dimensions.length, type);
        return array;
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
        return innermost.isPrimitive() || innermost == String.class || innermost.isEnum() || innermost.isRecord();
    }

    private static boolean isRow(Object value) {
        return value instanceof List<?> || value != null && value.getClass().isArray();
    }

    private static int length(Object row) {
        return row instanceof List<?> list ? list.size() : Array.getLength(row);
    }

    private static Object get(Object row, int index) {
        return row instanceof List<?> list ? list.get(index) : Array.get(row, index);
    }

    /** The lengths of the outermost row, of its first row, and so on. */
    private static long[] dimensions(Object value) {
        List<Long> lengths = new ArrayList<>();
        Object at = value;
        while (isRow(at) && lengths.size() <= Dataspace.MAX_RANK) { // a list may contain itself
            lengths.add((long) length(at));
            at = length(at) > 0 ? get(at, 0) : null;
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
        if (depth == dimensions.length) {
            if (isRow(value)) {
                throw notRectangular("an element", depth, "a row");
            }
            type.add(value);
            return;
        }
        if (!isRow(value) || length(value) != dimensions[depth]) {
            throw notRectangular(
                    dimensions[depth] + " elements", depth, isRow(value) ? length(value) : String.valueOf(value));
        }
        if (value instanceof List<?> list) {
            for (Object inner : list) { // not by index, which is slow in linked lists
                visit(inner, dimensions, depth + 1, type);
            }
            return;
        }
        for (int i = 0; i < dimensions[depth]; i++) {
            visit(Array.get(value, i), dimensions, depth + 1, type);
        }
    }

    private static WrongTypeException notRectangular(String expected, int depth, Object found) {
        return new WrongTypeException("the value is not rectangular: expected %s in dimension %d, found %s"
                .formatted(expected, depth, found));
    }

    private static void copy(Object from, Object to, int rank, CommonType type) {
        Iterable<?> elements = from instanceof List<?> list ? list : null;
        int i = 0;
        if (elements != null) {
            for (Object element : elements) {
                copyOne(element, to, i++, rank, type);
            }
            return;
        }
        for (; i < Array.getLength(from); i++) {
            copyOne(Array.get(from, i), to, i, rank, type);
        }
    }

    private static void copyOne(Object element, Object to, int index, int rank, CommonType type) {
        if (rank > 1) {
            copy(element, Array.get(to, index), rank - 1, type);
        } else {
            Array.set(to, index, type.converted(element));
        }
    }
}
