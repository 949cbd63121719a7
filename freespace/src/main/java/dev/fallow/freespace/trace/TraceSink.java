package dev.fallow.freespace.trace;

/** Receives the bytes of a trace. Free-space management does no I/O itself. */
@FunctionalInterface
public interface TraceSink {
    /** Receives the next {@code length} bytes of the trace. The array is reused after the call. */
    void write(byte[] bytes, int offset, int length);
}
