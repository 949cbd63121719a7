package dev.fallow;

/**
 * A change failed although everything was checked before, and could not be taken back: it is made in part, in memory.
 * Nothing is changed or written any more. Closing the container leaves its file as the last commit left it, and says so by
 * this exception once more. It takes a damaged file, in which structures overlap, or a program without memory.
 */
public final class IncompleteChangeException extends ContainerException {
    private static final long serialVersionUID = 1;

    /** @param message file, place and numbers */
    public IncompleteChangeException(String message) {
        super(message);
    }

    /**
     * @param message file, place and numbers
     * @param cause what was found out below
     */
    public IncompleteChangeException(String message, Throwable cause) {
        super(message, cause);
    }
}
