package dev.fallow;

import dev.fallow.format.datatype.Datatype;
import dev.fallow.internal.DatasetHandle;

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
     * Reads everything: a boxed number or {@code String} for a scalar, else an n-dimensional array of primitives or
     * {@code String}s; null where there is no value. Unsigned integers come in the next wider type, those of eight bytes
     * as they are. What was never allocated reads as the fill value; what was allocated and never written reads as what
     * lay there.
     *
     * @throws UnsupportedFeatureException if the type or the layout is not supported
     * @throws WrongTypeException if a dimension is past what a Java array holds
     */
    public Object read() {
        return handle.read();
    }

    /**
     * Writes everything. Not atomic: when the program or the disk fails meanwhile, a part is written.
     *
     * @param value of the same shape as the dataset, and of the Java type that its elements are read as, or one that
     *     holds it without loss
     * @throws WrongTypeException if the shape or the type is another
     */
    public void write(Object value) {
        handle.write(value);
    }
}
