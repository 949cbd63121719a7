package dev.fallow.oracle;

/** A call to libhdf5 that failed: what was called, and the library's own error stack, outermost call first. */
public final class ReferenceException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public ReferenceException(String call, String errorStack) {
        super(call + System.lineSeparator() + errorStack);
    }
}
