package dev.fallow.internal.data;

import dev.fallow.WrongTypeException;
import dev.fallow.format.CharacterSet;
import dev.fallow.format.Utf8;
import dev.fallow.format.datatype.Datatype;
import dev.fallow.format.datatype.FixedPoint;
import dev.fallow.format.datatype.FixedString;
import dev.fallow.format.datatype.FloatingPoint;
import dev.fallow.format.datatype.StringPadding;
import dev.fallow.format.message.Dataspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;

/**
 * A Java value with the datatype and the shape that it is stored as: little-endian integers and IEEE 754 numbers of the
 * size of the Java type, strings of the length of the longest one.
 *
 * @param datatype of the elements
 * @param dimensions none for a scalar
 * @param value an array, or a boxed scalar; every element fits
 */
public record TypedValue(Datatype datatype, long[] dimensions, Object value) {
    /**
     * Types a value.
     *
     * @param stringLength bytes of each string; 0: as many as the longest one has
     * @throws WrongTypeException if it is not a number, a {@code String}, or a rectangular array of these; or if it has
     *     more dimensions than the format allows, or a string is longer than {@code stringLength}
     */
    public static TypedValue of(Object value, int stringLength) {
        if (value == null) {
            throw new WrongTypeException("there is no value: null");
        }
        Shape shape = Shape.of(value);
        if (shape.dimensions().length > Dataspace.MAX_RANK) {
            throw new WrongTypeException(
                    "%d dimensions, the format allows %d".formatted(shape.dimensions().length, Dataspace.MAX_RANK));
        }
        TypedValue typed = new TypedValue(datatype(shape, value, stringLength), shape.dimensions(), value);
        try {
            Elements.check(typed.datatype, typed.dimensions, value, "value");
        } catch (IOException e) {
            throw new UncheckedIOException(e); // checking does no I/O
        }
        return typed;
    }

    private static Datatype datatype(Shape shape, Object value, int stringLength) {
        Class<?> type = shape.elementType();
        if (type == byte.class) {
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
            return stringType(shape, value, stringLength);
        }
        throw new WrongTypeException(
                "expected numbers or strings, found " + type.getName() + "; the format has no such type");
    }

    private static Datatype stringType(Shape shape, Object value, int stringLength) {
        int[] longest = {1};
        boolean[] ascii = {true};
        Object array = shape.dimensions().length == 0 ? new String[] {(String) value} : value;
        try {
            Shape.forEachRow(array, Math.max(1, shape.dimensions().length), row -> {
                for (String string : (String[]) row) {
                    if (string == null) {
                        throw new WrongTypeException("there is no string: null");
                    }
                    longest[0] = Math.max(longest[0], Utf8.length(string));
                    ascii[0] &= CharacterSet.of(string) == CharacterSet.ASCII;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e); // measuring does no I/O
        }
        return FixedString.of(
                stringLength == 0 ? longest[0] : stringLength,
                StringPadding.NULL_PADDED,
                ascii[0] ? CharacterSet.ASCII : CharacterSet.UTF_8);
    }

    /** Bytes of all elements. */
    public long size() {
        return Math.multiplyExact(Shape.elements(dimensions), datatype.size());
    }

    /** The dataspace of the shape. */
    public Dataspace dataspace() {
        return dimensions.length == 0 ? Dataspace.scalar() : Dataspace.simple(dimensions);
    }

    /** All bytes; for values that are known to be small. */
    public byte[] bytes() {
        ByteBuffer all = ByteBuffer.allocate(Math.toIntExact(size()));
        try {
            Elements.encode(datatype, value, dimensions.length, all::put);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // the sink above does no I/O
        }
        return all.array();
    }
}
