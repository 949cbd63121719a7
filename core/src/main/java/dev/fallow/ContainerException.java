package dev.fallow;

import dev.fallow.format.Printable;

/**
 * An operation that a container cannot perform, or a file that is not valid. The message names the file and, where
 * known, the address, the structure, and the expected and found values. The container is left as it was before the
 * operation, except after an {@link IncompleteChangeException}.
 *
 * <p>The message is safe to print and to log: control and other non-printing characters in names taken from the file
 * are escaped (see {@link NameText}), and long names are abbreviated.
 */
public class ContainerException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** @param message file, place and numbers */
    public ContainerException(String message) {
        super(Printable.message(message));
    }

    /**
     * @param message names the file, the place and the numbers
     * @param cause the underlying failure
     */
    public ContainerException(String message, Throwable cause) {
        super(Printable.message(message), cause);
    }
}
