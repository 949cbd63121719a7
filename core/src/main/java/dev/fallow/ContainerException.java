package dev.fallow;

import dev.fallow.format.Printable;

/**
 * Something a container cannot do, or a file that is not what it should be. The message names the file, and where they
 * are known the address, the structure, what was expected and what was found. When an operation throws this, the
 * container is as it was before the operation; {@link IncompleteChangeException} is the exception.
 *
 * <p>The message is safe to print and to log. Names in it come from files, whoever wrote them, so control characters and
 * others that are not printed as they are have been escaped (see {@link Printable}), and a long name is abbreviated.
 */
public class ContainerException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** @param message file, place and numbers */
    public ContainerException(String message) {
        super(Printable.message(message));
    }

    /**
     * @param message file, place and numbers
     * @param cause what was found out below
     */
    public ContainerException(String message, Throwable cause) {
        super(Printable.message(message), cause);
    }
}
