package dev.fallow;

/** A name that is already in use, or an existing file where a new one was to be created. */
public final class ObjectExistsException extends ContainerException {
    private static final long serialVersionUID = 1;

    /** @param message file, place and numbers */
    public ObjectExistsException(String message) {
        super(message);
    }

    /**
     * @param message names the file, the place and the numbers
     * @param cause the underlying failure
     */
    public ObjectExistsException(String message, Throwable cause) {
        super(message, cause);
    }
}
