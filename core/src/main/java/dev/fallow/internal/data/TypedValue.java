package dev.fallow.internal.data;

import dev.fallow.Conversion;
import dev.fallow.DatasetOptions;
import dev.fallow.Empty;
import dev.fallow.RawElements;
import dev.fallow.Reference;
import dev.fallow.StoredObject;
import dev.fallow.Types;
import dev.fallow.WrongTypeException;
import dev.fallow.format.Utf8;
import dev.fallow.format.heap.GlobalHeapId;
import dev.fallow.format.message.Dataspace;
import dev.fallow.internal.codec.DatatypeForms;
import dev.fallow.type.CharacterSet;
import dev.fallow.type.Datatype;
import dev.fallow.type.FixedPoint;
import dev.fallow.type.FixedString;
import dev.fallow.type.StringPadding;
import dev.fallow.type.VariableLength;
import java.io.IOException;
import java.lang.reflect.Array;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * A Java value with the datatype and shape that it is stored with.
 *
 * @param datatype the elements' datatype in the file
 * @param dimensions empty for a scalar; null for a null dataspace
 * @param value an array, a scalar, or raw elements; every element fits. Null for a null dataspace
 * @param rank the number of dimensions of the value: as in the file, or 1 for an array of all elements; 0 for a scalar
 *     and for a null dataspace
 * @param conversion what happens with a number that the datatype does not represent exactly
 */
public record TypedValue(Datatype datatype, long[] dimensions, Object value, int rank, Conversion conversion) {
    /** The approximate size in bytes of a piece that is encoded at once. */
    private static final int PIECE_BYTES = 1 << 20;

    private static final String OTHERS = "for other elements the datatype must be given";
    private static final String TIME =
            "instants can be written to a dataset of numbers that has the attribute units, \"seconds since 1970-01-01\"";

    /**
     * How strings are stored if no datatype is given.
     *
     * @param variable whether strings have variable length and are in the global heap
     * @param length otherwise the bytes per string; 0 uses the length of the longest one
     */
    public record StringForm(boolean variable, int length) {
        /** Variable length. */
        public static final StringForm VARIABLE = new StringForm(true, 0);

        /** Fixed length, that of the longest string. */
        public static final StringForm FIXED = new StringForm(false, 0);

        /**
         * The form that an option asks for.
         *
         * @param length as {@link DatasetOptions#stringLength}
         * @throws IllegalArgumentException if it is negative, and does not stand for variable length
         */
        public static StringForm of(int length) {
            if (length < DatasetOptions.VARIABLE_LENGTH) {
                throw new IllegalArgumentException("stringLength: " + length);
            }
            return length == DatasetOptions.VARIABLE_LENGTH ? VARIABLE : new StringForm(false, length);
        }
    }

    /**
     * Determines the datatype of a value: little-endian integers and IEEE 754 numbers of the Java type's size, booleans
     * as in h5py, UTF-8 strings of variable length or strings of the longest one's length, enumerations of enum
     * constants, compounds of records.
     *
     * @throws WrongTypeException if it is not one of these, or a rectangular array or list of them; or if it has too
     *     many dimensions for the format, or a string is too long or cannot be encoded
     */
    public static TypedValue of(Object value, StringForm strings, ElementContext context) {
        if (value == null) {
            throw new WrongTypeException(context.where() + ": expected a value, found null");
        } else if (value instanceof Empty empty) {
            return new TypedValue(
                    DatatypeForms.in(context.sizes(), empty.datatype()), null, null, 0, Conversion.LOSSLESS);
        }
        Object array;
        Shape shape;
        try {
            array = JavaValues.uniform(value);
            shape = Shape.of(array);
        } catch (WrongTypeException e) {
            throw new WrongTypeException(context.where() + ": " + e.getMessage(), e);
        }
        return of(datatype(shape, array, strings, context), shape.dimensions(), array, context);
    }

    /**
     * Checks a value against a datatype and a shape.
     *
     * @param value of this shape, or an array of all elements in file order
     * @throws WrongTypeException if it does not match
     */
    public static TypedValue of(Datatype datatype, long[] dimensions, Object value, ElementContext context) {
        return of(datatype, dimensions, value, Conversion.LOSSLESS, context);
    }

