package dev.fallow.freespace.file;

/**
 * Bytes that somebody calls his own are free, or lie past the end of allocation. Nothing was changed. A program that keeps
 * account of what it was given is never told so; one that believes a damaged file is.
 */
public final class NotInUseException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    /** @param message with the numbers */
    NotInUseException(String message) {
        super(message);
    }
}
