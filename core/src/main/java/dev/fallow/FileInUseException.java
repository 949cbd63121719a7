package dev.fallow;

/** A file that another program has open for writing, or left so when it was ended. */
public final class FileInUseException extends ContainerException {
    private static final long serialVersionUID = 1;

    /** @param message file, place and numbers */
    public FileInUseException(String message) {
        super(message);
    }

    /**
     * @param message file, place and numbers
     * @param cause what was found out below
     */
    public FileInUseException(String message, Throwable cause) {
        super(message, cause);
    }
}
