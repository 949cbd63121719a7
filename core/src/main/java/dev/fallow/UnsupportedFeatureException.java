package dev.fallow;

/**
 * A file, or an object in it, that uses a part of the format that this version does not support, or a change through an external link.
 * Nothing is changed.
 */
public class UnsupportedFeatureException extends ContainerException {
    private static final long serialVersionUID = 1;

    /** @param message file, place and numbers */
    public UnsupportedFeatureException(String message) {
        super(message);
    }

    /**
     * @param message names the file, the place and the numbers
     * @param cause the underlying failure
     */
    public UnsupportedFeatureException(String message, Throwable cause) {
        super(message, cause);
    }
}
