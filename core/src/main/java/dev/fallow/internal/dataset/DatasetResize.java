package dev.fallow.internal.dataset;

import dev.fallow.Conversion;
import dev.fallow.Hyperslab;
import dev.fallow.RawElements;
import dev.fallow.Selection;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.WrongTypeException;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.format.message.Dataspace;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.data.JavaValues;
import dev.fallow.internal.data.Shape;
import dev.fallow.internal.elements.ChunkResize;
import dev.fallow.internal.elements.ChunkedElements;
import dev.fallow.internal.globalheap.HeapRemoval;
import dev.fallow.internal.header.Change;
import dev.fallow.internal.header.LiveMessage;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.SharedMessages;
import java.io.IOException;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Changes the extent of a dataset, or adds elements behind the last ones of a dimension in one change. */
public record DatasetResize(DatasetStorage dataset) {
    /**
     * Checks that a dataset can have another extent.
     *
     * @throws WrongTypeException if a dimension exceeds its limit, or their number differs
     * @throws UnsupportedFeatureException if the dataset has no chunks
     */
    public Change to(long[] extent) throws IOException {
        check(extent);
        HeapRemoval removal = null;
        if (dataset.datatype().refersToGlobalHeap()) {
            removal = dataset.store().globalHeap().removal();
            new DatasetReferences(dataset).addElements(outside(extent), removal);
            removal.prepare();
        }
        HeapRemoval removed = removal;
        dataset.store().header(dataset.header().address()); // it may have been evicted from the cache
        return () -> {
            apply(dataset.reloaded(), extent);
            if (removed != null) {
                removed.apply();
            }
        };
    }

    /** Checks that a dataset can have another extent. */
    void check(long[] extent) {
        Dataspace space = dataset.dataspace();
        if (!(dataset.dataLayout() instanceof ChunkedLayout)) {
            throw new UnsupportedFeatureException(dataset.where() + ": only a dataset with chunks can be resized;"
                    + " DatasetOptions.withMaxDimensions makes one, or copyTo from this one");
        }
        dataset.checkUnderstood();
        dataset.chunksAsStored(); // what the change will read of the header
        if (extent.length != space.rank()) {
            throw new WrongTypeException(
                    "%s: expected %d dimensions, found %d".formatted(dataset.where(), space.rank(), extent.length));
        }
        if (!space.maxSizesPresent() && !Arrays.equals(extent, space.sizes())) {
            throw new WrongTypeException(
                    dataset.where() + ": the file states no limits for the dimensions, so they stay");
        }
        for (int i = 0; i < extent.length; i++) {
            long limit = space.maxSize(i);
            if (extent[i] < 0 || limit != Dataspace.UNLIMITED && extent[i] > limit) {
                throw new WrongTypeException("%s: dimension %d has a limit of %s elements, found %d"
                        .formatted(dataset.where(), i, limit == Dataspace.UNLIMITED ? "2^63-1" : limit, extent[i]));
            }
        }
        Shape.checkDimensions(extent, dataset.datatype().size());
        if (dataset.header().find(MessageType.DATASPACE).sharedId() != SharedMessages.NONE) {
            dataset.header().checkCanGrow(); // the dataset gets its own dataspace
        }
    }

    /** The elements that are lost, each in one of the blocks. */
    private List<Selection> outside(long[] extent) {
        long[] last = dataset.dataspace().sizes();
        List<Selection> outside = new ArrayList<>();
        for (int i = 0; i < extent.length; i++) {
            if (extent[i] < last[i]) {
                long[] start = new long[extent.length];
                long[] count = last.clone();
                start[i] = extent[i];
                count[i] = last[i] - extent[i];
                long[] one = new long[extent.length];
                Arrays.fill(one, 1);
                outside.add(new Hyperslab(start, one, one, count));
                last[i] = extent[i];
            }
        }
        return outside;
    }

