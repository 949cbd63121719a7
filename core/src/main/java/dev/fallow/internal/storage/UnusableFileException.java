package dev.fallow.internal.storage;

import java.io.IOException;

/** What is at the path of a file beside a container is not a file that Fallow may have made. It was not opened. */
public final class UnusableFileException extends IOException {
    private static final long serialVersionUID = 1;

    /** @param message which file, what it is, and what can be done */
    public UnusableFileException(String message) {
        super(message);
    }
}
