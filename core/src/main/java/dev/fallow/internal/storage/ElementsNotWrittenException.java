package dev.fallow.internal.storage;

import java.io.IOException;

/** Elements of a dataset could not be written. Nothing else was changed. */
public final class ElementsNotWrittenException extends IOException {
    private static final long serialVersionUID = 1;

    /** @param cause why: an exception of the storage, or one that names the dataset */
    public ElementsNotWrittenException(Exception cause) {
        super(cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage(), cause);
    }
}
