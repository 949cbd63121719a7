package dev.fallow;

/** The operating system refused to read or write: no permission, disk full, device error. */
public final class StorageException extends ContainerException {
    private static final long serialVersionUID = 1;

    /** @param message file, place and numbers */
    public StorageException(String message) {
        super(message);
    }

    /**
     * @param message file, place and numbers
     * @param cause what was found out below
     */
    public StorageException(String message, Throwable cause) {
        super(message, cause);
    }
}
