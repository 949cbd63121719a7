package dev.fallow;

/**
 * A value, or a structure of a file, that takes more memory than there is, or more elements than a Java array holds. It is
 * refused before the memory is taken wherever that can be foreseen; the message has both numbers.
 */
public final class TooLargeException extends ContainerException {
    private static final long serialVersionUID = 1;

    /** @param message file, place and numbers */
    public TooLargeException(String message) {
        super(message);
    }

    /**
     * @param message file, place and numbers
     * @param cause what was found out below
     */
    public TooLargeException(String message, Throwable cause) {
        super(message, cause);
    }
}
