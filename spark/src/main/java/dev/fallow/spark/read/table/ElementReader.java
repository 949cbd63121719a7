package dev.fallow.spark.read.table;

import dev.fallow.NameText;
import dev.fallow.WrongTypeException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.types.DataType;

/** A column of elements, or of parts of them; or of all elements behind each index of the first dimensions, as an array. */
public final class ElementReader implements ColumnReader {
    private final BoxElements elements;
    private final ElementPart part;
    /** The dimensions that are in one row. */
    private final long[] inRow;
    /** Null if the elements are read as Java values. */
    private final RawDecoder raw;

    private final int elementsInRow;
    private final long stride;

    /**
     * A column.
     *
     * @param inRow the last dimensions of the dataset, which are in one row; empty if each element is a row
     */
    public ElementReader(BoxElements elements, ElementPart part, long[] inRow, DataType target) {
        this.elements = elements;
        this.part = part;
        this.inRow = inRow;
        List<Long> dimensions = new ArrayList<>();
        Arrays.stream(inRow).forEach(dimensions::add);
        dimensions.addAll(part.dimensions());
        raw = RawDecoder.array(part.type(), dimensions, target);
        elementsInRow = (int) Math.min(Integer.MAX_VALUE, Box.product(inRow));
        stride = Box.product(elementsInRow, elements.dataset().datatype().size());
    }

    /** A column of whole elements, each in a row of its own. */
    public static ElementReader of(BoxElements elements, DataType target) {
        return new ElementReader(elements, ElementPart.whole(elements.dataset().datatype()), new long[0], target);
    }

    @Override
    public void put(Box box, int first, int count, WritableColumnVector target) {
        try {
            moveTo(box);
            putAll(first, count, target);
        } catch (WrongTypeException e) {
            throw new WrongTypeException(NameText.printable(elements.dataset().path()) + ": " + e.getMessage(), e);
        }
    }

    private void moveTo(Box box) {
        if (inRow.length == 0) {
            elements.moveTo(box);
            return;
        }
        int rank = box.start().length;
        long[] start = Arrays.copyOf(box.start(), rank + inRow.length);
        long[] count = Arrays.copyOf(box.count(), rank + inRow.length);
        System.arraycopy(inRow, 0, count, rank, inRow.length);
        elements.moveTo(new Box(start, count));
    }

    private void putAll(int first, int count, WritableColumnVector target) {
        if (count == 0) {
            return;
        } else if (raw != null) {
            int at = Math.toIntExact(first * stride + part.offset());
            raw.put(elements.bytes(), at, (int) stride, target, 0, count);
            return;
        }
        Object[] values = elements.values();
        for (int i = 0; i < count; i++) {
            Vectors.put(nested(values, (first + i) * elementsInRow, 0), target, i);
        }
    }

    /** The elements of a row as arrays of arrays. */
    private Object nested(Object[] values, int at, int level) {
        if (level == inRow.length) {
            return part.of(values[at]);
        }
        Object[] all = new Object[(int) inRow[level]];
        int step = (int) Box.product(Arrays.copyOfRange(inRow, level + 1, inRow.length));
        for (int i = 0; i < all.length; i++) {
            all[i] = nested(values, at + i * step, level + 1);
        }
        return all;
    }
}
