package dev.fallow;

/** A path or name that does not exist in the container. */
public final class NoSuchObjectException extends ContainerException {
    private static final long serialVersionUID = 1;

    /** @param message file, place and numbers */
    public NoSuchObjectException(String message) {
        super(message);
    }

    /**
     * @param message names the file, the place and the numbers
     * @param cause the underlying failure
     */
    public NoSuchObjectException(String message, Throwable cause) {
        super(message, cause);
    }
}
