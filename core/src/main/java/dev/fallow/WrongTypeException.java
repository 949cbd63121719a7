package dev.fallow;

/**
 * A value whose datatype or shape differs from that of the dataset or attribute, or that the format cannot represent.
 */
public class WrongTypeException extends ContainerException {
    private static final long serialVersionUID = 1;

    /** @param message file, place and numbers */
    public WrongTypeException(String message) {
        super(message);
    }

    /**
     * @param message names the file, the place and the numbers
     * @param cause the underlying failure
     */
    public WrongTypeException(String message, Throwable cause) {
        super(message, cause);
    }
}
