package dev.fallow.spark.read.element;

import org.apache.spark.sql.execution.vectorized.WritableColumnVector;

/** The index in one dimension. */
public final class IndexReader implements ColumnReader {
    private final int dimension;
    private Box box;

    /** @param dimension 0 is the first one */
    public IndexReader(int dimension) {
        this.dimension = dimension;
    }

    @Override
    public void moveTo(Box next) {
        box = next;
    }

    @Override
    public void put(int first, int count, WritableColumnVector target) {
        long start = box.start()[dimension];
        IndexRuns.forEach(
                box, dimension, first, count, (row, length, index) -> target.putLongs(row, length, start + index));
    }
}
