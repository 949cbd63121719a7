package dev.fallow.cli.shell;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.fallow.Attribute;
import dev.fallow.Conversion;
import dev.fallow.Dataset;
import dev.fallow.Hyperslab;
import dev.fallow.Reference;
import dev.fallow.Selection;
import dev.fallow.type.Datatype;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;

/** Elements of a dataset or an attribute that are to be printed; a bounded number of them is in memory at a time. */
public final class Values {
    /** The elements of a dataset that are in memory at a time. */
    public static final long ELEMENTS_AT_A_TIME = 1 << 18;

    /** More elements than these are not all printed for people. */
    private static final long MANY = 200;

    /** The number of lines, and of elements of a line, that are printed at either end. */
    private static final int EDGE = 10;

    private final Datatype type;
    /** Null for a null dataspace. */
    private final long[] shape;
    /** Null for all elements of what has no dimensions. */
    private final Hyperslab slice;

    private final Reader reader;
    private final Function<Reference, String> references;

    /** Reads elements. */
    @FunctionalInterface
    private interface Reader {
        /** @param part null for all elements of what has no dimensions */
        void read(Hyperslab part, IoConsumer<Object> visitor) throws IOException;
    }

    private Values(
            Datatype type, long[] shape, Hyperslab slice, Reader reader, Function<Reference, String> references) {
        this.references = references;
        this.type = type;
        this.shape = shape;
        this.slice = slice;
        this.reader = reader;
    }

    /** All elements of a dataset. */
    public static Values of(Dataset dataset) {
        Optional<long[]> shape = ShapeText.dimensions(dataset);
        boolean single = shape.isEmpty() || shape.get().length == 0;
        return of(dataset, single ? null : whole(shape.get()), shape.orElse(null));
    }

    /**
     * Elements of a dataset with dimensions. Those of a virtual one are converted to its datatype as libhdf5 does.
     *
     * @param shape of the slice, perhaps with fewer dimensions
     */
    public static Values of(Dataset dataset, Hyperslab slice, long[] shape) {
        return new Values(
                dataset.datatype(),
                shape,
                slice,
                (part, visitor) -> {
                    if (part != null) {
                        visitRows(
                                dataset.read((Selection) part, Object.class, Conversion.ROUNDING),
                                part.rank(),
                                visitor);
                    } else if (shape != null) {
                        visitor.accept(dataset.read(Selection.all(), Object.class, Conversion.ROUNDING));
                    }
                },
                ObjectNames::plain);
    }

    /** The same elements, of which references are printed for people by the names of what they lead to. */
    public Values naming(ObjectNames names) {
        return new Values(type, shape, slice, reader, names::text);
    }

    /** Elements of an attribute with dimensions; the slice and its shape are as those of a dataset. */
    public static Values of(Attribute attribute, Hyperslab slice, long[] shape) {
        return new Values(
                attribute.datatype(),
                shape,
                slice,
                (part, visitor) -> {
                    if (part != null) {
                        visitPart(attribute.read(), part, 0, visitor);
                    } else if (shape != null) {
                        visitor.accept(attribute.read());
                    }
                },
                ObjectNames::plain);
    }

    /** All elements of an attribute. */
    public static Values of(Attribute attribute) {
        long[] shape = attribute.dimensions();
        return of(attribute, shape.length == 0 ? null : whole(shape), attribute.isNull() ? null : shape);
    }

    /** All elements of this shape, which has at least one dimension. */
    public static Hyperslab whole(long[] shape) {
        long[] ones = new long[shape.length];
        Arrays.fill(ones, 1);
        return new Hyperslab(new long[shape.length], ones, shape, ones);
    }

    /** The same elements of one dimension with a line for each. */
    public static Values column(Values values) {
        return new Values(values.type, new long[] {values.count(), 1}, values.slice, values.reader, values.references);
    }

    Datatype type() {
        return type;
    }

    /** Whether a line is a row of the last of several dimensions. */
    boolean hasRows() {
        return shape != null && shape.length >= 2;
    }

    private long count() {
        return shape == null ? 0 : product(shape, 0);
    }

    /** The number of elements from a dimension on; saturates. */
    public static long product(long[] counts, int from) {
        long product = 1;
        for (int i = from; i < counts.length; i++) {
            product = counts[i] != 0 && product > Long.MAX_VALUE / counts[i] ? Long.MAX_VALUE : product * counts[i];
        }
        return product;
    }

    /** The number of elements in a line: those of the last dimension. */
    long width() {
        return shape == null || shape.length == 0 ? 1 : shape[shape.length - 1];
    }

