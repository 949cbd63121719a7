package dev.fallow.internal.dataset;

import dev.fallow.WrongTypeException;
import dev.fallow.format.message.Dataspace;
import dev.fallow.internal.data.JavaValues;
import dev.fallow.internal.data.Shape;
import dev.fallow.internal.header.Change;
import dev.fallow.selection.Selection;
import dev.fallow.value.RawElements;
import java.io.IOException;
import java.lang.reflect.Array;
import java.util.Arrays;

/** Adds elements behind the last ones of a dimension, in one change. */
public final class DatasetAppend {
    private final DatasetStorage dataset;

    /** An append to a dataset. */
    public DatasetAppend(DatasetStorage dataset) {
        this.dataset = dataset;
    }

    /**
     * Checks that a value can be appended.
     *
     * @param dimension along which the dataset grows
     * @param value of the dataset's shape except in this dimension; one dimension less stands for a single row, one
     *     dimension for all elements in row-major order
     * @return the change
     * @throws WrongTypeException if the shape differs, or the dataset cannot grow by as much
     */
    public Change append(int dimension, Object value) throws IOException {
        Dataspace space = dataset.dataspace();
        int rank = space.rank();
        if (dimension < 0 || dimension >= rank || space.kind() == Dataspace.Kind.NULL) {
            throw new WrongTypeException(
                    "%s: dimension %d of %d cannot be appended to".formatted(dataset.where(), dimension, rank));
        }
        Object array = JavaValues.arrays(value, rank);
        if (array instanceof RawElements raw) {
            return append(
                    dimension,
                    raw,
                    count(dimension, raw.bytes().length / dataset.datatype().size()));
        }
        if (isFlat(array, dimension)) {
            return append(dimension, array, count(dimension, Array.getLength(array)));
        }
        Object rows = isRow(array, dimension) ? new Object[] {array} : array;
        long[] shape = Shape.outermost(rows, dimension + 1);
        return append(dimension, rows, shape.length > dimension ? shape[dimension] : 1);
    }

    /** The length along a dimension of a number of elements of the dataset, rounded down. */
    private long count(int dimension, long elements) {
        long[] one = dataset.dataspace().sizes();
        one[dimension] = 1;
        long each = Shape.elements(one);
        return each == 0 ? 0 : elements / each;
    }

    /** Whether a value has all elements in row-major order in one dimension, and is not a single row. */
    private boolean isFlat(Object value, int dimension) {
        long[] sizes = dataset.dataspace().sizes();
        if (sizes.length == 1 || isRow(value, dimension)) {
            return false;
        }
        long[] shape = Shape.outermost(value, sizes.length);
        sizes[dimension] = 1;
        long each = Shape.elements(sizes);
        return shape.length == 1 && each > 0 && shape[0] % each == 0;
    }

    /** Whether a value is a row: it has all dimensions but the first, and is appended along that. */
    private boolean isRow(Object value, int dimension) {
        long[] sizes = dataset.dataspace().sizes();
        return dimension == 0
                && Shape.matches(value, Arrays.copyOfRange(sizes, 1, sizes.length))
                && !Shape.matches(value, sizes)
                && Shape.outermost(value, sizes.length).length == sizes.length - 1;
    }

    /**
     * Checks that a number of elements of a dimension can be appended.
     *
     * @param rows the value
     * @return the change
     */
    public Change append(int dimension, Object rows, long added) throws IOException {
        long[] old = dataset.dataspace().sizes();
        long[] extent = old.clone();
        extent[dimension] = Math.addExact(old[dimension], added);
        new DatasetResize(dataset).check(extent);
        long[] start = new long[old.length];
        start[dimension] = old[dimension];
        long[] count = old.clone();
        count[dimension] = added;
        return new DatasetWriter(dataset, extent).write(Selection.block(start, count), rows, null);
    }
}
