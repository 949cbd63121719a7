package dev.fallow.filter;

/** A chunk that a filter cannot decode or encode. The message states what was expected and what was found. */
public class FilterException extends Exception {
    private static final long serialVersionUID = 1;

    /** @param message what was expected and found; without the name of the filter, which the caller adds */
    public FilterException(String message) {
        super(message);
    }

    /**
     * @param message what was expected and found
     * @param cause the underlying failure
     */
    public FilterException(String message, Throwable cause) {
        super(message, cause);
    }
}
