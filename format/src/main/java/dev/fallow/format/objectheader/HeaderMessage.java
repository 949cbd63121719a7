package dev.fallow.format.objectheader;

import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;

/** The body of a header message: what every such record can do. */
public interface HeaderMessage {
    /** The type that the message header states. */
    MessageType messageType();

    /** Bytes that {@link #encode} writes with a writer of these widths. */
    int encodedLength(FieldSizes sizes);

    /**
     * Writes the body, without its message header.
     *
     * @throws IllegalArgumentException if a number does not fit into its field
     */
    void encode(FieldWriter out);
}
