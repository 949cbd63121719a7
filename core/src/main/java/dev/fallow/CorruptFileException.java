package dev.fallow;

/** Bytes of a file that contradict the format: a wrong checksum, a size beyond the file, a block claimed twice. */
public final class CorruptFileException extends ContainerException {
    private static final long serialVersionUID = 1;

    /** @param message file, place and numbers */
    public CorruptFileException(String message) {
        super(message);
    }

    /**
     * @param message file, place and numbers
     * @param cause what was found out below
     */
    public CorruptFileException(String message, Throwable cause) {
        super(message, cause);
    }
}
