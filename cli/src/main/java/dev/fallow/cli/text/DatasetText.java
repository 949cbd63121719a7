package dev.fallow.cli.text;

import dev.fallow.Dataset;
import dev.fallow.format.datatype.Datatype;
import dev.fallow.format.selection.Hyperslab;
import dev.fallow.format.selection.Selection;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.reflect.Array;
import java.util.Arrays;

/** Prints elements of a dataset, a bounded number at a time. */
public final class DatasetText {
    /** The elements that are in memory at a time. */
    private static final long ELEMENTS_AT_A_TIME = 1 << 18;

    private final Dataset dataset;
    private final Datatype type;
    /** Null for all elements of a dataset without dimensions. */
    private final Hyperslab slice;

    private final long[] shape;

    /** All elements of a dataset without dimensions. */
    public DatasetText(Dataset dataset) {
        this(dataset, null, dataset.dimensions());
    }

    /**
     * Elements to be printed.
     *
     * @param slice null for all elements of a dataset without dimensions
     * @param shape of the slice, perhaps with fewer dimensions
     */
    public DatasetText(Dataset dataset, Hyperslab slice, long[] shape) {
        this.dataset = dataset;
        this.slice = slice;
        this.shape = shape;
        type = dataset.datatype();
    }

    /** Receives elements. */
    @FunctionalInterface
    private interface ElementVisitor {
        void visit(Object element) throws IOException;
    }

    /** Prints one JSON object: path, type, shape and values. */
    public void printJson(PrintWriter out) {
        Json.print(out, "cat/1", json -> {
            json.writeStringField("path", dataset.path());
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
        });
    }

    /** One line for each row of the last dimension. */
    public void print(PrintWriter out) throws IOException {
        long width = shape == null || shape.length == 0 ? 1 : shape[shape.length - 1];
        long[] done = {0};
        forEach(element -> {
            out.print(PlainElements.text(type, element));
            out.print(++done[0] % width == 0 ? "\n" : " ");
        });
        out.flush();
    }

    private void forEach(ElementVisitor visitor) throws IOException {
        if (slice == null) {
            Object value = dataset.read();
            if (dataset.dimensions() != null) {
                visitor.visit(value);
            }
            return;
        }
        if (Arrays.stream(slice.count()).anyMatch(count -> count == 0)) {
            return;
        }
        parts(slice, 0, visitor);
    }

    /** Reads parts that are small enough, divided along the first dimension that is long. */
    private void parts(Hyperslab part, int dimension, ElementVisitor visitor) throws IOException {
        long rowElements = 1;
        for (int i = dimension + 1; i < part.rank(); i++) {
            rowElements =
                    rowElements > Long.MAX_VALUE / part.count()[i] ? Long.MAX_VALUE : rowElements * part.count()[i];
        }
        long rows = Math.max(1, ELEMENTS_AT_A_TIME / rowElements);
        for (long from = 0; from < part.count()[dimension]; from += rows) {
            long[] start = part.start().clone();
            long[] count = part.count().clone();
            start[dimension] += from * part.stride()[dimension];
            count[dimension] = Math.min(rows, count[dimension] - from);
            Hyperslab piece = new Hyperslab(start, part.stride(), count, part.block());
            if (rowElements > ELEMENTS_AT_A_TIME) {
                parts(piece, dimension + 1, visitor);
            } else {
                visit(dataset.read((Selection) piece), piece.rank(), visitor);
            }
        }
    }

    private static void visit(Object array, int rank, ElementVisitor visitor) throws IOException {
        int length = Array.getLength(array);
        for (int i = 0; i < length; i++) {
            Object element = Array.get(array, i);
            if (rank > 1) {
                visit(element, rank - 1, visitor);
            } else {
                visitor.visit(element);
            }
        }
    }
}
