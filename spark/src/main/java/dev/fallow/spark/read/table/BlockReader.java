package dev.fallow.spark.read.table;

import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.types.DataType;

/** One column of a dataset of two dimensions whose rows are those of the table. All columns of the dataset are read together. */
final class BlockReader implements ColumnReader {
    private final BoxElements elements;
    private final int items;
    private final int item;
    /** Null if the elements are read as Java values. */
    private final RawDecoder raw;

    /** @param item the number of the column, below {@code items} */
    BlockReader(BoxElements elements, int items, int item, DataType target) {
        this.elements = elements;
        this.items = items;
        this.item = item;
        raw = RawDecoder.of(elements.dataset().datatype(), target);
    }

    @Override
    public void put(Box box, int first, int count, WritableColumnVector target) {
        elements.moveTo(new Box(new long[] {box.start()[0], 0}, new long[] {box.count()[0], items}));
        if (raw != null && count > 0) {
            int size = (int) elements.dataset().datatype().size();
            int at = Math.multiplyExact(Math.addExact(Math.multiplyExact(first, items), item), size);
            raw.put(elements.bytes(), at, Math.multiplyExact(items, size), target, 0, count);
            return;
        }
        for (int i = 0; i < count; i++) {
            Vectors.put(elements.values()[(first + i) * items + item], target, i);
        }
    }
}
