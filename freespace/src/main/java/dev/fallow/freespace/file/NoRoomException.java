package dev.fallow.freespace.file;

/** The file would end behind the largest end that it may have. Nothing was changed. */
public final class NoRoomException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    /** @param message with the numbers */
    NoRoomException(String message) {
        super(message);
    }
}
