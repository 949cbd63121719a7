package dev.fallow.internal.data;

import dev.fallow.Empty;
import dev.fallow.WrongTypeException;
import dev.fallow.type.Datatype;
import java.lang.reflect.Array;

/** What a null dataspace is read as: {@link Empty}, or an array without elements. */
public final class Nothing {
    private Nothing() {}

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