    /** Elements of a line, the number of which is at least 0 and less than that of the lines. */
    private Values part(long line, long from, long count) {
        if (slice == null) {
            return this;
        }
        long[] start = slice.start().clone();
        long[] counts = slice.count().clone();
        int last = slice.rank() - 1;
        if (shape.length > 0) {
            // dimensions behind the last one of the shape have an index, as others may have
            while (counts[last] != shape[shape.length - 1] || product(counts, last + 1) != 1) {
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
        return new Values(type, new long[] {count}, part, reader, references);
    }

    /** The place in the dataset or attribute of an element, by its number in the order in which elements are visited. */
    String place(long number) {
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

    /** Visits all elements in row-major order. */
    public void forEach(IoConsumer<Object> visitor) throws IOException {
        if (slice == null) {
            reader.read(null, visitor);
        } else if (Arrays.stream(slice.count()).allMatch(count -> count > 0)) {
            forEachPart(slice, ELEMENTS_AT_A_TIME, part -> reader.read(part, visitor));
        }
    }

    /**
     * Divides a selection without empty dimensions into parts of at most {@code most} elements, which is at least 1, along the
     * first dimension that is long, in row-major order.
     */
    public static void forEachPart(Hyperslab part, long most, IoConsumer<Hyperslab> visitor) throws IOException {
        parts(part, 0, most, visitor);
    }

    private static void parts(Hyperslab part, int dimension, long most, IoConsumer<Hyperslab> visitor)
            throws IOException {
        long rowElements = product(part.count(), dimension + 1);
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
                visitor.accept(piece);
            }
        }
    }

    /** Visits all elements of an array. */
    private static void visitRows(Object array, int rank, IoConsumer<Object> visitor) throws IOException {
        int length = Array.getLength(array);
        for (int i = 0; i < length; i++) {
            Object element = Array.get(array, i);
            if (rank > 1) {
                visitRows(element, rank - 1, visitor);
            } else {
                visitor.accept(element);
            }
        }
    }

    /** Visits selected elements of an array. */
    private static void visitPart(Object array, Hyperslab part, int dimension, IoConsumer<Object> visitor)
            throws IOException {
        for (int i = 0; i < part.count()[dimension]; i++) {
            Object element = Array.get(array, (int) (part.start()[dimension] + i * part.stride()[dimension]));
            if (dimension < part.rank() - 1) {
                visitPart(element, part, dimension + 1, visitor);
            } else {
                visitor.accept(element);
            }
        }
    }

    /** Writes the fields {@code type}, {@code shape} and {@code values} of a JSON object. */
    public void writeFields(JsonGenerator json) throws IOException {
        json.writeStringField("type", type.toString());
        Json.shape(json, Optional.ofNullable(shape));
        json.writeArrayFieldStart("values");
        forEach(element -> ElementText.write(json, type, element));
        json.writeEndArray();
    }

    /** Prints all elements for people: one line for each row of the last dimension. */
    public void printAll(PrintWriter out) throws IOException {
        long width = Math.max(1, width());
        long[] done = {0};
        forEach(element -> {
            out.print(ElementText.text(type, element, references));
            out.print(++done[0] % width == 0 ? "\n" : " ");
        });
        out.flush();
    }

    /** Prints all elements, or, of many, the first and the last lines, and the first and the last elements of each line. */
    public void printEnds(PrintWriter out) throws IOException {
        if (count() <= MANY) {
            printAll(out);
            return;
        }
        long width = width();
        long lines = count() / width;
        for (long line = 0; line < lines; line++) {
            if (line == EDGE && lines > 2 * EDGE) {
                long left = lines - 2 * EDGE;
                out.printf("... (%,d more line%s; --all prints them)\n", left, left == 1 ? "" : "s");
                line = lines - EDGE;
            }
            if (width <= 2 * EDGE) {
                part(line, 0, width).printLine(out);
            } else {
                part(line, 0, EDGE).printLine(out);
                out.printf(" ... (%,d more) ... ", width - 2 * EDGE);
                part(line, width - EDGE, EDGE).printLine(out);
            }
            out.print("\n");
        }
        out.flush();
    }

    private void printLine(PrintWriter out) throws IOException {
        String[] separator = {""};
        forEach(element -> {
            out.print(separator[0] + ElementText.text(type, element, references));
            separator[0] = " ";
        });
    }

    /** The elements on one line of at most this many characters, with brackets around those of an array. */
    public String preview(int most) throws IOException {
        if (shape == null) {
            return "null";
        }
        StringBuilder text = new StringBuilder();
        Values first = count() > most ? part(0, 0, Math.min(width(), most)) : this;
        first.forEach(element -> {
            if (text.length() <= most) {
                text.append(text.length() == 0 ? "" : ", ").append(ElementText.text(type, element, references));
            }
        });
        String more = first == this ? "" : ", ...";
        return AlignedColumns.shortened(shape.length > 0 ? "[" + text + more + "]" : text.toString(), most);
    }
}
