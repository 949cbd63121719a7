package dev.fallow.internal.storage;

import java.io.IOException;

/** The storage refused to write elements of a dataset. Nothing else was changed. */
public final class ElementsNotWrittenException extends IOException {
    private static final long serialVersionUID = 1;

    /** @param cause the storage's exception */
    public ElementsNotWrittenException(IOException cause) {
        super(cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage(), cause);
    }
}
