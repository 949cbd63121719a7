package dev.fallow.internal.data;

import dev.fallow.Conversion;
import dev.fallow.WrongTypeException;
import dev.fallow.internal.storage.Memory;
import dev.fallow.type.Array;
import dev.fallow.type.Datatype;
import dev.fallow.type.Opaque;
import dev.fallow.type.VariableLength;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A Java value for elements that are read: an array with a dimension for each dimension of the dataset, a
 * one-dimensional array of all elements in file order, or the element itself if there is only one. Its type is what the
 * caller wants.
 *
 * @param bytes the least memory that the value takes; 0 if the caller has allocated the array
 */
public record TypedArray(
        long[] dimensions, ElementContext context, ElementCodec codec, Object array, int rank, long bytes) {
    /**
     * Allocates a value.
     *
     * @param dimensions the shape of the elements that are read; empty for a scalar
     * @param type {@code Object} stands for the Java type that belongs to the datatype
     * @param distinct whether each element needs memory of its own; otherwise one element is repeated
     * @throws WrongTypeException if the type does not fit
     * @throws dev.fallow.TooLargeException if a dimension exceeds the length of a Java array, or there is not enough
     *     memory
     */
    public static TypedArray allocate(
            Datatype datatype,
            long[] dimensions,
            Class<?> type,
            Conversion conversion,
            boolean distinct,
            ElementContext context)
            throws IOException {
        int rank = rankIn(type, datatype, dimensions, context);
        ElementCodec codec = codec(datatype, type, rank, conversion, context);
        long[] shape = rank == dimensions.length ? dimensions : flat(dimensions);
        Shape.checkLengths(shape, context.where());
        long each = distinct ? codec.heapBytes() : 0;
        long bytes = Memory.sum(codec.size(), Shape.heapBytes(shape, codec.javaType(), each));
        Object array = Memory.use(
                context.where(),
                bytes,
                () -> Shape.newArray(codec.javaType(), shape.length == 0 ? new long[] {1} : shape));
        return new TypedArray(dimensions, context, codec, array, rank, bytes);
    }

    /**
     * An array of the shape of the elements, or a one-dimensional one of all elements.
     *
     * @param dimensions the shape of the elements that are read; empty for a scalar
     * @throws WrongTypeException if the array has another shape, or its type does not fit
     */
    public static TypedArray of(
            Object array, Datatype datatype, long[] dimensions, Conversion conversion, ElementContext context) {
        Class<?> type = array.getClass();
        int rank = type.isArray() ? rankIn(type, datatype, dimensions, context) : 0;
        long[] shape = rank == dimensions.length ? dimensions : flat(dimensions);
        if (rank == 0 || !Shape.matches(array, shape)) {
            throw new WrongTypeException("%s: expected an array of the shape %s or %s, found %s"
                    .formatted(
                            context.where(),
                            Arrays.toString(dimensions),
                            Arrays.toString(flat(dimensions)),
                            type.isArray()
                                    ? Arrays.toString(Shape.outermost(array, Math.max(1, rank)))
                                    : type.getSimpleName()));
        }
        return new TypedArray(dimensions, context, codec(datatype, type, rank, conversion, context), array, rank, 0);
    }

    private static ElementCodec codec(
            Datatype datatype, Class<?> type, int rank, Conversion conversion, ElementContext context) {
        if (type == Object.class) {
            return Codecs.of(datatype, context);
        }
        Class<?> element = type;
        for (int i = 0; i < rank; i++) {
            element = element.getComponentType();
        }
        return Codecs.of(datatype, element, conversion, context);
    }

    /** Receives the elements. */
    public ElementRows rows() {
        return ElementRows.of(codec, array, Math.max(1, rank));
    }

    /** The value, once its elements have been read. */
    public Object value() {
        return rank == 0 ? java.lang.reflect.Array.get(array, 0) : array;
    }

    /**
     * Decodes all elements.
     *
     * @throws WrongTypeException if an element does not fit
     */
    public TypedArray decode(byte[] data) throws IOException {
        try {
            if (data.length > 0) {
                rows().put(ByteBuffer.wrap(data), 0, data.length / codec.size());
            }
            return this;
        } catch (MisfitException e) {
            throw placed(e);
        } catch (OutOfMemoryError e) {
            throw tooLarge(e);
        }
    }

    /** What reading into the value fails with if the memory does not suffice; throws the error if the value was there before. */
    public RuntimeException tooLarge(OutOfMemoryError e) {
        if (bytes == 0) {
            throw e;
        }
        return Memory.exhausted(context.where(), bytes, e);
    }

    /** What reading into the value fails with if an element does not fit: with its place in the dataset. */
    public WrongTypeException placed(MisfitException e) {
        return e.at(place(Math.max(1, rank), e));
    }

    /** The place of an element in the dataset, for messages. */
    private String place(int arrayRank, MisfitException misfit) {
        long[] index = new long[arrayRank];
        index[arrayRank - 1] = misfit.index();
        if (dimensions.length == 0 || !find(misfit.row(), array, index, 0)) {
            return dimensions.length == 0 ? "the value" : "element " + misfit.index() + " of a row";
        }
        return arrayRank == dimensions.length ? "element " + Arrays.toString(index) : Shape.place(index[0], dimensions);
    }

    /** Searches a row in an array, and sets the indexes of the arrays that contain it. */
    private static boolean find(Object row, Object array, long[] index, int depth) {
        if (depth == index.length - 1) {
            return row == array;
        }
        Object[] inner = (Object[]) array;
        for (int i = 0; i < inner.length; i++) {
            index[depth] = i;
            if (find(row, inner[i], index, depth + 1)) {
                return true;
            }
        }
        return false;
    }

    private static long[] flat(long[] dimensions) {
        return new long[] {Shape.elements(dimensions)};
    }

    /** How many dimensions of an array type are those of the dataset or, in a flat array, stand for them. */
    private static int rankIn(Class<?> type, Datatype datatype, long[] dimensions, ElementContext context) {
        int depth = 0;
        Class<?> innermost = type;
        while (innermost.isArray()) {
            innermost = innermost.getComponentType();
            depth++;
        }
        int inside = innermost == Object.class ? 0 : arraysIn(datatype);
        if (depth == dimensions.length + inside || type == Object.class) {
            return dimensions.length;
        } else if (depth == 1 + inside) {
            return 1;
        } else if (depth == inside && Shape.elements(dimensions) == 1) {
            return 0;
        }
        throw new WrongTypeException(
                "%s: the shape is %s and the elements are %s; expected a type with %s dimensions, found %s"
                        .formatted(
                                context.where(),
                                Arrays.toString(dimensions),
                                datatype,
                                dimensions.length == 1
                                        ? 1 + inside
                                        : dimensions.length + inside + " or " + (1 + inside),
                                type.getSimpleName()));
    }

    /** The number of dimensions of an element's Java type. */
    public static int arraysIn(Datatype type) {
        if (type instanceof Array array) {
            return array.dimensions().size() + arraysIn(array.base());
        } else if (type instanceof VariableLength sequence && !sequence.string()) {
            return 1 + arraysIn(sequence.base());
        }
        return type instanceof Opaque ? 1 : 0;
    }
}
