package dev.fallow.spark.read.table;

import dev.fallow.Dataset;
import dev.fallow.RawElements;
import dev.fallow.Selection;

/**
 * The elements of a dataset in one box at a time. They are read on first use: not at all if no column needs
 * them, and once if several do.
 */
public final class BoxElements {
    private final Dataset dataset;
    private Box box;
    private byte[] bytes;
    private Object[] values;

    /** No element is read yet. */
    public BoxElements(Dataset dataset) {
        this.dataset = dataset;
    }

    /** The dataset. */
    public Dataset dataset() {
        return dataset;
    }

    /** Moves to a box; forgets the elements of another one. */
    public void moveTo(Box next) {
        if (!next.equals(box)) {
            box = next;
            bytes = null;
            values = null;
        }
    }

    /** The bytes of the elements in the box, as they are stored without filters. */
    public byte[] bytes() {
        if (bytes == null) {
            bytes = isScalar()
                    ? dataset.read(RawElements.class).bytes()
                    : dataset.read(selection(), RawElements.class).bytes();
        }
        return bytes;
    }

    /** The elements in the box as Java values, as {@link dev.fallow.Types} lists them. */
    public Object[] values() {
        if (values == null) {
            values = isScalar() ? new Object[] {dataset.read()} : dataset.read(selection(), Object[].class);
        }
        return values;
    }

    private boolean isScalar() {
        return box.count().length == 0;
    }

    private Selection selection() {
        return Selection.block(box.start(), box.count());
    }
}
