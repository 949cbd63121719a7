package dev.fallow.freespace.file;

/** The file would exceed its maximum end. Nothing was changed. */
public final class NoRoomException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    NoRoomException(String message) {
        super(message);
    }
}
