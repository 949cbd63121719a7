package dev.fallow.spark.read.element;

import org.apache.spark.sql.execution.vectorized.OnHeapColumnVector;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.types.DataTypes;

/** Values, of which those are missing that a second dataset marks. */
public final class MaskedReader implements ColumnReader {
    private final ColumnReader values;
    private final ColumnReader mask;
    private WritableColumnVector marks;

    /** @param mask of booleans */
    public MaskedReader(ColumnReader values, BoxElements mask) {
        this.values = values;
        this.mask = new ElementReader(
                mask, ElementPart.whole(mask.dataset().datatype()), new long[0], DataTypes.BooleanType);
    }

    @Override
    public void moveTo(Box box) {
        values.moveTo(box);
        mask.moveTo(box);
    }

    @Override
    public void put(int first, int count, WritableColumnVector target) {
        if (marks == null) {
            marks = new OnHeapColumnVector(count, DataTypes.BooleanType);
        }
        marks.reset();
        marks.reserve(count);
        values.put(first, count, target);
        mask.put(first, count, marks);
        for (int i = 0; i < count; i++) {
            if (marks.getBoolean(i)) {
                target.putNull(i);
            }
        }
    }
}
