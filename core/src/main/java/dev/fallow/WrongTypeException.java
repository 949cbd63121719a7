package dev.fallow;

/** A value whose type or shape is not that of the dataset or attribute, or which the format cannot hold. */
public final class WrongTypeException extends ContainerException {
    private static final long serialVersionUID = 1;

    /** @param message file, place and numbers */
    public WrongTypeException(String message) {
        super(message);
    }

    /**
     * @param message file, place and numbers
     * @param cause what was found out below
     */
    public WrongTypeException(String message, Throwable cause) {
        super(message, cause);
    }
}