    /** Changes the chunks, then the extent. */
    static void apply(DatasetStorage dataset, long[] extent) throws IOException {
        ChunkedElements elements = dataset.chunksAsStored();
        ChunkResize chunks = new ChunkResize(elements, extent);
        if (chunks.isNeeded()) {
            dataset.replaceChunks(chunks.apply());
        }
        setExtent(dataset, extent);
    }

    /** Changes the dataspace message. Its length stays, unless it was shared. */
    static void setExtent(DatasetStorage dataset, long[] extent) {
        ObjectHeader header = dataset.header();
        LiveMessage message = header.find(MessageType.DATASPACE);
        Dataspace changed = dataset.dataspace().withSizes(extent);
        header.replace(message, MessageType.DATASPACE, dataset.store().encode(changed::encode));
    }

    // ---- appending -------------------------------------------------------------------------------------------

    /**
     * Checks that a value can be appended.
     *
     * @param dimension along which the dataset grows
     * @param value of the dataset's shape except in this dimension; one dimension less stands for a single row, one
     *     dimension for all elements in row-major order
     * @throws WrongTypeException if the shape differs, or the dataset cannot grow by as much
     */
    public Change append(int dimension, Object value) throws IOException {
        return append(dimension, value, Conversion.LOSSLESS);
    }

    /**
     * As {@link #append(int, Object)}.
     *
     * @param conversion what happens with a number that is not represented exactly
     */
    public Change append(int dimension, Object value, Conversion conversion) throws IOException {
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
                    count(dimension, raw.bytes().length / dataset.datatype().size()),
                    conversion);
        }
        if (isFlat(array, dimension)) {
            return append(dimension, array, count(dimension, Array.getLength(array)), conversion);
        }
        boolean single = isRow(array, dimension);
        if (!single && dimension == 0) {
            requireRows(array);
        }
        Object rows = single ? new Object[] {array} : array;
        long[] shape = Shape.outermost(rows, dimension + 1);
        return append(dimension, rows, shape.length > dimension ? shape[dimension] : 1, conversion);
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

    /** Refuses rows of another shape, a single one, a value that is none, and elements that are no whole rows. */
    private void requireRows(Object value) {
        long[] sizes = dataset.dataspace().sizes();
        long[] expected = Arrays.copyOfRange(sizes, 1, sizes.length);
        long[] found = Shape.outermost(value, sizes.length);
        long[] row = found.length == sizes.length ? Arrays.copyOfRange(found, 1, found.length) : found;
        if (expected.length > 0 && row.length == expected.length && !Arrays.equals(row, expected)) {
            throw new WrongTypeException("%s: expected rows of shape %s, found %s"
                    .formatted(dataset.where(), Arrays.toString(expected), Arrays.toString(row)));
        }
        if (expected.length > 0 && found.length == 0) {
            throw new WrongTypeException("%s: expected rows of shape %s, found %s"
                    .formatted(
                            dataset.where(),
                            Arrays.toString(expected),
                            value == null ? "null" : value.getClass().getSimpleName()));
        } else if (expected.length > 0 && found.length == 1 && !(value instanceof Object[])) {
            throw new WrongTypeException("%s: expected rows of shape %s, each of %d elements, found %d elements"
                    .formatted(dataset.where(), Arrays.toString(expected), Shape.elements(expected), found[0]));
        }
    }

    /** Checks that a number of elements of a dimension can be appended. */
    public Change append(int dimension, Object rows, long added, Conversion conversion) throws IOException {
        long[] old = dataset.dataspace().sizes();
        long[] extent = old.clone();
        extent[dimension] = Math.addExact(old[dimension], added);
        check(extent);
        long[] start = new long[old.length];
        start[dimension] = old[dimension];
        long[] count = old.clone();
        count[dimension] = added;
        return new DatasetWriter(dataset, extent)
                .write(Selection.block(start, count), rows, null, conversion)
                .whole();
    }
}
