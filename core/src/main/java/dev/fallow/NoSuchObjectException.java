package dev.fallow;

/** A path or name that leads to nothing in the container. */
public final class NoSuchObjectException extends ContainerException {
    private static final long serialVersionUID = 1;

    /** @param message file, place and numbers */
    public NoSuchObjectException(String message) {
        super(message);
    }

    /**
     * @param message file, place and numbers
     * @param cause what was found out below
     */
    public NoSuchObjectException(String message, Throwable cause) {
        super(message, cause);
    }
}
