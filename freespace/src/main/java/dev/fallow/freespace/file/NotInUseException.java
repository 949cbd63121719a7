package dev.fallow.freespace.file;

/**
 * Bytes assumed to be in use are free or past the end of allocation. Nothing was changed. This does not happen to a
 * caller that tracks its allocations, only to one that relies on a damaged file.
 */
public final class NotInUseException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    NotInUseException(String message) {
        super(message);
    }
}
