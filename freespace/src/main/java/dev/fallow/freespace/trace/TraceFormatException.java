package dev.fallow.freespace.trace;

/** The bytes are not a trace, are incomplete, or contain calls that no session can make. */
public final class TraceFormatException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** The offset at which the error was detected. */
    private final long position;

    TraceFormatException(String message, long position) {
        super(message + ", at byte " + position + " of the trace");
        this.position = position;
    }

    /** The offset from the first byte of the trace at which the error was detected, in bytes. */
    public long position() {
        return position;
    }
}
