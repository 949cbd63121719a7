package dev.fallow.internal.storage;

import java.io.IOException;

/** The operating system's lock on a file is held by somebody else. */
public final class FileLockedException extends IOException {
    private static final long serialVersionUID = 1;

    /** @param message which file, and who holds it as far as is known */
    public FileLockedException(String message) {
        super(message);
    }
}
