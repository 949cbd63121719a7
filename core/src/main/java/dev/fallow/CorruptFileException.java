package dev.fallow;

/**
 * A file whose bytes contradict the format: a wrong checksum, a size beyond the end of the file, a block claimed twice.
 */
public final class CorruptFileException extends ContainerException {
    private static final long serialVersionUID = 1;

    /** @param message file, place and numbers */
    public CorruptFileException(String message) {
        super(message);
    }

    /**
     * @param message names the file, the place and the numbers
     * @param cause the underlying failure
     */
    public CorruptFileException(String message, Throwable cause) {
        super(message, cause);
    }
}
