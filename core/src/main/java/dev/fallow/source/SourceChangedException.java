package dev.fallow.source;

import dev.fallow.StorageException;

/** The file behind a source has changed since it was opened. What was read before belongs to the old content: open it again. */
public final class SourceChangedException extends StorageException {
    private static final long serialVersionUID = 1;

    /** @param message names the source, what was expected and what was found */
    public SourceChangedException(String message) {
        super(message);
    }
}
