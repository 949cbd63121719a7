package dev.fallow;

/**
 * A change that failed after all its checks had passed and could not be undone, so it is partly applied in memory. The
 * session accepts no further changes and writes nothing more. Closing the container throws this exception again and
 * leaves the file at the last commit. Possible causes are a damaged file with overlapping structures and exhausted
 * memory.
 */
public final class IncompleteChangeException extends ContainerException {
    private static final long serialVersionUID = 1;

    /** @param message file, place and numbers */
    public IncompleteChangeException(String message) {
        super(message);
    }

    /**
     * @param message names the file, the place and the numbers
     * @param cause the underlying failure
     */
    public IncompleteChangeException(String message, Throwable cause) {
        super(message, cause);
    }
}
