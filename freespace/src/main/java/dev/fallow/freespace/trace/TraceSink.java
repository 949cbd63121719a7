package dev.fallow.freespace.trace;

/** Where the bytes of a trace go: free-space management does no input or output of its own. */
@FunctionalInterface
public interface TraceSink {
    /** Takes the next {@code length} bytes; the array is used again afterwards. A trace's parts come in order. */
    void write(byte[] bytes, int offset, int length);
}
