package dev.fallow;

import dev.fallow.format.datatype.Datatype;
import dev.fallow.internal.DatatypeHandle;

/**
 * A datatype that is stored as an object, which datasets and attributes refer to. It lives until its last link and its last
 * user are gone; {@link #linkCount()} counts both.
 */
public final class CommittedDatatype extends StoredObject {
    private final DatatypeHandle handle;

    /** Used by the library. */
    public CommittedDatatype(DatatypeHandle handle) {
        super(handle);
        this.handle = handle;
    }

    /** The type itself. */
    public Datatype datatype() {
        return handle.datatype();
    }
}
