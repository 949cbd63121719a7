package dev.fallow.internal.data;

import dev.fallow.WrongTypeException;
import dev.fallow.format.Utf8;
import dev.fallow.format.message.Dataspace;
import dev.fallow.internal.codec.DatatypeForms;
import dev.fallow.internal.data.element.ElementCodec;
import dev.fallow.internal.data.element.ElementRows;
import dev.fallow.internal.data.element.Rows;
import dev.fallow.internal.data.element.Shape;
import dev.fallow.internal.data.mapping.JavaValues;
import dev.fallow.type.CharacterSet;
import dev.fallow.type.Datatype;
import dev.fallow.type.FixedPoint;
import dev.fallow.type.FixedString;
import dev.fallow.type.StringPadding;
import dev.fallow.type.VariableLength;
import dev.fallow.value.Types;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.util.function.Supplier;

/**
 * A Java value with the datatype and shape that it is stored with.
 *
 * @param datatype the elements' datatype in the file
 * @param dimensions empty for a scalar; null for a null dataspace
 * @param value an array, a scalar, or raw elements; every element fits. Null for a null dataspace
 * @param rank the number of dimensions of the value: as in the file, or 1 for an array of all elements; 0 for a scalar
 *     and for a null dataspace
 */
public record TypedValue(Datatype datatype, long[] dimensions, Object value, int rank) {
    /**
     * Determines the datatype of a value: little-endian integers and IEEE 754 numbers of the Java type's size, booleans
     * as in h5py, UTF-8 strings of variable length or strings of the longest one's length, enumerations of enum
     * constants, compounds of records.
     *
     * @param strings how strings are stored
     * @param context file and object, for messages
     * @throws WrongTypeException if it is not one of these, or a rectangular array or list of them; or if it has too
     *     many dimensions for the format, or a string is too long or cannot be encoded
     */
    public static TypedValue of(Object value, StringForm strings, ElementContext context) {
        if (value == null) {
            throw new WrongTypeException(context.where() + ": expected a value, found null");
        }
        Object array = JavaValues.uniform(value);
        Shape shape = Shape.of(array);
        return of(datatype(shape, array, strings, context), shape.dimensions(), array, context);
    }

    /**
     * Checks a value against a datatype and a shape.
     *
     * @param value of this shape, or an array of all elements in file order
     * @param dimensions null for a null dataspace
     * @throws WrongTypeException if it does not match
     */
    public static TypedValue of(Datatype datatype, long[] dimensions, Object value, ElementContext context) {
        Datatype inFile = DatatypeForms.in(context.sizes(), datatype);
        return of(inFile, () -> Elements.codec(inFile, context), dimensions, value, context);
    }

    /**
     * As {@link #of(Datatype, long[], Object, ElementContext)}, for many values of a datatype.
     *
     * @param datatype in the file
     * @param codec of the datatype; asked for unless the value is raw elements
     */
    public static TypedValue of(
            Datatype datatype, Supplier<ElementCodec> codec, long[] dimensions, Object value, ElementContext context) {
        if (dimensions == null) {
            if (value != null) {
                throw new WrongTypeException(
                        context.where() + ": a null dataspace has no value, found " + Elements.shown(value));
            }
            return new TypedValue(datatype, null, null, 0);
        }
        Shape.checkDimensions(dimensions, datatype.size());
        Object array = JavaValues.arrays(value, dimensions.length);
        long[] flat = {Shape.elements(dimensions)};
        boolean isFlat = dimensions.length > 1 && !Shape.matches(array, dimensions) && Shape.matches(array, flat);
        try {
            Elements.check(datatype, codec, isFlat ? flat : dimensions, dimensions, array, context);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // checking does no I/O
        }
        return new TypedValue(datatype, dimensions.clone(), array, isFlat ? 1 : dimensions.length);
    }

    private static Datatype datatype(Shape shape, Object value, StringForm strings, ElementContext context) {
        Class<?> type = shape.elementType();
        if (type == String.class) {
            return stringType(shape, value, strings, context);
        } else if (type == BigInteger.class) {
            boolean fits = value instanceof BigInteger number && number.bitLength() < Long.SIZE;
            return fits ? FixedPoint.INT64 : FixedPoint.UINT64;
        }
        try {
            return Types.of(value instanceof Enum<?> constant ? constant.getDeclaringClass() : type);
        } catch (IllegalArgumentException e) {
            throw new WrongTypeException(
                    context.where() + ": expected numbers, booleans, strings, enum constants or records, found "
                            + type.getName() + "; for other elements the datatype must be given",
                    e);
        }
    }

    /** A string that cannot be encoded is counted as empty; the check of the elements refuses it. */
    private static Datatype stringType(Shape shape, Object value, StringForm strings, ElementContext context) {
        if (strings.variable()) {
            return VariableLength.string(CharacterSet.UTF_8);
        }
        int[] longest = {1};
        boolean[] ascii = {true};
        Object array = shape.dimensions().length == 0 ? new String[] {(String) value} : value;
        try {
            Shape.forEachRow(array, Math.max(1, shape.dimensions().length), row -> {
                for (String string : (String[]) row) {
                    if (string == null) {
                        throw new WrongTypeException(context.where() + ": expected a string, found null");
                    }
                    int bytes = Utf8.firstLoneSurrogate(string) < 0 ? Utf8.length(string) : 0;
                    longest[0] = Math.max(longest[0], bytes);
                    ascii[0] &= CharacterSet.of(string) == CharacterSet.ASCII;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e); // measuring does no I/O
        }
        return FixedString.of(
                strings.length() == 0 ? longest[0] : strings.length(),
                StringPadding.NULL_PADDED,
                ascii[0] ? CharacterSet.ASCII : CharacterSet.UTF_8);
    }

    /** The elements, to be encoded; those of raw elements are encoded already. */
    public ElementRows rows(ElementContext context) {
        return ElementRows.of(Elements.codec(datatype, context), rank == 0 ? Rows.of(value) : value, Math.max(1, rank));
    }

    /** The size of all elements in bytes, without their parts in the global heap. */
    public long size() {
        return dimensions == null ? 0 : Math.multiplyExact(Shape.elements(dimensions), datatype.size());
    }

    /** The dataspace of the shape. */
    public Dataspace dataspace() {
        if (dimensions == null) {
            return Dataspace.none();
        }
        return dimensions.length == 0 ? Dataspace.scalar() : Dataspace.simple(dimensions);
    }
}
