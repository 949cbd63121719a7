package dev.fallow.cli.text;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.fallow.Attribute;
import dev.fallow.Dataset;
import dev.fallow.selection.Hyperslab;
import dev.fallow.selection.Selection;
import dev.fallow.type.Datatype;
import java.io.IOException;
import java.lang.reflect.Array;
import java.util.Arrays;

/** Elements of a dataset or an attribute that are to be printed; a bounded number of them is in memory at a time. */
public final class Values {
    /** The elements of a dataset that are in memory at a time. */
    public static final long ELEMENTS_AT_A_TIME = 1 << 18;

    private final Datatype type;
    private final long[] shape;
    /** Null for all elements of what has no dimensions. */
    private final Hyperslab slice;

    private final Reader reader;

    /** Reads elements. */
    @FunctionalInterface
    private interface Reader {
        /** @param part null for all elements of what has no dimensions */
        void read(Hyperslab part, ElementVisitor visitor) throws IOException;
    }

    /** Receives elements. */
    @FunctionalInterface
    public interface ElementVisitor {
        /** Receives one element. */
        void visit(Object element) throws IOException;
    }

    private Values(Datatype type, long[] shape, Hyperslab slice, Reader reader) {
        this.type = type;
        this.shape = shape;
        this.slice = slice;
        this.reader = reader;
    }

    /**
     * Elements of a dataset.
     *
     * @param slice null for all elements of a dataset without dimensions
     * @param shape of the slice, perhaps with fewer dimensions; null for a null dataspace
     */
    public static Values of(Dataset dataset, Hyperslab slice, long[] shape) {
        return new Values(dataset.datatype(), shape, slice, (part, visitor) -> {
            if (part != null) {
                visitRows(dataset.read((Selection) part), part.rank(), visitor);
            } else if (shape != null) {
                visitor.visit(dataset.read());
            }
        });
    }

    /**
     * Elements of an attribute.
     *
     * @param slice null for all elements of an attribute without dimensions
     * @param shape of the slice, perhaps with fewer dimensions; null for a null dataspace
     */
    public static Values of(Attribute attribute, Hyperslab slice, long[] shape) {
        return new Values(attribute.datatype(), shape, slice, (part, visitor) -> {
            if (part != null) {
                visitPart(attribute.value(), part, 0, visitor);
            } else if (shape != null) {
                visitor.visit(attribute.value());
            }
        });
    }

    /** All elements of an attribute. */
    public static Values of(Attribute attribute) {
        long[] shape = attribute.dimensions();
        return of(attribute, shape == null || shape.length == 0 ? null : whole(shape), shape);
    }

    /** All elements of this shape, which has at least one dimension. */
    public static Hyperslab whole(long[] shape) {
        long[] ones = new long[shape.length];
        Arrays.fill(ones, 1);
        return new Hyperslab(new long[shape.length], ones, shape, ones);
    }

    /** The datatype of the elements. */
    public Datatype type() {
        return type;
    }

    /** The number of elements in each dimension; empty for a single one; null for a null dataspace. */
    public long[] shape() {
        return shape == null ? null : shape.clone();
    }

    /** The number of elements; saturates. */
    public long count() {
        if (shape == null) {
            return 0;
        }
        long count = 1;
        for (long size : shape) {
            count = product(count, size);
        }
        return count;
    }

    private static long product(long a, long b) {
        return b != 0 && a > Long.MAX_VALUE / b ? Long.MAX_VALUE : a * b;
    }

    /** The number of elements in a line: those of the last dimension. */
    public long width() {
        return shape == null || shape.length == 0 ? 1 : shape[shape.length - 1];
    }

    /** The number of lines; saturates. */
    public long lines() {
        long width = width();
        return width == 0 ? 0 : count() / width;
    }

