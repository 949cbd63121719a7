package dev.fallow.spark.read.element;

import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.unsafe.types.UTF8String;

/** Strings, of which a certain one stands for a missing string. */
public final class MissingTextReader implements ColumnReader {
    private final ColumnReader texts;
    private final UTF8String missing;

    /** @param missing the string that becomes null */
    public MissingTextReader(BoxElements elements, ElementPart part, String missing, DataType type) {
        texts = new ElementReader(elements, part, new long[0], type);
        this.missing = UTF8String.fromString(missing);
    }

    @Override
    public void moveTo(Box box) {
        texts.moveTo(box);
    }

    @Override
    public void put(int first, int count, WritableColumnVector target) {
        texts.put(first, count, target);
        for (int i = 0; i < count; i++) {
            if (!target.isNullAt(i) && missing.equals(target.getUTF8String(i))) {
                target.putNull(i);
            }
        }
    }
}
