package dev.fallow.internal.data;

import dev.fallow.WrongTypeException;
import dev.fallow.format.CharacterSet;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.Utf8;
import dev.fallow.format.datatype.Datatype;
import dev.fallow.format.datatype.FixedPoint;
import dev.fallow.format.datatype.FixedString;
import dev.fallow.format.datatype.FloatingPoint;
import dev.fallow.format.datatype.StringPadding;
import dev.fallow.format.datatype.VariableLength;
import dev.fallow.format.message.Dataspace;
import dev.fallow.internal.data.element.Shape;
import dev.fallow.value.Types;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * A Java value with the datatype and shape that it is stored with.
 *
 * @param datatype the elements' datatype in the file
 * @param dimensions empty for a scalar; null for a null dataspace
 * @param value an array, a scalar, or raw elements; every element fits. Null for a null dataspace
 */
public record TypedValue(Datatype datatype, long[] dimensions, Object value) {
    /**
     * Determines the datatype of a value: little-endian integers and IEEE 754 numbers of the Java type's size, booleans
     * as in h5py, strings of the longest one's length or of variable length.
     *
     * @param strings how strings are stored
     * @throws WrongTypeException if it is not a number, a boolean, a {@code String}, or a rectangular array of these;
     *     or if it has too many dimensions for the format, or a string is too long
     */
    public static TypedValue of(Object value, StringForm strings, FieldSizes sizes) {
        if (value == null) {
            throw new WrongTypeException("expected a value, found null");
        }
        Shape shape = Shape.of(value);
        return of(datatype(shape, value, strings), shape.dimensions(), value, ElementContext.of("value", sizes));
    }

    /**
     * Checks a value against a datatype and a shape.
     *
     * @param dimensions null for a null dataspace
     * @throws WrongTypeException if it does not match
     */
    public static TypedValue of(Datatype datatype, long[] dimensions, Object value, ElementContext context) {
        Datatype inFile = datatype.in(context.sizes());
        if (dimensions == null) {
            if (value != null) {
                throw new WrongTypeException(
                        context.where() + ": a null dataspace has no value, found " + Elements.shown(value));
            }
            return new TypedValue(inFile, null, null);
        }
        Shape.checkDimensions(dimensions, inFile.size());
        try {
            Elements.check(inFile, dimensions, value, context);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // checking does no I/O
        }
        return new TypedValue(inFile, dimensions.clone(), value);
    }

    private static Datatype datatype(Shape shape, Object value, StringForm strings) {
        Class<?> type = shape.elementType();
        if (type == boolean.class) {
            return Types.bool();
        } else if (type == byte.class) {
            return FixedPoint.INT8;
        } else if (type == short.class) {
            return FixedPoint.INT16;
        } else if (type == int.class) {
            return FixedPoint.INT32;
        } else if (type == long.class) {
            return FixedPoint.INT64;
        } else if (type == float.class) {
            return FloatingPoint.FLOAT32;
        } else if (type == double.class) {
            return FloatingPoint.FLOAT64;
        } else if (type == String.class) {
            return stringType(shape, value, strings);
        }
        throw new WrongTypeException("expected numbers, booleans or strings, found " + type.getName()
                + "; for other elements the datatype must be given");
    }

    private static Datatype stringType(Shape shape, Object value, StringForm strings) {
        int[] longest = {1};
        boolean[] ascii = {true};
        Object array = shape.dimensions().length == 0 ? new String[] {(String) value} : value;
        try {
            Shape.forEachRow(array, Math.max(1, shape.dimensions().length), row -> {
                for (String string : (String[]) row) {
                    if (string != null) {
                        longest[0] = Math.max(longest[0], Utf8.length(string));
                        ascii[0] &= CharacterSet.of(string) == CharacterSet.ASCII;
                    } else if (!strings.variable()) {
                        throw new WrongTypeException("expected a string, found null");
                    }
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e); // measuring does no I/O
        }
        CharacterSet characters = ascii[0] ? CharacterSet.ASCII : CharacterSet.UTF_8;
        return strings.variable()
                ? VariableLength.string(characters)
                : FixedString.of(
                        strings.length() == 0 ? longest[0] : strings.length(), StringPadding.NULL_PADDED, characters);
    }

    /** The size of all elements in bytes, without their parts in the global heap. */
    public long size() {
        return dimensions == null ? 0 : Math.multiplyExact(Shape.elements(dimensions), datatype.size());
    }

    /** The number of dimensions; 0 for a scalar and for a null dataspace. */
    public int rank() {
        return dimensions == null ? 0 : dimensions.length;
    }

    /** The dataspace of the shape. */
    public Dataspace dataspace() {
        if (dimensions == null) {
            return Dataspace.none();
        }
        return dimensions.length == 0 ? Dataspace.scalar() : Dataspace.simple(dimensions);
    }
}
