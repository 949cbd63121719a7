package dev.fallow;

import dev.fallow.format.datatype.Datatype;
import dev.fallow.format.selection.Selection;
import dev.fallow.internal.DatasetHandle;
import java.util.Objects;

/** An array in the file, of any number of dimensions; or a scalar. */
public final class Dataset extends StoredObject {
    private final DatasetHandle handle;

    /** Used by the library. */
    public Dataset(DatasetHandle handle) {
        super(handle);
        this.handle = handle;
    }

    /** The type of its elements. */
    public Datatype datatype() {
        return handle.describe().datatype();
    }

    /** Elements in each dimension; none for a scalar; null where there is no value at all (a null dataspace). */
    public long[] dimensions() {
        return handle.describe().dimensions();
    }

    /** How the elements are stored. */
    public StorageLayout layout() {
        return handle.describe().layout();
    }

    /** Where the elements lie, relative to the base address; -1 if they are in the header, or not allocated. */
    public long storageAddress() {
        return handle.describe().storageAddress();
    }

    /** Bytes of all elements. */
    public long storageSize() {
        return handle.describe().storageSize();
    }

    /**
     * Reads everything: a single element for a scalar, else an n-dimensional array; null where there is no value. What Java
     * type the elements are of is said at {@link Types}. What was never allocated reads as the fill value; what was
     * allocated and never written reads as what lay there.
     *
     * @throws UnsupportedFeatureException if the type or the layout is not supported
     * @throws TooLargeException if a dimension is past what a Java array holds, or there is not so much memory
     * @throws CorruptFileException if what an element refers to is not there
     */
    public Object read() {
        return handle.read();
    }

    /**
     * Reads everything as it is in the file, byte for byte. Of elements without a fixed length these are addresses.
     *
     * @throws UnsupportedFeatureException if the layout is not supported
     * @throws TooLargeException if it is more than a Java array holds, or there is not so much memory
     */
    public byte[] readBytes() {
        return handle.readBytes();
    }

    /**
     * Writes everything, {@linkplain WriteMode#IN_PLACE in place}; elements that have parts without a fixed length by {@link
     * WriteMode#COPY}.
     *
     * @param value of the same shape as the dataset, of elements that fit its type; or {@link RawElements}
     * @throws WrongTypeException if the shape is another, or an element does not fit
     */
    public void write(Object value) {
        write(value, WriteMode.IN_PLACE);
    }

    /**
     * Writes everything.
     *
     * @param value as for {@link #write(Object)}
     * @throws WrongTypeException if the shape is another, or an element does not fit
     */
    public void write(Object value, WriteMode mode) {
        handle.write(value, Objects.requireNonNull(mode, "mode"));
    }

    /** A reference to a region of this dataset, to be stored as an element. */
    public Reference.ToRegion reference(Selection region) {
        return new Reference.ToRegion(address(), region);
    }
}
