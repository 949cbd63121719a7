package dev.fallow.internal.storage;

import java.io.IOException;

/** The file at the path of a sidecar may not have been created by Fallow. It was not opened. */
public final class UnusableFileException extends IOException {
    private static final long serialVersionUID = 1;

    /** @param message names the file, its kind and the remedy */
    public UnusableFileException(String message) {
        super(message);
    }
}
