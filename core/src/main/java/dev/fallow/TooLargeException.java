package dev.fallow;

/**
 * A value or file structure that needs more memory than is available, or more elements than a Java array can hold.
 * Where possible it is refused before any memory is allocated; the message has both numbers.
 */
public final class TooLargeException extends ContainerException {
    private static final long serialVersionUID = 1;

    /** @param message file, place and numbers */
    public TooLargeException(String message) {
        super(message);
    }

    /**
     * @param message names the file, the place and the numbers
     * @param cause the underlying failure
     */
    public TooLargeException(String message, Throwable cause) {
        super(message, cause);
    }
}
