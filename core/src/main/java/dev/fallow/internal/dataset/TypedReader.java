package dev.fallow.internal.dataset;

import dev.fallow.WrongTypeException;
import dev.fallow.internal.data.ElementContext;
import dev.fallow.internal.data.Elements;
import dev.fallow.internal.data.TypedCodecs;
import dev.fallow.internal.data.element.ElementCodec;
import dev.fallow.internal.data.element.MisfitException;
import dev.fallow.internal.data.element.Shape;
import dev.fallow.type.Array;
import dev.fallow.type.Datatype;
import dev.fallow.type.Opaque;
import dev.fallow.type.VariableLength;
import dev.fallow.value.Conversion;
import java.io.IOException;
import java.util.Arrays;

/**
 * Reads elements as a Java type that the caller names: an array with a dimension for each dimension of the dataset, a
 * one-dimensional array of all elements in file order, or the element itself if there are no dimensions. Where the
 * elements come from is up to the caller.
 */
public final class TypedReader {
    private final Datatype datatype;
    private final long[] dimensions;
    private final Conversion conversion;
    private final ElementContext context;

    /** @param dimensions the shape of the elements that are read; empty for a scalar */
    public TypedReader(Datatype datatype, long[] dimensions, Conversion conversion, ElementContext context) {
        this.datatype = datatype;
        this.dimensions = dimensions;
        this.conversion = conversion;
        this.context = context;
    }

    /** Reads elements into an array. */
    @FunctionalInterface
    public interface Filler {
        /** @param rank the number of dimensions of the array, at least 1 */
        void fill(ElementCodec codec, Object array, int rank) throws IOException;
    }

    /**
     * Reads all elements.
     *
     * @param type {@code Object} stands for the Java type that belongs to the datatype
     * @param distinct whether each element needs memory of its own; otherwise one element is repeated
     * @throws WrongTypeException if the type does not fit, or an element does not
     */
    public Object read(Class<?> type, boolean distinct, Filler elements) throws IOException {
        int rank = rankIn(type);
        ElementCodec codec = codec(type, rank);
        return Elements.create(
                codec,
                rank == dimensions.length ? dimensions : flat(),
                distinct ? codec.heapBytes() : 0,
                context,
                (array, arrayRank) -> fill(codec, array, arrayRank, elements));
    }

    /**
     * Reads all elements into an array of the dataset's shape, or a one-dimensional one of all elements.
     *
     * @throws WrongTypeException if the array has another shape, or an element does not fit
     */
    public void readInto(Object array, Filler elements) throws IOException {
        Class<?> type = array.getClass();
        int rank = type.isArray() ? rankIn(type) : 0;
        long[] shape = rank == dimensions.length ? dimensions : flat();
        if (rank == 0 || !Shape.matches(array, shape)) {
            throw new WrongTypeException("%s: expected an array of the shape %s or %s, found %s"
                    .formatted(
                            context.where(),
                            Arrays.toString(dimensions),
                            Arrays.toString(flat()),
                            type.isArray()
                                    ? Arrays.toString(Shape.outermost(array, Math.max(1, rank)))
                                    : type.getSimpleName()));
        }
        fill(codec(type, rank), array, rank, elements);
    }

    private void fill(ElementCodec codec, Object array, int rank, Filler elements) throws IOException {
        try {
            elements.fill(codec, array, rank);
        } catch (MisfitException e) {
            throw e.at(place(array, rank, e));
        }
    }

    /** The place of an element in the dataset, for messages. */
    private String place(Object array, int rank, MisfitException misfit) {
        long[] index = new long[rank];
        index[rank - 1] = misfit.index();
        if (dimensions.length == 0 || !find(misfit.row(), array, index, 0)) {
            return dimensions.length == 0 ? "the value" : "element " + misfit.index() + " of a row";
        }
        return rank == dimensions.length ? "element " + Arrays.toString(index) : Shape.place(index[0], dimensions);
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

    private ElementCodec codec(Class<?> type, int rank) {
        if (type == Object.class) {
            return TypedCodecs.natural(datatype, context);
        }
        Class<?> element = type;
        for (int i = 0; i < rank; i++) {
            element = element.getComponentType();
        }
        return TypedCodecs.of(datatype, element, conversion, context);
    }

    private long[] flat() {
        return new long[] {Shape.elements(dimensions)};
    }

    /** How many dimensions of an array type are those of the dataset or, in a flat array, stand for them. */
    private int rankIn(Class<?> type) {
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
        }
        throw new WrongTypeException(
                "%s: the shape is %s and the elements are %s; expected a type with %d or %d dimensions, found %s"
                        .formatted(
                                context.where(),
                                Arrays.toString(dimensions),
                                datatype,
                                dimensions.length + inside,
                                1 + inside,
                                type.getSimpleName()));
    }

    /** The number of dimensions of an element's Java type. */
    private static int arraysIn(Datatype type) {
        if (type instanceof Array array) {
            return array.dimensions().size() + arraysIn(array.base());
        } else if (type instanceof VariableLength sequence && !sequence.string()) {
            return 1 + arraysIn(sequence.base());
        }
        return type instanceof Opaque ? 1 : 0;
    }
}
