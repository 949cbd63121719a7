package dev.fallow.freespace.trace;

/** The bytes are no trace, or not all of one, or not one that any session can have left. */
public final class TraceFormatException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Where in the bytes it was noticed. */
    private final long position;

    TraceFormatException(String message, long position) {
        super(message + ", at byte " + position + " of the trace");
        this.position = position;
    }

    /** The offset, from the first byte of the trace, at which the fault was noticed. */
    public long position() {
        return position;
    }
}
