package dev.fallow.internal.storage;

import java.io.IOException;

/** The storage refused to take elements of a dataset. Nothing else was changed: the container is as it was. */
public final class ElementsNotWrittenException extends IOException {
    private static final long serialVersionUID = 1;

    /** @param cause what the storage said */
    public ElementsNotWrittenException(IOException cause) {
        super(cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage(), cause);
    }
}
