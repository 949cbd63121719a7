package dev.fallow;

/** The operating system refused to read or write: permission denied, disk full, device error. */
public class StorageException extends ContainerException {
    private static final long serialVersionUID = 1;

    /** @param message file, place and numbers */
    public StorageException(String message) {
        super(message);
    }

    /**
     * @param message names the file, the place and the numbers
     * @param cause the underlying failure
     */
    public StorageException(String message, Throwable cause) {
        super(message, cause);
    }
}
