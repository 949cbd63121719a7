package dev.fallow.internal.data;

import dev.fallow.Empty;
import dev.fallow.WrongTypeException;
import dev.fallow.internal.storage.Memory;
import dev.fallow.type.Datatype;
import java.io.IOException;
import java.lang.reflect.Array;

/** What is read where there are no elements: of a null dataspace {@link Empty}, or an array without elements. */
public final class Nothing {
    private Nothing() {}

    /**
     * Whether elements of a shape, of which there are none, can be read as a Java type whatever the datatype is.
     *
     * @param type an array of as many dimensions as the shape, or of one
     */
    public static boolean isArray(Class<?> type, long[] dimensions) {
        return Shape.elements(dimensions) == 0 && rank(type, dimensions) > 0;
    }

    private static int rank(Class<?> type, long[] dimensions) {
        int depth = 0;
        for (Class<?> component = type; component.isArray(); component = component.getComponentType()) {
            depth++;
        }
        return depth >= dimensions.length ? dimensions.length : depth == 1 ? 1 : 0;
    }

    /**
     * An array without elements.
     *
     * @param type one for which {@link #isArray} holds
     * @throws dev.fallow.TooLargeException if a dimension exceeds the length of a Java array, or there is not enough memory
     */
    public static Object array(Class<?> type, long[] dimensions, String where) throws IOException {
        int rank = rank(type, dimensions);
        long[] shape = rank == dimensions.length ? dimensions : new long[1];
        Class<?> component = type;
        for (int i = 0; i < rank; i++) {
            component = component.getComponentType();
        }
        Class<?> element = component;
        Shape.checkLengths(shape, where);
        return Memory.use(where, Shape.heapBytes(shape, element, 0), () -> Shape.newArray(element, shape));
    }

    /**
     * The value as a Java type.
     *
     * @throws WrongTypeException if the type is that of an element
     */
    public static Object as(Class<?> type, Datatype datatype, String where) {
        if (type.isAssignableFrom(Empty.class)) {
            return new Empty(datatype);
        } else if (type.isArray()) {
            return Array.newInstance(type.getComponentType(), 0);
        }
        throw new WrongTypeException(
                where + " has a null dataspace, which has no elements to read as " + type.getSimpleName());
    }
}