    /**
     * As {@link #of(Datatype, long[], Object, ElementContext)}.
     *
     * @param conversion what happens with a number that is not represented exactly
     */
    public static TypedValue of(
            Datatype datatype, long[] dimensions, Object value, Conversion conversion, ElementContext context) {
        Datatype inFile = DatatypeForms.in(context.sizes(), datatype);
        TypedValue typed = of(inFile, () -> Codecs.writing(inFile, conversion, context), dimensions, value, context);
        return new TypedValue(typed.datatype, typed.dimensions, typed.value, typed.rank, conversion);
    }

    /**
     * As {@link #of(Datatype, long[], Object, ElementContext)}, for many values of a datatype.
     *
     * @param codec of the datatype; asked for unless the value is raw elements
     */
    public static TypedValue of(
            Datatype datatype, Supplier<ElementCodec> codec, long[] dimensions, Object value, ElementContext context) {
        Objects.requireNonNull(dimensions, "dimensions");
        Shape.checkDimensions(dimensions, datatype.size());
        Object array = JavaValues.arrays(value, dimensions.length);
        long[] flat = {Shape.elements(dimensions)};
        boolean isFlat = dimensions.length > 1 && !Shape.matches(array, dimensions) && Shape.matches(array, flat);
        if (array instanceof RawElements raw) {
            checkRaw(datatype, isFlat ? flat : dimensions, raw, context.where());
        } else {
            check(datatype, codec.get(), isFlat ? flat : dimensions, dimensions, array, context);
        }
        return new TypedValue(datatype, dimensions.clone(), array, isFlat ? 1 : dimensions.length, Conversion.LOSSLESS);
    }

    private static Datatype datatype(Shape shape, Object value, StringForm strings, ElementContext context) {
        Class<?> type = shape.elementType();
        if (StoredObject.class.isAssignableFrom(type)) {
            throw new WrongTypeException(
                    context.where() + ": an object is not an element, but a reference to it is: reference() makes one");
        }
        if (type == String.class) {
            return stringType(shape, value, strings, context);
        } else if (type == BigInteger.class) {
            boolean fits = value instanceof BigInteger number && number.bitLength() < Long.SIZE;
            return fits ? FixedPoint.INT64 : FixedPoint.UINT64;
        } else if (Reference.class.isAssignableFrom(type)) {
            return referenceType(shape, value, context);
        }
        try {
            Datatype found = Types.of(value instanceof Enum<?> constant ? constant.getDeclaringClass() : type);
            return type.isRecord() && !strings.variable()
                    ? new FixedStrings(strings.length(), context.where()).in(found, elements(shape, value))
                    : found;
        } catch (IllegalArgumentException e) {
            String problem = type.isRecord()
                    ? e.getMessage()
                    : "expected numbers, booleans, strings, enum constants or records, found %s; %s"
                            .formatted(type.getName(), type == Instant.class ? TIME : OTHERS);
            throw new WrongTypeException(context.where() + ": " + problem, e);
        }
    }

    /** The elements of an array of objects, or a scalar. */
    private static List<Object> elements(Shape shape, Object value) {
        if (shape.dimensions().length == 0) {
            return List.of(value);
        }
        return Shape.rows(value, shape.dimensions().length).stream()
                .flatMap(row -> Arrays.stream((Object[]) row))
                .toList();
    }

    /** Null refers to nothing, in every type. */
    private static Datatype referenceType(Shape shape, Object value, ElementContext context) {
        boolean regions = false;
        boolean others = false;
        for (Object element : elements(shape, value)) {
            regions |= element instanceof Reference.ToRegion;
            others |= element != null && !(element instanceof Reference.ToRegion);
            if (element instanceof Reference.ToAttribute || regions && others) {
                throw new WrongTypeException(context.where()
                        + ": expected references to objects, or to regions; for others the datatype must be given");
            }
        }
        return regions ? Types.regionReference() : Types.objectReference();
    }

    /** A string that cannot be encoded is counted as empty; the check of the elements refuses it. */
    private static Datatype stringType(Shape shape, Object value, StringForm strings, ElementContext context) {
        if (strings.variable()) {
            return VariableLength.string(CharacterSet.UTF_8);
        }
        int longest = 1;
        boolean ascii = true;
        Object array = shape.dimensions().length == 0 ? new String[] {(String) value} : value;
        for (Object row : Shape.rows(array, shape.dimensions().length)) {
            for (String string : (String[]) row) {
                if (string == null) {
                    throw new WrongTypeException(context.where() + ": expected a string, found null");
                }
                longest = Math.max(longest, Utf8.firstLoneSurrogate(string) < 0 ? Utf8.length(string) : 0);
                ascii &= CharacterSet.of(string) == CharacterSet.ASCII;
            }
        }
        return FixedString.of(
                strings.length() == 0 ? longest : strings.length(),
                StringPadding.NULL_PADDED,
                ascii ? CharacterSet.ASCII : CharacterSet.UTF_8);
    }

