package dev.fallow.spark.read.table;

import org.apache.spark.sql.execution.vectorized.OnHeapColumnVector;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.types.DataType;

/** The values of a dataset of one dimension, by the index in one dimension of the table. There is none behind its end. */
public final class CoordinateReader implements ColumnReader {
    private final int dimension;
    private final BoxElements elements;
    private final DataType type;
    private final PackedNumbers packing;
    private final Vectors.Put copy;
    private Box box;
    private WritableColumnVector values;

    /** Receives elements of a box with the same index, which is relative to the start of the box; {@code row} is the first one's. */
    @FunctionalInterface
    interface RunVisitor {
        void visit(int row, int count, int index);
    }

    /**
     * A column.
     *
     * @param elements of one dimension
     * @param type is not nested
     * @param packing of the elements; null if the values are what is stored
     */
    public CoordinateReader(int dimension, BoxElements elements, DataType type, PackedNumbers packing) {
        this.packing = packing;
        this.dimension = dimension;
        this.elements = elements;
        this.type = type;
        copy = Vectors.copying(type);
    }

    @Override
    public void put(Box next, int first, int count, WritableColumnVector target) {
        if (!next.equals(box)) {
            box = next;
            values = values(box.start()[dimension], (int) box.count()[dimension]);
        }
        forEachRun(box, dimension, first, count, (row, length, index) -> {
            for (int i = 0; i < length; i++) {
                copy.put(values, index, target, row + i);
            }
        });
    }

    /** Visits consecutive elements of a box, from the one with the number {@code first} on, by their index in a dimension. */
    static void forEachRun(Box box, int dimension, int first, int count, RunVisitor visitor) {
        long stride = 1;
        for (int d = dimension + 1; d < box.count().length; d++) {
            stride *= box.count()[d];
        }
        for (int row = 0; row < count; ) {
            long run = (first + row) / stride;
            int length = (int) Math.min(count - row, (run + 1) * stride - first - row);
            visitor.visit(row, length, (int) (run % box.count()[dimension]));
            row += length;
        }
    }

    /** The values at indexes; null behind the end. */
    public WritableColumnVector values(long from, int count) {
        WritableColumnVector vector = new OnHeapColumnVector(count, type);
        ColumnReader reader = packing == null
                ? ElementReader.of(elements, type)
                : packing.reader(ElementReader.of(elements, packing.stored()), type);
        int here = (int) Math.max(0, Math.min(count, elements.dataset().dimensions()[0] - from));
        reader.put(new Box(new long[] {from}, new long[] {here}), 0, here, vector);
        if (count > here) {
            vector.putNulls(here, count - here);
        }
        return vector;
    }
}
