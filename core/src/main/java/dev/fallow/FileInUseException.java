package dev.fallow;

/** A file that another program has open for writing, or that is still marked so because that program was killed. */
public final class FileInUseException extends ContainerException {
    private static final long serialVersionUID = 1;

    /** @param message file, place and numbers */
    public FileInUseException(String message) {
        super(message);
    }

    /**
     * @param message names the file, the place and the numbers
     * @param cause the underlying failure
     */
    public FileInUseException(String message, Throwable cause) {
        super(message, cause);
    }
}
