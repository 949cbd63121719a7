package dev.fallow;

import dev.fallow.format.datatype.Datatype;
import dev.fallow.format.selection.Selection;
import dev.fallow.options.StorageLayout;
import dev.fallow.options.WriteMode;
import dev.fallow.value.Reference;

/** An n-dimensional array or a scalar. */
public non-sealed interface Dataset extends StoredObject {
    /** The datatype of the elements. */
    Datatype datatype();

    /** The number of elements in each dimension; empty for a scalar; null if there is no value (a null dataspace). */
    long[] dimensions();

    /**
     * The limit of each dimension: the dataset can be resized up to it; -1 if there is none. Equal to {@link #dimensions}
     * if the file states no limits; null if there is no value.
     */
    long[] maxDimensions();

    /** The number of elements of a chunk in each dimension; null if the elements are not in chunks. */
    long[] chunkDimensions();

    /** How the elements are stored. */
    StorageLayout layout();

    /**
     * The address of the elements, relative to the base address; -1 if they are in the object header or not allocated.
     */
    long storageAddress();

    /** The total size of the elements in bytes. */
    long storageSize();

    /**
     * Reads all elements: a single element for a scalar, an n-dimensional array otherwise, null if there is no value.
     * {@link dev.fallow.value.Types} lists the Java types of the elements. Elements that were never allocated read as the fill value;
     * elements that were allocated but never written are undefined.
     *
     * @throws UnsupportedFeatureException if the datatype or the layout is not supported
     * @throws TooLargeException if a dimension exceeds the length of a Java array, or there is not enough memory
     * @throws CorruptFileException if an element refers to something that does not exist
     */
    Object read();

    /**
     * Reads selected elements. Chunks without selected elements are not read.
     *
     * @param selection {@code Selection.block} and its like; of the dataset's rank
     * @return an array of the selection's shape, as for {@link #read()}; one dimension for points and for several blocks
     * @throws WrongTypeException if the selection is of another rank, or not inside the dataset
     * @throws UnsupportedFeatureException if the datatype, the layout or a filter is not supported
     * @throws TooLargeException if the result does not fit into Java arrays or the memory
     * @throws CorruptFileException if a chunk is damaged; the message has its coordinates, and the others can be read
     */
    Object read(Selection selection);

    /**
     * Reads all elements' bytes as stored in the file. Variable-length elements are stored as addresses.
     *
     * @throws UnsupportedFeatureException if the layout is not supported
     * @throws TooLargeException if the elements exceed the length of a Java array, or there is not enough memory
     */
    byte[] readBytes();

    /**
     * Reads the bytes of selected elements as stored in the file, without the effect of filters.
     *
     * @param selection as for {@link #read(Selection)}
     */
    byte[] readBytes(Selection selection);

    /**
     * Writes all elements: {@linkplain WriteMode#COPY to new chunks}, if the dataset has chunks; otherwise {@linkplain
     * WriteMode#IN_PLACE in place}. Elements with variable-length parts are always written by {@link WriteMode#COPY}.
     *
     * @param value of the dataset's shape, with elements that fit its datatype; or {@link dev.fallow.value.RawElements}
     * @throws WrongTypeException if the shape differs, or an element does not fit
     */
    void write(Object value);

    /**
     * Writes all elements.
     *
     * @param value as for {@link #write(Object)}
     * @throws WrongTypeException if the shape differs, or an element does not fit
     */
    void write(Object value, WriteMode mode);

    /**
     * Writes selected elements, in the mode of {@link #write(Object)}. Chunks that are selected whole are not read.
     *
     * @param selection as for {@link #read(Selection)}
     * @param value of the selection's shape
     * @throws WrongTypeException if the selection is not inside the dataset, the shape differs, or an element does not fit
     * @throws UnsupportedFeatureException if a filter cannot be applied
     * @throws CorruptFileException if a chunk that is selected in part is damaged; nothing is changed then
     */
    void write(Selection selection, Object value);

    /**
     * Writes selected elements.
     *
     * @param selection as for {@link #read(Selection)}
     * @param value as for {@link #write(Selection, Object)}
     */
    void write(Selection selection, Object value, WriteMode mode);

    /**
     * Changes the number of elements in each dimension. Elements outside the new dimensions are lost, and their chunks are
     * freed; new elements are the fill value.
     *
     * @param dimensions at most {@link #maxDimensions}
     * @throws WrongTypeException if a dimension exceeds its limit, or their number differs
     * @throws UnsupportedFeatureException if the dataset has no chunks
     */
    void resize(long... dimensions);

    /**
     * Appends rows: elements behind the last ones of the first dimension.
     *
     * @param rows of the dataset's shape except in the first dimension; or a single row, with one dimension less
     * @throws WrongTypeException if the shape differs, an element does not fit, or the dataset cannot grow by as much
     * @throws UnsupportedFeatureException if the dataset has no chunks
     */
    default void append(Object rows) {
        append(0, rows);
    }

    /**
     * Appends elements behind the last ones of a dimension, in one change.
     *
     * @param dimension 0 is the first one
     * @param value as for {@link #append(Object)}
     */
    void append(int dimension, Object value);

    /** Returns a reference to a region of this dataset, for storing as an element. */
    default Reference.ToRegion reference(Selection region) {
        return new Reference.ToRegion(address(), region);
    }
}
