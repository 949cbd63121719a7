package dev.fallow;

/** A name that is taken, or a file that exists where a new one was to be created. */
public final class ObjectExistsException extends ContainerException {
    private static final long serialVersionUID = 1;

    /** @param message file, place and numbers */
    public ObjectExistsException(String message) {
        super(message);
    }

    /**
     * @param message file, place and numbers
     * @param cause what was found out below
     */
    public ObjectExistsException(String message, Throwable cause) {
        super(message, cause);
    }
}
