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
     * Reads all elements' bytes as stored in the file. Variable-length elements are stored as addresses.
     *
     * @throws UnsupportedFeatureException if the layout is not supported
     * @throws TooLargeException if the elements exceed the length of a Java array, or there is not enough memory
     */
    byte[] readBytes();

    /**
     * Writes all elements, {@linkplain WriteMode#IN_PLACE in place}. Elements with variable-length parts are written by
     * {@link WriteMode#COPY}.
     *
     * @param value of the dataset's shape, with elements that fit its datatype; or {@link dev.fallow.value.RawElements}
     * @throws WrongTypeException if the shape differs, or an element does not fit
     */
    default void write(Object value) {
        write(value, WriteMode.IN_PLACE);
    }

    /**
     * Writes all elements.
     *
     * @param value as for {@link #write(Object)}
     * @throws WrongTypeException if the shape differs, or an element does not fit
     */
    void write(Object value, WriteMode mode);

    /** Returns a reference to a region of this dataset, for storing as an element. */
    default Reference.ToRegion reference(Selection region) {
        return new Reference.ToRegion(address(), region);
    }
}
