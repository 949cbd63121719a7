package dev.fallow.internal.data;

import dev.fallow.WrongTypeException;
import dev.fallow.format.heap.GlobalHeapId;
import dev.fallow.internal.data.element.ElementCodec;
import dev.fallow.internal.data.element.ElementRows;
import dev.fallow.internal.data.element.Rows;
import dev.fallow.internal.data.element.Shape;
import dev.fallow.type.Datatype;
import dev.fallow.value.ComplexNumber;
import dev.fallow.value.EnumValue;
import dev.fallow.value.RawElements;
import dev.fallow.value.Reference;
import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Supplier;

/** Whole values: n-dimensional arrays and scalars, converted in pieces of bounded size. */
public final class Elements {
    /**
     * The maximum number of bytes in one array: slightly below Java's limit, and sufficient for every global heap
     * collection.
     */
    static final int LARGEST_ARRAY = Integer.MAX_VALUE - 4096;

    /** The approximate size of a piece in bytes. */
    private static final int PIECE_BYTES = 1 << 20;

    private Elements() {}

    /**
     * The codec of a datatype.
     *
     * @throws dev.fallow.UnsupportedFeatureException if the datatype is not supported
     */
    public static ElementCodec codec(Datatype type, ElementContext context) {
        return Codecs.of(type, context);
    }

    /** Receives the variable-length parts of elements. */
    @FunctionalInterface
    public interface PartVisitor {
        /** @param bytes the length of one part */
        void visit(int bytes) throws IOException;
    }

    /**
     * Visits the variable-length parts of a checked value, in the order in which they are stored in the global heap.
     */
    public static void forEachPart(TypedValue value, ElementContext context, PartVisitor visitor) throws IOException {
        if (value.value() == null || !value.datatype().refersToGlobalHeap()) {
            return; // a null element has no parts
        }
        HeapObjects counting = new HeapObjects() {
            @Override
            public byte[] get(GlobalHeapId id) {
                throw new IllegalStateException("nothing is read");
            }

            @Override
            public GlobalHeapId put(byte[] data) throws IOException {
                visitor.visit(data.length);
                return GlobalHeapId.NONE;
            }
        };
        ElementRows rows = value.rows(new ElementContext(context.where(), context.sizes(), counting));
        long size = value.datatype().size();
        long elements = value.size() / size;
        int most = (int) Math.min(elements, Math.max(1, PIECE_BYTES / size));
        ByteBuffer ignored = ByteBuffer.allocate((int) (most * size));
        for (long done = 0; done < elements; done += most) {
            rows.get(ignored.clear(), done, (int) Math.min(most, elements - done));
        }
    }

    /**
     * Checks that a whole value can be written as elements of a datatype.
     *
     * @param codec of the datatype; not asked for if the value is raw elements
     * @param shape that the value has
     * @param dimensions those of the elements, for messages: the shape, unless that is flat
     * @throws WrongTypeException if the shape differs, or an element does not fit
     */
    static void check(
            Datatype type,
            Supplier<ElementCodec> codec,
            long[] shape,
            long[] dimensions,
            Object value,
            ElementContext context)
            throws IOException {
        if (value instanceof RawElements raw) {
            checkRaw(type, shape, raw, context.where());
            return;
        }
        ElementCodec elements = codec.get();
        if (!Shape.matches(value, shape) || shape.length == 0 && isArrayOf(value, elements)) {
            throw new WrongTypeException("%s: expected the shape %s, found %s"
                    .formatted(
                            context.where(),
                            Arrays.toString(shape),
                            Arrays.toString(Shape.outermost(value, Math.max(1, shape.length)))));
        }
        Object array = shape.length == 0 ? Rows.of(value) : value;
        long[] before = {0};
        Shape.forEachRow(array, Math.max(1, shape.length), row -> {
            Class<?> elementType = row.getClass().getComponentType();
            if (!elements.accepts(elementType)) {
                throw new WrongTypeException("%s: expected elements that fit %s, found %s"
                        .formatted(context.where(), type, elementType.getSimpleName()));
            }
            int misfit = elements.firstMisfit(row);
            if (misfit >= 0) {
                String place = Shape.place(before[0] + misfit, dimensions);
                throw new WrongTypeException(
                        "%s: %s%s".formatted(context.where(), place, Misfit.of(type, Array.get(row, misfit), context)));
            }
            before[0] += Array.getLength(row);
        });
    }

    private static boolean isArrayOf(Object value, ElementCodec codec) {
        return value != null && value.getClass().isArray() && !codec.accepts(value.getClass());
    }

    /** An element in messages. */
    static String shown(Object element) {
        if (element != null && element.getClass().isArray()) {
            return element.getClass().getSimpleName() + " of length " + Array.getLength(element);
        } else if (element instanceof EnumValue value) {
            return value.name() == null ? "number " + value.value() : value.name() + " with number " + value.value();
        } else if (element instanceof ComplexNumber number) {
            return number.real() + " + " + number.imaginary() + "i";
        } else if (element instanceof Reference reference) {
            return "a reference to "
                    + (reference instanceof Reference.ToObject
                            ? "the object"
                            : reference instanceof Reference.ToRegion ? "a region" : "an attribute")
                    + " at address " + reference.address()
                    + (reference.file() == null ? "" : " of " + reference.file());
        } else if (element instanceof RawElements raw) {
            return "raw elements of " + raw.bytes().length + " bytes";
        }
        return String.valueOf(element);
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
}
