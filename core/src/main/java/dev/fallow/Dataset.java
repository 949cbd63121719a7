package dev.fallow;

import dev.fallow.format.datatype.Datatype;
import dev.fallow.format.selection.Selection;
import dev.fallow.internal.DatasetHandle;
import dev.fallow.options.StorageLayout;
import dev.fallow.options.WriteMode;
import dev.fallow.value.Reference;
import java.util.Objects;

/** An n-dimensional array or a scalar. */
public final class Dataset extends StoredObject {
    private final DatasetHandle handle;

    /** For internal use by the library. */
    public Dataset(DatasetHandle handle) {
        super(handle);
        this.handle = handle;
    }

    /** The datatype of the elements. */
    public Datatype datatype() {
        return handle.describe().datatype();
    }

    /** The number of elements in each dimension; empty for a scalar; null if there is no value (a null dataspace). */
    public long[] dimensions() {
        return handle.describe().dimensions();
    }

    /** How the elements are stored. */
    public StorageLayout layout() {
        return handle.describe().layout();
    }

    /**
     * The address of the elements, relative to the base address; -1 if they are in the object header or not allocated.
     */
    public long storageAddress() {
        return handle.describe().storageAddress();
    }

    /** The total size of the elements in bytes. */
    public long storageSize() {
        return handle.describe().storageSize();
    }

    /**
     * Reads all elements: a single element for a scalar, an n-dimensional array otherwise, null if there is no value.
     * {@link dev.fallow.value.Types} lists the Java types of the elements. Elements that were never allocated read as the fill value;
     * elements that were allocated but never written are undefined.
     *
     * @throws UnsupportedFeatureException if the datatype or the layout is not supported
     * @throws TooLargeException if a dimension exceeds the length of a Java array, or there is not enough memory
     * @throws CorruptFileException if an element refers to something that does not exist
     */
    public Object read() {
        return handle.read();
    }

    /**
     * Reads all elements' bytes as stored in the file. Variable-length elements are stored as addresses.
     *
     * @throws UnsupportedFeatureException if the layout is not supported
     * @throws TooLargeException if the elements exceed the length of a Java array, or there is not enough memory
     */
    public byte[] readBytes() {
        return handle.readBytes();
    }

    /**
     * Writes all elements, {@linkplain WriteMode#IN_PLACE in place}. Elements with variable-length parts are written by
     * {@link WriteMode#COPY}.
     *
     * @param value of the dataset's shape, with elements that fit its datatype; or {@link dev.fallow.value.RawElements}
     * @throws WrongTypeException if the shape differs, or an element does not fit
     */
    public void write(Object value) {
        write(value, WriteMode.IN_PLACE);
    }

    /**
     * Writes all elements.
     *
     * @param value as for {@link #write(Object)}
     * @throws WrongTypeException if the shape differs, or an element does not fit
     */
    public void write(Object value, WriteMode mode) {
        handle.write(value, Objects.requireNonNull(mode, "mode"));
    }

    /** Returns a reference to a region of this dataset, for storing as an element. */
    public Reference.ToRegion reference(Selection region) {
        return new Reference.ToRegion(address(), region);
    }
}
