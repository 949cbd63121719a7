package dev.fallow.internal.storage;

import java.io.IOException;
import java.nio.file.Path;

/** The operating system's lock on a file is held by another process or session. */
public final class FileLockedException extends IOException {
    private static final long serialVersionUID = 1;

    private final boolean here;

    /** @param message names the file, and the lock's holder if known */
    public FileLockedException(String message) {
        this(message, false);
    }

    private FileLockedException(String message, boolean here) {
        super(message);
        this.here = here;
    }

    /** A file that this JVM edits, so that it cannot be read at the same time, except through its editor. */
    static FileLockedException here(Path file) {
        return new FileLockedException(file + " is open for editing in this JVM", true);
    }

    /** Whether this JVM edits the file. */
    public boolean isHere() {
        return here;
    }
}
