package dev.fallow.format.objectheader;

import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;

/** The body of an object header message. */
public interface HeaderMessage {
    /** The type stored in the message header. */
    MessageType messageType();

    /** The number of bytes that {@link #encode} writes with a writer of these widths. */
    int encodedLength(FieldSizes sizes);

    /**
     * Writes the body, without its message header.
     *
     * @throws IllegalArgumentException if a number does not fit into its field
     */
    void encode(FieldWriter out);
}