    /**
     * A part of a line.
     *
     * @param line less than {@link #lines}
     * @param from the first element
     * @param count of elements
     */
    public Values part(long line, long from, long count) {
        if (slice == null) {
            return this;
        }
        long[] start = slice.start().clone();
        long[] counts = slice.count().clone();
        int last = slice.rank() - 1;
        if (shape.length > 0) {
            // dimensions behind the last one of the shape have an index, as others may have
            while (counts[last] != shape[shape.length - 1] || tail(counts, last) != 1) {
                last--;
            }
            start[last] += from * slice.stride()[last];
            counts[last] = count;
        } else {
            last = -1;
        }
        long rest = line;
        for (int i = last - 1; i >= 0; i--) {
            start[i] += rest % slice.count()[i] * slice.stride()[i];
            rest /= slice.count()[i];
            counts[i] = 1;
        }
        Hyperslab part = new Hyperslab(start, slice.stride(), counts, slice.block());
        return new Values(type, new long[] {count}, part, reader);
    }

    /** The place in the dataset or attribute of an element, by its number in the order in which elements are visited. */
    public String place(long number) {
        if (slice == null) {
            return "the value";
        }
        long[] indices = new long[slice.rank()];
        long rest = number;
        for (int i = indices.length - 1; i >= 0; i--) {
            indices[i] = slice.start()[i] + rest % slice.count()[i] * slice.stride()[i];
            rest /= slice.count()[i];
        }
        return "element " + Arrays.toString(indices);
    }

    private static long tail(long[] counts, int dimension) {
        long product = 1;
        for (int i = dimension + 1; i < counts.length; i++) {
            product = product(product, counts[i]);
        }
        return product;
    }

    /** Visits all elements in row-major order. */
    public void forEach(ElementVisitor visitor) throws IOException {
        if (slice == null) {
            reader.read(null, visitor);
        } else if (Arrays.stream(slice.count()).allMatch(count -> count > 0)) {
            forEachPart(slice, ELEMENTS_AT_A_TIME, part -> reader.read(part, visitor));
        }
    }

    /** Receives parts of a selection. */
    @FunctionalInterface
    public interface PartVisitor {
        /** Receives one part. */
        void visit(Hyperslab part) throws IOException;
    }

    /**
     * Divides a selection into parts of at most {@code most} elements, along the first dimension that is long, in row-major
     * order.
     *
     * @param part without empty dimensions
     * @param most at least 1
     */
    public static void forEachPart(Hyperslab part, long most, PartVisitor visitor) throws IOException {
        parts(part, 0, most, visitor);
    }

    private static void parts(Hyperslab part, int dimension, long most, PartVisitor visitor) throws IOException {
        long rowElements = tail(part.count(), dimension);
        long rows = Math.max(1, most / rowElements);
        for (long from = 0; from < part.count()[dimension]; from += rows) {
            long[] start = part.start().clone();
            long[] count = part.count().clone();
            start[dimension] += from * part.stride()[dimension];
            count[dimension] = Math.min(rows, count[dimension] - from);
            Hyperslab piece = new Hyperslab(start, part.stride(), count, part.block());
            if (rowElements > most) {
                parts(piece, dimension + 1, most, visitor);
            } else {
                visitor.visit(piece);
            }
        }
    }

    /** Visits all elements of an array. */
    private static void visitRows(Object array, int rank, ElementVisitor visitor) throws IOException {
        int length = Array.getLength(array);
        for (int i = 0; i < length; i++) {
            Object element = Array.get(array, i);
            if (rank > 1) {
                visitRows(element, rank - 1, visitor);
            } else {
                visitor.visit(element);
            }
        }
    }

    /** Visits selected elements of an array. */
    private static void visitPart(Object array, Hyperslab part, int dimension, ElementVisitor visitor)
            throws IOException {
        for (int i = 0; i < part.count()[dimension]; i++) {
            Object element = Array.get(array, (int) (part.start()[dimension] + i * part.stride()[dimension]));
            if (dimension < part.rank() - 1) {
                visitPart(element, part, dimension + 1, visitor);
            } else {
                visitor.visit(element);
            }
        }
    }

    /** Writes the fields {@code type}, {@code shape} and {@code values} of a JSON object. */
    public void writeFields(JsonGenerator json) throws IOException {
        json.writeStringField("type", type.toString());
        json.writeFieldName("shape");
        if (shape == null) {
            json.writeNull();
        } else {
            json.writeArray(shape, 0, shape.length);
        }
        json.writeArrayFieldStart("values");
        JsonElements elements = new JsonElements(json);
        forEach(element -> elements.write(type, element));
        json.writeEndArray();
    }
}
