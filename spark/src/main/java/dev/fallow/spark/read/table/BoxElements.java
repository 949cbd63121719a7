package dev.fallow.spark.read.table;

import dev.fallow.Dataset;
import dev.fallow.RawElements;
import dev.fallow.Selection;
import dev.fallow.source.ByteSource;
import java.util.List;
import java.util.function.Consumer;

/**
 * The elements of a dataset in one box at a time. They are read on first use: not at all if no column needs
 * them, and once if several do.
 */
public final class BoxElements {
    private final Dataset dataset;
    private Box box;
    private byte[] bytes;
    private Object[] values;
    /** Null if nobody wants to know. */
    private Consumer<List<ByteSource.Range>> announced;

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
            announce();
            values = isScalar() ? new Object[] {dataset.read()} : dataset.read(selection(), Object[].class);
        }
        return values;
    }

    /** Announces where the parts are that elements have elsewhere in the file, if someone wants to know. */
    private void announce() {
        if (announced == null || isScalar() || box.size() == 0) {
            return;
        }
        HeapPlaces places = HeapPlaces.of(dataset.datatype());
        if (places.isAny()) {
            announced.accept(places.in(bytes()));
        }
    }

    /** Tells from now on where parts of elements are in the file, before they are read. */
    public void announceTo(Consumer<List<ByteSource.Range>> listener) {
        announced = listener;
    }

    private boolean isScalar() {
        return box.count().length == 0;
    }

    private Selection selection() {
        return Selection.block(box.start(), box.count());
    }
}
