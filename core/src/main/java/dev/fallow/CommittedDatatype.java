package dev.fallow;

import dev.fallow.format.datatype.Datatype;
import dev.fallow.internal.DatatypeHandle;

/**
 * A datatype stored as an object of its own, which datasets and attributes refer to. It exists until its last link and
 * its last user are deleted; {@link #linkCount()} counts both.
 */
public final class CommittedDatatype extends StoredObject {
    private final DatatypeHandle handle;

    /** For internal use by the library. */
    public CommittedDatatype(DatatypeHandle handle) {
        super(handle);
        this.handle = handle;
    }

    /** The datatype. */
    public Datatype datatype() {
        return handle.datatype();
    }
}
