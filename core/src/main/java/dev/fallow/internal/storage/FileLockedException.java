package dev.fallow.internal.storage;

import java.io.IOException;

/** The operating system's lock on a file is held by another process or session. */
public final class FileLockedException extends IOException {
    private static final long serialVersionUID = 1;

    /** @param message names the file, and the lock's holder if known */
    public FileLockedException(String message) {
        super(message);
    }
}