    private static void checkRaw(Datatype type, long[] dimensions, RawElements raw, String where) {
        if (type.refersToGlobalHeap()) {
            throw new WrongTypeException(where + ": raw elements of " + type + " would be addresses");
        }
        long expected = Math.multiplyExact(Shape.elements(dimensions), type.size());
        if (raw.bytes().length != expected) {
            throw new WrongTypeException(
                    "%s: expected raw elements of %d bytes, found %d".formatted(where, expected, raw.bytes().length));
        }
    }

    /**
     * Checks that a whole value can be written.
     *
     * @param shape that the value has
     * @param dimensions those of the elements, for messages: the shape, unless that is flat
     */
    private static void check(
            Datatype type, ElementCodec codec, long[] shape, long[] dimensions, Object value, ElementContext context) {
        if (!Shape.matches(value, shape) || shape.length == 0 && isArrayOf(value, codec)) {
            throw new WrongTypeException("%s: expected the shape %s, found %s"
                    .formatted(context.where(), Arrays.toString(shape), found(value, shape, codec)));
        }
        long before = 0;
        for (Object row : Shape.rows(shape.length == 0 ? ElementRows.row(value) : value, shape.length)) {
            Class<?> elementType = row.getClass().getComponentType();
            if (!codec.accepts(elementType)) {
                throw new WrongTypeException("%s: expected elements that fit %s, found %s"
                        .formatted(context.where(), type, elementType.getSimpleName()));
            }
            int misfit = codec.firstMisfit(row);
            if (misfit >= 0) {
                String place = Shape.place(before + misfit, dimensions);
                throw new WrongTypeException(
                        "%s: %s%s".formatted(context.where(), place, Misfit.of(type, Array.get(row, misfit), context)));
            }
            before += Array.getLength(row);
        }
    }

    /** What a value of another shape than expected is, for messages. */
    private static String found(Object value, long[] shape, ElementCodec codec) {
        if (value == null || !value.getClass().isArray()) {
            return value == null ? "null" : value.getClass().getSimpleName();
        }
        long[] found = foundShape(value, codec);
        return Arrays.equals(found, shape) ? Shape.otherRow(value, shape) : Arrays.toString(found);
    }

    /** The shape of a value that has another one than expected, for messages: without the dimensions of its elements. */
    private static long[] foundShape(Object value, ElementCodec codec) {
        long[] all = Shape.outermost(value, Dataspace.MAX_RANK);
        int inside = 0;
        for (Class<?> type = codec.javaType(); type.isArray(); type = type.getComponentType()) {
            inside++;
        }
        return Arrays.copyOf(all, Math.max(Math.min(1, all.length), all.length - inside));
    }

    private static boolean isArrayOf(Object value, ElementCodec codec) {
        return value != null && value.getClass().isArray() && !codec.accepts(value.getClass());
    }

    /** Receives the variable-length parts of elements. */
    @FunctionalInterface
    public interface PartVisitor {
        /** @param bytes the length of one part */
        void visit(int bytes) throws IOException;
    }

    /** Visits the variable-length parts of the elements, in the order in which they are stored in the global heap. */
    public void forEachPart(ElementContext context, PartVisitor visitor) throws IOException {
        if (value == null || !datatype.refersToGlobalHeap()) {
            return; // a null element has no parts
        }
        ElementRows rows = rows(new ElementContext(context.where(), context.sizes(), data -> {
            visitor.visit(data.length);
            return GlobalHeapId.NONE;
        }));
        long size = datatype.size();
        long elements = size() / size;
        int most = (int) Math.min(elements, Math.max(1, PIECE_BYTES / size));
        ByteBuffer ignored = ByteBuffer.allocate((int) (most * size));
        for (long done = 0; done < elements; done += most) {
            rows.get(ignored.clear(), done, (int) Math.min(most, elements - done));
        }
    }

    /** The elements, to be encoded; those of raw elements are encoded already. */
    public ElementRows rows(ElementContext context) {
        return ElementRows.of(
                Codecs.writing(datatype, conversion, context),
                rank == 0 ? ElementRows.row(value) : value,
                Math.max(1, rank));
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
