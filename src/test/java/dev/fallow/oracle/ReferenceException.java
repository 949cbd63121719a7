package dev.fallow.oracle;

/**
 * A failed call of libhdf5. The message has the called function and the library's error stack, outermost function
 * first.
 */
public final class ReferenceException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public ReferenceException(String call, String errorStack) {
        super(call + System.lineSeparator() + errorStack);
    }
}
