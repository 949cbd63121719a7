package dev.fallow;

/** A file that is not HDF5: empty, a directory, or without the format's signature. */
public final class NotAContainerException extends ContainerException {
    private static final long serialVersionUID = 1;

    /** @param message file, place and numbers */
    public NotAContainerException(String message) {
        super(message);
    }

    /**
     * @param message names the file, the place and the numbers
     * @param cause the underlying failure
     */
    public NotAContainerException(String message, Throwable cause) {
        super(message, cause);
    }
}
