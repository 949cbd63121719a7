package dev.fallow;

/**
 * Something a container cannot do, or a file that is not what it should be. The message names the file, and where they
 * are known the address, the structure, what was expected and what was found. When an operation throws this, the
 * container is as it was before the operation; {@link IncompleteChangeException} is the exception.
 */
public class ContainerException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** @param message file, place and numbers */
    public ContainerException(String message) {
        super(message);
    }

    /**
     * @param message file, place and numbers
     * @param cause what was found out below
     */
    public ContainerException(String message, Throwable cause) {
        super(message, cause);
    }
}
